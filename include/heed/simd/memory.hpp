// How registers meet memory where it is not a whole register of their own type: a part of one, truth values in bytes, memory past the caches.
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

/// The first n elements of a register B from memory or to it, n at most its size; nothing else is touched. AVX-512 has instructions for that which
/// cost no more than others, AVX2 for loads (its stores under masks are slow on some processors: they are made of pieces).
template <class T> inline constexpr bool has_partial_type = std::is_floating_point_v<T> || std::is_same_v<T, std::int32_t>;
#if defined(__AVX2__)
template <class B> inline constexpr bool has_partial_memory = sizeof(B) >= 32 && has_partial_type<typename B::value_type>;
namespace detail {
alignas(64) inline constexpr std::int32_t first_of_sixteen[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
#if defined(__AVX512F__)
template <class T> HEED_INLINE auto load_first_of_64(const T* from, index_t n) {
  const auto mask = static_cast<std::uint32_t>((std::uint32_t{1} << n) - 1);
  if constexpr (std::is_same_v<T, float>) return _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), from);
  else if constexpr (std::is_same_v<T, double>) return _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), from);
  else return _mm512_maskz_loadu_epi32(static_cast<__mmask16>(mask), from);
}
template <class B, class T> HEED_INLINE void store_first_of_64(const B& x, T* to, index_t n) {
  const auto mask = static_cast<std::uint32_t>((std::uint32_t{1} << n) - 1);
  if constexpr (std::is_same_v<T, float>) _mm512_mask_storeu_ps(to, static_cast<__mmask16>(mask), x);
  else if constexpr (std::is_same_v<T, double>) _mm512_mask_storeu_pd(to, static_cast<__mmask8>(mask), x);
  else _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(mask), x);
}
#endif
#if defined(__AVX512VL__)
// (Where half registers are AVX2's, too: its loads under masks wait for what comes from memory. `2 * x + b` of 2 million rows of 6, b one row: 8.3 -> 2.8 ms.)
template <class T> HEED_INLINE auto load_first_of_32(const T* from, index_t n) {
  const auto mask = static_cast<__mmask8>((std::uint32_t{1} << n) - 1);
  if constexpr (std::is_same_v<T, float>) return _mm256_maskz_loadu_ps(mask, from);
  else if constexpr (std::is_same_v<T, double>) return _mm256_maskz_loadu_pd(mask, from);
  else return _mm256_maskz_loadu_epi32(mask, from);
}
template <class B, class T> HEED_INLINE void store_first_of_32(const B& x, T* to, index_t n) {
  const auto mask = static_cast<__mmask8>((std::uint32_t{1} << n) - 1);
  if constexpr (std::is_same_v<T, float>) _mm256_mask_storeu_ps(to, mask, x);
  else if constexpr (std::is_same_v<T, double>) _mm256_mask_storeu_pd(to, mask, x);
  else _mm256_mask_storeu_epi32(to, mask, x);
}
#endif
}  // namespace detail
template <class B, class T = typename B::value_type> HEED_INLINE B load_first(const T* from, index_t n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64) return detail::load_first_of_64(from, n);
  else
#endif
  {
#if defined(__AVX512VL__)
    return detail::load_first_of_32(from, n);
#else
    constexpr index_t words = sizeof(T) / 4;
    __m256i mask;
    std::memcpy(&mask, detail::first_of_sixteen + 8 - words * n, sizeof mask);
    if constexpr (std::is_same_v<T, float>) return _mm256_maskload_ps(from, mask);
    else if constexpr (std::is_same_v<T, double>) return _mm256_maskload_pd(from, mask);
    else return _mm256_maskload_epi32(from, mask);
#endif
  }
}
template <class B, class T = typename B::value_type> HEED_INLINE void store_first(const B& x, T* to, index_t n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64) return detail::store_first_of_64(x, to, n);
  else
#endif
  {
#if defined(__AVX512VL__)
    detail::store_first_of_32(x, to, n);
#else
    const index_t bytes = n * index_t{sizeof(T)};
    if (bytes == 32) return x.store_unaligned(to);
    __m256i all;
    std::memcpy(&all, &x, sizeof all);
    __m128i left = _mm256_castsi256_si128(all);
    auto* at = reinterpret_cast<char*>(to);
    if ((bytes & 16) != 0) {
      std::memcpy(at, &left, 16);
      left = _mm256_extracti128_si256(all, 1);
      at += 16;
    }
    if ((bytes & 8) != 0) {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(at), left);
      left = _mm_unpackhi_epi64(left, left);
      at += 8;
    }
    if ((bytes & 4) != 0) {
      const int last = _mm_cvtsi128_si32(left);
      std::memcpy(at, &last, 4);
    }
#endif
  }
}
#else
template <class B> inline constexpr bool has_partial_memory = false;
template <class B> B load_first(const typename B::value_type* from, index_t n);
template <class B> void store_first(const B& x, typename B::value_type* to, index_t n);
#endif

/// The truth values that lie in memory as a mask of registers B.
template <class B> HEED_INLINE typename B::batch_bool_type mask_of_bytes(const bool* from) {
  using T = typename B::value_type;
  using A = typename B::arch_type;
  constexpr int count = static_cast<int>(B::size);
  using integer = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using integers = batch<integer, A>;
  using in_register [[maybe_unused]] = typename integers::register_type;
  const integers none(integer(0));
#if defined(__SSE2__)
  // g++ 12 makes of no other spelling the one instruction that it is
  const auto wide = [&] {
    std::int64_t low = 0;
    std::memcpy(&low, from, count < 8 ? count : 8);
    [[maybe_unused]] const __m128i few = _mm_cvtsi64_si128(low);
#if defined(__AVX512F__)
    if constexpr (sizeof(in_register) == 64 && count == 16) {
      __m128i all;
      std::memcpy(&all, from, sizeof all);
      return integers(_mm512_cvtepu8_epi32(all));
    } else if constexpr (sizeof(in_register) == 64) return integers(_mm512_cvtepu8_epi64(few));
    else
#endif
#if defined(__AVX2__)
    if constexpr (sizeof(in_register) == 32 && count == 8) return integers(_mm256_cvtepu8_epi32(few));
    else if constexpr (sizeof(in_register) == 32) return integers(_mm256_cvtepu8_epi64(few));
    else
#endif
    if constexpr (sizeof(in_register) == 16) {
      const __m128i zero = _mm_setzero_si128(), x = _mm_unpacklo_epi16(_mm_unpacklo_epi8(few, zero), zero);
      return integers(count == 4 ? x : _mm_unpacklo_epi32(x, zero));
    }
    else {  // (AVX alone: integers of two registers)
      alignas(64) integer x[count];
      for (int i = 0; i < count; ++i) x[i] = from[i] ? 1 : 0;
      return integers::load_aligned(x);
    }
  }();
#else
  alignas(64) integer x[count];
  for (int i = 0; i < count; ++i) x[i] = from[i] ? 1 : 0;
  const auto wide = integers::load_aligned(x);
#endif
  return mask_as<T>(batch_mask<integer, A>(wide > none));
}

/// A mask as truth values in memory. (A loop over its bits was a third of the speed.)
template <class M> HEED_INLINE void store_mask(const M& m, bool* to) {
  using bits = typename M::register_type;
  [[maybe_unused]] constexpr int count = static_cast<int>(M::size);
#if defined(__SSE2__)
  // (of each lane all bits or none, of 8, 4 or 2 lanes: packed to bytes in steps that halve them)
  [[maybe_unused]] const auto write = [&](__m128i low, __m128i high, int size) HEED_INLINED {
    __m128i x = _mm_packs_epi32(low, high);
    if (size == 8) x = _mm_packs_epi32(x, x);
    x = _mm_and_si128(_mm_packs_epi16(x, x), _mm_set1_epi8(1));
    const auto as_bytes = [&](auto part) HEED_INLINED {
      std::memcpy(&part, &x, sizeof part);
      std::memcpy(to, &part, sizeof part);
    };
    if constexpr (count == 8) as_bytes(std::uint64_t{});
    else if constexpr (count == 4) as_bytes(std::uint32_t{});
    else as_bytes(std::uint16_t{});
  };
#endif
#if defined(__AVX512F__)
  if constexpr (std::is_integral_v<bits>) {
    const bits all = m;
    const __m128i x = count == 16 ? _mm512_cvtepi32_epi8(_mm512_maskz_set1_epi32(static_cast<__mmask16>(all), 1)) : _mm512_cvtepi64_epi8(_mm512_maskz_set1_epi64(static_cast<__mmask8>(all), 1));
    std::memcpy(to, &x, count);
  } else
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(bits) == 32) {
    const bits all = m;
    __m256i x;
    std::memcpy(&x, &all, sizeof x);
    write(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1), 32 / count);
  } else
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(bits) == 16) {
    const bits all = m;
    __m128i x;
    std::memcpy(&x, &all, sizeof x);
    write(x, x, 16 / count);
  } else
#endif
  {
    alignas(64) bool b[count];
    m.store_unaligned(b);
    for (int k = 0; k < count; ++k) to[k] = b[k];
  }
}

/// Whether registers can be written past the caches: to whole lines, one after the other, which then are not read from memory before.
#if defined(__SSE2__)
inline constexpr bool has_streams = true;
/// To an address that a register's size divides.
template <class B> HEED_INLINE void stream(const B& x, typename B::value_type* to) {
  const typename B::register_type whole = x;
  const auto write = [&]<class Bits>(Bits bits, auto how) HEED_INLINED {
    std::memcpy(&bits, &whole, sizeof bits);
    how(reinterpret_cast<Bits*>(to), bits);
  };
#if defined(__AVX512F__)
  if constexpr (sizeof whole == 64) write(__m512i(), [](__m512i* p, __m512i v) HEED_INLINED { _mm512_stream_si512(p, v); });
#endif
#if defined(__AVX__)
  if constexpr (sizeof whole == 32) write(__m256i(), [](__m256i* p, __m256i v) HEED_INLINED { _mm256_stream_si256(p, v); });
#endif
  if constexpr (sizeof whole == 16) write(__m128i(), [](__m128i* p, __m128i v) HEED_INLINED { _mm_stream_si128(p, v); });
}
/// Before another thread may be told that it is all there.
inline void finish_streams() { _mm_sfence(); }
#else
inline constexpr bool has_streams = false;
template <class B> HEED_INLINE void stream(const B& x, typename B::value_type* to) { x.store_unaligned(to); }
inline void finish_streams() {}
#endif

}  // namespace heed::simd
HEED_UNSET_END

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
