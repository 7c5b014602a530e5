// Integers of one and two bytes as wider elements, and made of those.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <heed/simd/xsimd.hpp>

// (as in simd/xsimd.hpp)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

HEED_UNSET_BEGIN
namespace heed::simd {

/// Integers of one and two bytes that lie in memory as a register B of 32-bit ones. (Of vectors' conversions g++ makes twelve instructions, and here it is one.)
template <class B, class T> inline constexpr bool has_widening_load = std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 2 && (
#if defined(__AVX512F__)
    sizeof(B) == 64 ||
#endif
#if defined(__AVX2__)
    sizeof(B) == 32 ||
#endif
#if defined(__SSE4_1__)
    sizeof(B) == 16 ||
#endif
    false);
template <class B, class T> HEED_INLINE B widening_load(const T* from) {
#if defined(__SSE4_1__)
  constexpr bool is_signed = std::is_signed_v<T>;
  [[maybe_unused]] const auto read = [&](auto x) {
    std::memcpy(&x, from, sizeof(T) * B::size);
    return x;
  };
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64 && sizeof(T) == 1) return B(is_signed ? _mm512_cvtepi8_epi32(read(__m128i())) : _mm512_cvtepu8_epi32(read(__m128i())));
  else if constexpr (sizeof(B) == 64) return B(is_signed ? _mm512_cvtepi16_epi32(read(__m256i())) : _mm512_cvtepu16_epi32(read(__m256i())));
  else
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(B) == 32 && sizeof(T) == 1) {
    const __m128i x = _mm_cvtsi64_si128(read(std::int64_t{}));
    return B(is_signed ? _mm256_cvtepi8_epi32(x) : _mm256_cvtepu8_epi32(x));
  } else if constexpr (sizeof(B) == 32) return B(is_signed ? _mm256_cvtepi16_epi32(read(__m128i())) : _mm256_cvtepu16_epi32(read(__m128i())));
  else
#endif
  if constexpr (sizeof(T) == 1) {
    const __m128i x = _mm_cvtsi32_si128(read(std::int32_t{}));
    return B(is_signed ? _mm_cvtepi8_epi32(x) : _mm_cvtepu8_epi32(x));
  } else {
    const __m128i x = _mm_cvtsi64_si128(read(std::int64_t{}));
    return B(is_signed ? _mm_cvtepi16_epi32(x) : _mm_cvtepu16_epi32(x));
  }
#else
  return B(from[0]);  // (not called: there is none)
#endif
}

namespace detail {
template <class T> struct twice_as_wide;
template <> struct twice_as_wide<std::int8_t> { using type = std::int16_t; };
template <> struct twice_as_wide<std::uint8_t> { using type = std::uint16_t; };
template <> struct twice_as_wide<std::int16_t> { using type = std::int32_t; };
template <> struct twice_as_wide<std::uint16_t> { using type = std::int32_t; };
}  // namespace detail
/// Integers as wider elements, of twice the size at a time. (Of a loop over so few, and of more than twice the size, g++ makes single conversions.)
template <int W, class T, class U> HEED_INLINE void widen(const T* from, U* to) {
  if constexpr (sizeof(T) <= 2 && !(std::is_integral_v<U> && sizeof(U) == 2 * sizeof(T))) {
    using wider = typename detail::twice_as_wide<T>::type;
    alignas(64) wider x[W];
    widen<W>(from, x);
    widen<W>(x, to);
  } else {
#if defined(__GNUC__)
    typedef T narrow __attribute__((vector_size(W * sizeof(T))));
    typedef U wide __attribute__((vector_size(W * sizeof(U))));
    narrow x;
    std::memcpy(&x, from, sizeof x);
    const wide y = __builtin_convertvector(x, wide);
    std::memcpy(to, &y, sizeof y);
#else
    for (int i = 0; i < W; ++i) to[i] = static_cast<U>(from[i]);
#endif
  }
}
/// A register of 32-bit integers as integers of one or two bytes in memory: the low bytes of each.
template <class B, class T> inline constexpr bool has_narrowing_store = has_widening_load<B, T>;
template <class B, class T> HEED_INLINE void narrowing_store(const B& x, T* to) {
#if defined(__SSE4_1__)
  [[maybe_unused]] const auto write = [&](const auto& narrow) HEED_INLINED { std::memcpy(to, &narrow, sizeof(T) * B::size); };
  [[maybe_unused]] const auto packed = [&](__m128i low, __m128i high) HEED_INLINED {
    const __m128i kept = _mm_set1_epi32(sizeof(T) == 1 ? 0xff : 0xffff), two_bytes = _mm_packus_epi32(_mm_and_si128(low, kept), _mm_and_si128(high, kept));
    write(sizeof(T) == 1 ? _mm_packus_epi16(two_bytes, two_bytes) : two_bytes);
  };
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64 && sizeof(T) == 1) write(_mm512_cvtepi32_epi8(x));
  else if constexpr (sizeof(B) == 64) write(_mm512_cvtepi32_epi16(x));
  else
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(B) == 32) packed(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
  else
#endif
    packed(x, x);
#else
  (void)x;  // (not called: there is none)
  (void)to;
#endif
}

}  // namespace heed::simd
HEED_UNSET_END

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
