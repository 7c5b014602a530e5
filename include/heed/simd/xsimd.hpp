// The only file that includes xsimd. What differs between its versions is settled here.
#pragma once

// g++ 12 warns about its own intrinsics (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593) wherever they are inlined;
// the warning belongs to the lines of its header, so this is where it can be silenced.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <xsimd/xsimd.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
// register types carry attributes that std::is_same does not see
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

#include <cstdint>
#include <cstring>
#include <utility>

#include <heed/config.hpp>
#include <heed/axes/axis.hpp>

namespace heed::simd {

/// A register of elements of T; A: of which instruction set, the one that is compiled for or one below it.
template <class T, class A = xsimd::default_arch> using batch = xsimd::batch<T, A>;
template <class T, class A = xsimd::default_arch> using batch_mask = xsimd::batch_bool<T, A>;

/// Whether elements that fill half a register may be taken in half of one: of AVX-512, whose processors have AVX2, too.
#if defined(__AVX512F__)
inline constexpr bool has_half_registers = sizeof(batch<float>) == 64;
#else
inline constexpr bool has_half_registers = false;
#endif
namespace detail {
template <class T, int W> constexpr auto register_for() {
  if constexpr (has_half_registers && W * sizeof(T) == 32) return xsimd::make_sized_batch_t<T, W>();
  else return batch<T>();
}
}  // namespace detail
/// The registers that W elements of T fill: those of what is compiled for, or half of one.
template <class T, int W> using batch_for = decltype(detail::register_for<T, W>());

/// The bits of a batch as elements of another type of the same size.
template <class U, class T, class A> HEED_INLINE batch<U, A> bits_as(const batch<T, A>& x) {
#if XSIMD_VERSION_MAJOR >= 11
  return xsimd::bitwise_cast<U>(x);
#else
  return xsimd::bitwise_cast<batch<U, A>>(x);
#endif
}

/// x·y + z, x·y - z and z - x·y, rounded once where the processor has an instruction for it. xsimd before 11 has none with AVX-512: a product and
/// a sum, which g++ makes one of, and clang two.
#if defined(__AVX512F__) && XSIMD_VERSION_MAJOR < 11
#define HEED_MULTIPLY_ADD(name, instruction)                                                                              \
  template <class T, class A> HEED_INLINE batch<T, A> name(const batch<T, A>& x, const batch<T, A>& y, const batch<T, A>& z) {                  \
    if constexpr (std::is_same_v<T, float> && sizeof(batch<T, A>) == 64) return batch<T, A>(_mm512_##instruction##_ps(x, y, z));  \
    else if constexpr (std::is_same_v<T, double> && sizeof(batch<T, A>) == 64) return batch<T, A>(_mm512_##instruction##_pd(x, y, z)); \
    else return xsimd::name(x, y, z);                                                                                      \
  }
HEED_MULTIPLY_ADD(fma, fmadd)
HEED_MULTIPLY_ADD(fms, fmsub)
HEED_MULTIPLY_ADD(fnma, fnmadd)
#undef HEED_MULTIPLY_ADD
#else
template <class T, class A> HEED_INLINE batch<T, A> fma(const batch<T, A>& x, const batch<T, A>& y, const batch<T, A>& z) { return xsimd::fma(x, y, z); }
template <class T, class A> HEED_INLINE batch<T, A> fms(const batch<T, A>& x, const batch<T, A>& y, const batch<T, A>& z) { return xsimd::fms(x, y, z); }
template <class T, class A> HEED_INLINE batch<T, A> fnma(const batch<T, A>& x, const batch<T, A>& y, const batch<T, A>& z) {
#if defined(__aarch64__)
  return xsimd::fma(-x, y, z);  // (its own multiplies and subtracts)
#else
  return xsimd::fnma(x, y, z);
#endif
}
#endif

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

/// The mask of a comparison of T as a mask of U, a type of the same size.
template <class U, class T, class A> HEED_INLINE batch_mask<U, A> mask_as(const batch_mask<T, A>& m) {
  using from = typename batch_mask<T, A>::register_type;
  using to = typename batch_mask<U, A>::register_type;
  if constexpr (std::is_same_v<T, U>) return m;
  else if constexpr (std::is_same_v<from, to>) return batch_mask<U, A>(static_cast<from>(m));
  else return batch_mask<U, A>(static_cast<to>(bits_as<U>(batch<T, A>(static_cast<from>(m)))));
}

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
}  // namespace detail
template <class B, class T = typename B::value_type> HEED_INLINE B load_first(const T* from, index_t n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64) return detail::load_first_of_64(from, n);
  else
#endif
  {
    constexpr index_t words = sizeof(T) / 4;
    __m256i mask;
    std::memcpy(&mask, detail::first_of_sixteen + 8 - words * n, sizeof mask);
    if constexpr (std::is_same_v<T, float>) return _mm256_maskload_ps(from, mask);
    else if constexpr (std::is_same_v<T, double>) return _mm256_maskload_pd(from, mask);
    else return _mm256_maskload_epi32(from, mask);
  }
}
template <class B, class T = typename B::value_type> HEED_INLINE void store_first(const B& x, T* to, index_t n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64) return detail::store_first_of_64(x, to, n);
#endif
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
}
#else
template <class B> inline constexpr bool has_partial_memory = false;
template <class B> B load_first(const typename B::value_type* from, index_t n);
template <class B> void store_first(const B& x, typename B::value_type* to, index_t n);
#endif

/// a where the mask holds, else b. Integers go as floats of the same bits: xsimd 8.1's own select of them compiles for AVX-512 only
/// where it is optimised away.
template <class T, class A> HEED_INLINE batch<T, A> choose(const batch_mask<T, A>& m, const batch<T, A>& a, const batch<T, A>& b) {
  if constexpr (std::is_integral_v<T>) {
    using same_size = std::conditional_t<sizeof(T) == 4, float, double>;
    return bits_as<T>(xsimd::select(mask_as<same_size>(m), bits_as<same_size>(a), bits_as<same_size>(b)));
  } else return xsimd::select(m, a, b);
}

/// Every element where the one stood whose number differs in the binary digit K.
template <int K, class T, class A> HEED_INLINE batch<T, A> exchanged(const batch<T, A>& x) {
  typedef T units __attribute__((vector_size(sizeof(batch<T, A>))));
  units a;
  std::memcpy(&a, &x, sizeof a);
  a = [&]<int... I>(std::integer_sequence<int, I...>) HEED_INLINED { return __builtin_shufflevector(a, a, (I ^ K)...); }(std::make_integer_sequence<int, static_cast<int>(batch<T, A>::size)>{});
  batch<T, A> r;
  std::memcpy(&r, &a, sizeof a);
  return r;
}

#if defined(__AVX512F__)
/// Of sixteen numbers those at these places, of which the lowest four bits count.
HEED_INLINE batch<double> of_sixteen(const double* table, const batch<std::int64_t>& places) {
  return batch<double>(_mm512_permutex2var_pd(_mm512_loadu_pd(table), __m512i(places), _mm512_loadu_pd(table + 8)));
}
#endif
#if defined(__AVX2__)
/// Of eight numbers, which the table has twice, those at these places, of which the lowest three bits count.
template <class A> HEED_INLINE batch<std::int32_t, A> of_eight(const std::int32_t* table, const batch<std::int32_t, A>& places) {
#if defined(__AVX512F__)
  if constexpr (sizeof places == 64) return batch<std::int32_t, A>(_mm512_permutexvar_epi32(__m512i(places), _mm512_loadu_si512(table)));
  else
#endif
    return batch<std::int32_t, A>(_mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table)), __m256i(places)));
}
#endif

/// The sum of a batch's elements.
template <class T, class A> HEED_INLINE T sum_of(const batch<T, A>& x) {
#if XSIMD_VERSION_MAJOR >= 9
  return xsimd::reduce_add(x);
#else
  return xsimd::hadd(x);
#endif
}

/// The larger and the smaller of two; where one is NaN, the second, as instructions have it. (From xsimd 14 on its functions give the first.)
template <class T, class A> HEED_INLINE batch<T, A> max_or_second(const batch<T, A>& a, const batch<T, A>& b) {
#if XSIMD_VERSION_MAJOR >= 14
  return xsimd::max(b, a);
#else
  return xsimd::max(a, b);
#endif
}
template <class T, class A> HEED_INLINE batch<T, A> min_or_second(const batch<T, A>& a, const batch<T, A>& b) {
#if XSIMD_VERSION_MAJOR >= 14
  return xsimd::min(b, a);
#else
  return xsimd::min(a, b);
#endif
}

/// Vector registers of the instruction set that is compiled for.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr int register_count = 32;
#else
inline constexpr int register_count = 16;
#endif

}  // namespace heed::simd

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
