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

#include <heed/config.hpp>
#include <heed/axes/axis.hpp>

namespace heed::simd {

template <class T> using batch = xsimd::batch<T>;
template <class T> using batch_mask = xsimd::batch_bool<T>;

/// The bits of a batch as elements of another type of the same size.
template <class U, class T> HEED_INLINE batch<U> bits_as(const batch<T>& x) {
#if XSIMD_VERSION_MAJOR >= 9
  return xsimd::bitwise_cast<U>(x);
#else
  return xsimd::bitwise_cast<batch<U>>(x);
#endif
}

/// The mask of a comparison of T as a mask of U, a type of the same size.
template <class U, class T> HEED_INLINE batch_mask<U> mask_as(const batch_mask<T>& m) {
  using from = typename batch_mask<T>::register_type;
  using to = typename batch_mask<U>::register_type;
  if constexpr (std::is_same_v<T, U>) return m;
  else if constexpr (std::is_same_v<from, to>) return batch_mask<U>(static_cast<from>(m));
  else return batch_mask<U>(static_cast<to>(bits_as<U>(batch<T>(static_cast<from>(m)))));
}

/// a where the mask holds, else b. Integers go as floats of the same bits: xsimd 8.1's own select of them compiles for AVX-512 only
/// where it is optimised away.
template <class T> HEED_INLINE batch<T> choose(const batch_mask<T>& m, const batch<T>& a, const batch<T>& b) {
  if constexpr (std::is_integral_v<T>) {
    using same_size = std::conditional_t<sizeof(T) == 4, float, double>;
    return bits_as<T>(xsimd::select(mask_as<same_size>(m), bits_as<same_size>(a), bits_as<same_size>(b)));
  } else return xsimd::select(m, a, b);
}

/// The sum of a batch's elements.
template <class T> HEED_INLINE T sum_of(const batch<T>& x) {
#if XSIMD_VERSION_MAJOR >= 9
  return xsimd::reduce_add(x);
#else
  return xsimd::hadd(x);
#endif
}

/// The larger and the smaller of two; where one is NaN, the second, as instructions have it. (From xsimd 14 on its functions give the first.)
template <class T> HEED_INLINE batch<T> max_or_second(const batch<T>& a, const batch<T>& b) {
#if XSIMD_VERSION_MAJOR >= 14
  return xsimd::max(b, a);
#else
  return xsimd::max(a, b);
#endif
}
template <class T> HEED_INLINE batch<T> min_or_second(const batch<T>& a, const batch<T>& b) {
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
