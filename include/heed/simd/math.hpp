// Functions that xsimd lacks or that are hot here, written once over batches.
#pragma once

#include <cstdint>
#include <limits>

#include <heed/simd/xsimd.hpp>

namespace heed::simd {

/// 2^n·2^f for the integer in the low bits of t (t = n + 1.5·2^23) and f in [-1/2, 1/2]: degree 6, relative-error minimax
/// with the constant 1 exact (0.9 ulp). The result's exponent is n added to the polynomial's bits.
HEED_INLINE batch<float> exp2_parts(const batch<float>& t, const batch<float>& f) {
  batch<float> r(1.518974737e-4f);
  r = xsimd::fma(r, f, batch<float>(1.339534062e-3f));
  r = xsimd::fma(r, f, batch<float>(9.619030610e-3f));
  r = xsimd::fma(r, f, batch<float>(5.550345280e-2f));
  r = xsimd::fma(r, f, batch<float>(2.402264338e-1f));
  r = xsimd::fma(r, f, batch<float>(6.931471940e-1f));
  r = xsimd::fma(r, f, batch<float>(1.f));
  return bits_as<float>(bits_as<std::int32_t>(r) + (bits_as<std::int32_t>(t) << 23));
}

namespace detail {
inline constexpr float least_normal_exponent = -87.33654f;  // exp of it is 2^-126
// n = round(x·log2 e), f = x·log2 e - n with log2 e in two parts: the error stays near 1 ulp for every x.
HEED_INLINE batch<float> exp_in_range(const batch<float>& x) {
  constexpr float shift = 12582912.f;  // 1.5·2^23: adding it rounds to an integer
  const batch<float> t = xsimd::fma(x, batch<float>(1.44269502f), batch<float>(shift));
  const batch<float> n = t - batch<float>(shift);
  batch<float> f = xsimd::fma(x, batch<float>(1.44269502f), -n);
  f = xsimd::fma(x, batch<float>(1.92596303e-8f), f);
  return exp2_parts(t, f);
}
}  // namespace detail

/// exp(x). Below -87.3 it is 0 (no denormals, -inf gives exactly 0), above 88.7 inf; NaN stays NaN.
HEED_INLINE batch<float> exp(const batch<float>& x) {
  // in this order of operands NaN passes through: where one is NaN, the second is the result
  const batch<float> low = xsimd::max(batch<float>(detail::least_normal_exponent), x);
  batch<float> r = detail::exp_in_range(xsimd::min(batch<float>(88.72283f), low));
  r = xsimd::select(x < batch<float>(detail::least_normal_exponent), batch<float>(0.f), r);
  return xsimd::select(x > batch<float>(88.72283f), batch<float>(std::numeric_limits<float>::infinity()), r);
}
/// exp of something that is at most about 0, as under a running maximum: no test for overflow.
HEED_INLINE batch<float> exp_of_nonpositive(const batch<float>& x) {
  const batch<float> r = detail::exp_in_range(xsimd::max(batch<float>(detail::least_normal_exponent), x));
  return xsimd::select(x < batch<float>(detail::least_normal_exponent), batch<float>(0.f), r);
}
HEED_INLINE batch<double> exp(const batch<double>& x) { return xsimd::exp(x); }
HEED_INLINE batch<double> exp_of_nonpositive(const batch<double>& x) { return xsimd::exp(x); }

/// tanh: below 0.625 an odd polynomial (Cephes, tanhf), above it (1 - e) / (1 + e) with e = exp(-2|x|); about 2 ulp. Both are
/// computed and one is chosen, so that the time does not depend on the data.
HEED_INLINE batch<float> tanh(const batch<float>& x) {
  const batch<float> a = xsimd::abs(x), z = x * x;
  const batch<float> e = exp_of_nonpositive(batch<float>(-2.f) * a), one(1.f);
  const batch<float> large = xsimd::copysign((one - e) / (one + e), x);
  batch<float> p(-5.70498872745e-3f);
  p = xsimd::fma(p, z, batch<float>(2.06390887954e-2f));
  p = xsimd::fma(p, z, batch<float>(-5.37397155531e-2f));
  p = xsimd::fma(p, z, batch<float>(1.33314422036e-1f));
  p = xsimd::fma(p, z, batch<float>(-3.33332819422e-1f));
  const batch<float> small = xsimd::fma(p * z, x, x);
  return xsimd::select(a < batch<float>(0.625f), small, large);
}
HEED_INLINE batch<double> tanh(const batch<double>& x) { return xsimd::tanh(x); }

}  // namespace heed::simd
