// The only file that includes xsimd. What differs between its versions is settled here.
#pragma once

#include <heed/config.hpp>

// g++ 12 warns about its own intrinsics (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593) wherever they are inlined, unless some function on the way there stands where the warning is
// off: here, and in all of this folder, because another library may have included the intrinsics, or xsimd, before.
HEED_UNSET_BEGIN
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <xsimd/xsimd.hpp>
HEED_UNSET_END
#if defined(__GNUC__) && !defined(__clang__)
// register types carry attributes that std::is_same does not see
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

#include <cstdint>
#include <cstring>
#include <utility>

#include <heed/axes/axis.hpp>

HEED_UNSET_BEGIN
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

/// The mask of a comparison of T as a mask of U, a type of the same size.
template <class U, class T, class A> HEED_INLINE batch_mask<U, A> mask_as(const batch_mask<T, A>& m) {
  using from = typename batch_mask<T, A>::register_type;
  using to = typename batch_mask<U, A>::register_type;
  if constexpr (std::is_same_v<T, U>) return m;
  else if constexpr (std::is_same_v<from, to>) return batch_mask<U, A>(static_cast<from>(m));
  else return batch_mask<U, A>(static_cast<to>(bits_as<U>(batch<T, A>(static_cast<from>(m)))));
}

/// Masks of registers of doubles as one of as many floats, in a register or in half of one, and back.
#if defined(__AVX512F__)
template <class M> HEED_INLINE M mask_of_doubles(const batch_mask<double>* m) {
  if constexpr (M::size == 16) return M(static_cast<__mmask16>(static_cast<__mmask8>(m[0]) | static_cast<unsigned>(static_cast<__mmask8>(m[1])) << 8));
  else return M(_mm256_castsi256_ps(_mm512_cvtepi64_epi32(_mm512_maskz_set1_epi64(static_cast<__mmask8>(m[0]), -1))));
}
template <class M> HEED_INLINE batch_mask<double> mask_for_doubles(const M& m, int part) {
  if constexpr (M::size == 16) return batch_mask<double>(static_cast<__mmask8>(static_cast<unsigned>(static_cast<__mmask16>(m)) >> (8 * part)));
  else {
    const __m512i wide = _mm512_cvtepi32_epi64(_mm256_castps_si256(static_cast<__m256>(m)));
    return batch_mask<double>(_mm512_test_epi64_mask(wide, wide));
  }
}
#elif defined(__AVX2__)
template <class M> HEED_INLINE M mask_of_doubles(const batch_mask<double>* m) {
  const __m256 pairs = _mm256_shuffle_ps(_mm256_castpd_ps(static_cast<__m256d>(m[0])), _mm256_castpd_ps(static_cast<__m256d>(m[1])), 0x88);
  return M(_mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(pairs), 0xd8)));
}
template <class M> HEED_INLINE batch_mask<double> mask_for_doubles(const M& m, int part) {
  const __m256i all = _mm256_castps_si256(static_cast<__m256>(m));
  return batch_mask<double>(_mm256_castsi256_pd(_mm256_cvtepi32_epi64(part == 0 ? _mm256_castsi256_si128(all) : _mm256_extracti128_si256(all, 1))));
}
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
HEED_UNSET_END

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
