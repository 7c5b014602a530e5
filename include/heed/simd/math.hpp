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

}  // namespace heed::simd
