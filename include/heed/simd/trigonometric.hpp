// sin and cos of float32. xsimd's take three times as long for numbers beyond a quarter turn and thirteen times beyond 256 turns or so, where
// the angles of positions lie; these take the same time for all up to 100,000.
#pragma once

#include <heed/simd/math.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

namespace detail {
#if defined(__FMA__) || defined(__aarch64__)
inline constexpr bool multiplies_exactly = true;  // fma rounds once, which taking off quarter turns relies on
#else
inline constexpr bool multiplies_exactly = false;
#endif
// Of numbers that may be larger, or are none: one function in a program, not a copy at each place.
template <class A> HEED_SHARED batch<float, A> sin_of_any(const batch<float, A>& x) { return xsimd::sin(x); }
template <class A> HEED_SHARED batch<float, A> cos_of_any(const batch<float, A>& x) { return xsimd::cos(x); }

// sin of x and `quarters` of a turn, |x| at most 100,000. What is left of x when quarter turns are taken off, in three parts of pi / 2 (Cody and
// Waite), is exact but for one rounding: the first difference has no bit below 2^-23. Then a polynomial for sin or one for cos, minimax in
// the relative error on [0, 0.8] (Lawson's algorithm). Less than 1.6 ulp.
template <class A> HEED_INLINE batch<float, A> sin_of_moderate(const batch<float, A>& x, std::int32_t quarters) {
  const batch<float, A> t = simd::fma(x, batch<float, A>(0.636619772f), batch<float, A>(12582912.f)), n = exponent(t);
  batch<float, A> r = simd::fnma(n, batch<float, A>(1.57079637f), x);
  r = simd::fnma(n, batch<float, A>(-4.37113883e-8f), r);
  r = simd::fnma(n, batch<float, A>(-1.71512451e-15f), r);
  const batch<float, A> z = r * r;
  const batch<float, A> s = simd::fma(polynomial(z, -1.95030691e-4f, 8.33207089e-3f, -1.66666532e-1f) * z, r, r);
  const batch<float, A> c = polynomial(z, 2.44191967e-5f, -1.38871942e-3f, 4.16666432e-2f, -0.5f, 1.f);
  const auto turns = bits_as<std::int32_t>(t) + batch<std::int32_t, A>(quarters);  // (the last bits count)
  const auto is_sin = bits_as<float>((turns & batch<std::int32_t, A>(1)) << 29) == batch<float, A>(0.f);
  return bits_as<float>(bits_as<std::int32_t>(xsimd::select(is_sin, s, c)) ^ ((turns & batch<std::int32_t, A>(2)) << 30));
}
template <class A> HEED_INLINE bool are_moderate(const batch<float, A>& x) { return multiplies_exactly && xsimd::all(batch_mask<float, A>(xsimd::abs(x) <= batch<float, A>(100000.f))); }
}  // namespace detail

template <class A> HEED_INLINE batch<float, A> sin(const batch<float, A>& x) {
  if (detail::are_moderate(x)) return xsimd::select(batch_mask<float, A>(x == batch<float, A>(0.f)), x, detail::sin_of_moderate(x, 0));  // (-0 is kept)
  return detail::sin_of_any(x);
}
template <class A> HEED_INLINE batch<float, A> cos(const batch<float, A>& x) {
  if (detail::are_moderate(x)) return detail::sin_of_moderate(x, 1);
  return detail::cos_of_any(x);
}
template <class A> HEED_INLINE batch<double, A> sin(const batch<double, A>& x) { return xsimd::sin(x); }
template <class A> HEED_INLINE batch<double, A> cos(const batch<double, A>& x) { return xsimd::cos(x); }

}  // namespace heed::simd
HEED_UNSET_END
