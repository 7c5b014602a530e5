// Functions that xsimd lacks or that are hot here, written once over batches.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <heed/simd/xsimd.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

/// A polynomial in x by Horner's scheme: the coefficient of the highest power comes first.
template <class T, class A, class... C> HEED_INLINE batch<T, A> polynomial(const batch<T, A>& x, T highest, C... lower) {
  batch<T, A> r(highest);
  ((r = simd::fma(r, x, batch<T, A>(lower))), ...);
  return r;
}

/// 2^f for f in [-1/2, 1/2]: degree 6, relative-error minimax with the constant 1 exact (0.9 ulp).
template <class A> HEED_INLINE batch<float, A> exp2_of_fraction(const batch<float, A>& f) {
  return polynomial(f, 1.518974737e-4f, 1.339534062e-3f, 9.619030610e-3f, 5.550345280e-2f, 2.402264338e-1f, 6.931471940e-1f, 1.f);
}

namespace detail {
inline constexpr float least_normal_exponent = -87.33654f;  // exp of it is 2^-126
inline constexpr float log2_e = 1.44269502f, log2_e_rest = 1.92596303e-8f;
// t = n + 1.5·2^23 with n = round(x·log2 e), whose low bits are n; n as a number.
template <class A> HEED_INLINE batch<float, A> shifted_exponent(const batch<float, A>& x, float scale = log2_e) { return simd::fma(x, batch<float, A>(scale), batch<float, A>(12582912.f)); }
template <class A> HEED_INLINE batch<float, A> exponent(const batch<float, A>& t) {
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)  // there t less the shift is taken to be x·log2 e, not rounded: n from the bits of t
  return xsimd::batch_cast<float>(bits_as<std::int32_t>(t) - batch<std::int32_t, A>(0x4b400000));
#else
  return t - batch<float, A>(12582912.f);
#endif
}
}  // namespace detail

#if defined(__AVX2__)
// With a table in a register: n + i/8 = round(8 x·log2 e) / 8, 2^(i/8) from the table, 2^(f/8) for what is left, f in [-1/2, 1/2]: degree 3,
// relative-error minimax (2.5e-8) with 1 exact. Two thirds to three quarters of the time of the polynomial above. (Tables for exponentials: Tang 1989.)
namespace detail {
inline constexpr float eight_log2_e = 8 * log2_e, eight_log2_e_rest = 8 * log2_e_rest;
// The bits of 2^(i/8), twice; and less i in the three highest bits of the fraction.
inline constexpr std::int32_t roots_of_2[16] = {0x3f800000, 0x3f8b95c2, 0x3f9837f0, 0x3fa5fed7, 0x3fb504f3, 0x3fc5672a, 0x3fd744fd, 0x3feac0c7,
                                                0x3f800000, 0x3f8b95c2, 0x3f9837f0, 0x3fa5fed7, 0x3fb504f3, 0x3fc5672a, 0x3fd744fd, 0x3feac0c7};
inline constexpr std::int32_t roots_of_2_less_eighths[16] = {0x3f800000, 0x3f7b95c2, 0x3f7837f0, 0x3f75fed7, 0x3f7504f3, 0x3f75672a, 0x3f7744fd, 0x3f7ac0c7,
                                                             0x3f800000, 0x3f7b95c2, 0x3f7837f0, 0x3f75fed7, 0x3f7504f3, 0x3f75672a, 0x3f7744fd, 0x3f7ac0c7};
template <class A> HEED_INLINE batch<float, A> times_exp2_of_eighth(const batch<float, A>& root, const batch<float, A>& f) {
  return simd::fma(polynomial(f, 1.08391061e-4f, 3.75402556e-3f, 8.66434053e-2f), root * f, root);
}
// For n + i/8 in the bits of t, where n is -127 at least: 2^-127 comes out as 0.
template <class A> HEED_INLINE batch<float, A> exp2_of_eighths(const batch<float, A>& t, const batch<float, A>& f) {
  const auto places = bits_as<std::int32_t>(t);
  return times_exp2_of_eighth(bits_as<float>(of_eight(roots_of_2_less_eighths, places) + (places << 20)), f);
}
}  // namespace detail
#endif

/// exp(x). Below -87.3 it is 0 (no denormals, -inf gives exactly 0), above 88.7 inf; NaN stays NaN.
template <class A> HEED_INLINE batch<float, A> exp(const batch<float, A>& x) {
  // log2 e in two parts: the error stays near 1 ulp for every x. n is added to the bits of the exponent; out of range anything may come, and
  // something else is taken
#if defined(__AVX2__)
  const batch<float, A> t = detail::shifted_exponent(x, detail::eight_log2_e);
  const batch<float, A> f = simd::fma(x, batch<float, A>(detail::eight_log2_e_rest), simd::fms(x, batch<float, A>(detail::eight_log2_e), detail::exponent(t)));
  const auto places = bits_as<std::int32_t>(t);
  const batch<float, A> power = detail::times_exp2_of_eighth(bits_as<float>(of_eight(detail::roots_of_2, places)), f);
  batch<float, A> r = bits_as<float>(bits_as<std::int32_t>(power) + ((places & batch<std::int32_t, A>(~7)) << 20));
#else
  const batch<float, A> t = detail::shifted_exponent(x), n = detail::exponent(t);
  const batch<float, A> f = simd::fma(x, batch<float, A>(detail::log2_e_rest), simd::fms(x, batch<float, A>(detail::log2_e), n));
  batch<float, A> r = bits_as<float>(bits_as<std::int32_t>(exp2_of_fraction(f)) + (bits_as<std::int32_t>(t) << 23));
#endif
  r = xsimd::select(x < batch<float, A>(detail::least_normal_exponent), batch<float, A>(0.f), r);
  return xsimd::select(x <= batch<float, A>(88.72283f), r, x * batch<float, A>(std::numeric_limits<float>::max()));  // (with -ffast-math an infinity may stand for anything)
}
/// exp of something that is at most about 0, as under a running maximum. log2 e is one number here: for a difference x its error
/// is below that of rounding x. Below -87.3 it is a denormal number or 0, from -88 on 0.
template <class A> HEED_INLINE batch<float, A> exp_of_nonpositive(const batch<float, A>& x) {
  // in this order of operands NaN passes through: where one is NaN, the second is the result
  const batch<float, A> y = max_or_second(batch<float, A>(-88.f), x);
#if defined(__AVX2__)
  const batch<float, A> t = detail::shifted_exponent(y, detail::eight_log2_e), f = simd::fms(y, batch<float, A>(detail::eight_log2_e), detail::exponent(t));
  return detail::exp2_of_eighths(t, f);
#else
  const batch<float, A> t = detail::shifted_exponent(y);
  const batch<float, A> f = simd::fms(y, batch<float, A>(detail::log2_e), detail::exponent(t));
  return exp2_of_fraction(f) * bits_as<float>((bits_as<std::int32_t>(t) << 23) + batch<std::int32_t, A>(0x3f800000));  // 2^n, which is 0 for n = -127
#endif
}
/// f(x) for an f that is constant outside [low, high], of which xsimd's makes an integer there: undefined behaviour for what is no
/// number or not finite.
template <class A, class F> HEED_INLINE batch<double, A> within(const batch<double, A>& x, double low, double high, F f) {
  const auto number = x == x;
  const batch<double, A> y = xsimd::select(number, min_or_second(max_or_second(x, batch<double, A>(low)), batch<double, A>(high)), batch<double, A>(0.));
  return xsimd::select(number, f(y), x);
}
namespace detail {
inline constexpr double shift_52 = 6755399441055744.;  // 1.5·2^52: the low bits of t = y + it are round(y)
// round(y) from t, which is y shifted.
template <class A> HEED_INLINE batch<double, A> shifted_back(const batch<double, A>& y, const batch<double, A>& t) {
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
  (void)t;
  return xsimd::nearbyint(y);
#else
  (void)y;
  return t - batch<double, A>(shift_52);
#endif
}
// e^x without a power of 2, whose exponent n is added to `power`, the bits of a number.
#if defined(__AVX512F__)
inline constexpr double powers_of_2[16] = {1., 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
                                           0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0, 0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
/// 16 n + i = round(16 x·log2 e): 2^(i/16) from a table, 2^(f/16) for what is left, f in [-1/2, 1/2]: degree 6, relative-error minimax (7e-18)
/// with 1 exact, by Remez' algorithm. 16 log2 e is in two parts. (Tables for exponentials: Tang 1989.)
template <class A> HEED_INLINE batch<double, A> exp_of_rest_by_table(const batch<double, A>& x, batch<std::int64_t, A>& power) {
  const batch<double, A> scale(0x1.71547652b82fep+4), t = simd::fma(x, scale, batch<double, A>(shift_52));
  const batch<double, A> f = simd::fma(x, batch<double, A>(0x1.777d0ffda0d24p-52), simd::fms(x, scale, shifted_back(x * scale, t)));
  const auto places = bits_as<std::int64_t>(t);
  power = power + ((places & batch<std::int64_t, A>(~std::int64_t{15})) << 48);
  const auto q = polynomial(f, 9.181625177306331e-12, 1.2716121893641197e-9, 1.467610031442631e-7, 1.3550807776356149e-5, 9.383847928089909e-4, 4.332169878499668e-2);
  const auto root = of_sixteen(powers_of_2, places);
  return simd::fma(q, root * f, root);
}
#endif
/// n = round(x·log2 e). ln 2 is subtracted in two parts, of which n times the first is exact (fdlibm, e_exp.c). e^f for f in [-ln 2 / 2, ln 2 / 2]:
/// degree 11, relative-error minimax (4e-18) with 1 + f exact, by Remez' algorithm.
template <class A> HEED_INLINE batch<double, A> exp_of_rest(const batch<double, A>& x, batch<std::int64_t, A>& power) {
#if defined(__AVX512F__)
  if constexpr (sizeof x == 64) return exp_of_rest_by_table(x, power);
#endif
  const batch<double, A> one_over_ln2(1.4426950408889634), t = simd::fma(x, one_over_ln2, batch<double, A>(shift_52)), n = shifted_back(x * one_over_ln2, t);
  power = power + (bits_as<std::int64_t>(t) << 52);
  const batch<double, A> f = simd::fnma(n, batch<double, A>(1.90821492927058770002e-10), simd::fnma(n, batch<double, A>(6.93147180369123816490e-01), x));
  const auto r = polynomial(f, 2.5000018833187373e-8, 2.7630306250293600e-7, 2.7557586803895324e-6, 2.4801492949633869e-5, 1.9841269505773776e-4,
                            1.3888888943759966e-3, 8.3333333334949773e-3, 4.1666666666529728e-2, 1.6666666666666412e-1, 5.0000000000000107e-1);
  return simd::fma(r * f, f, f) + batch<double, A>(1.);
}
}  // namespace detail
/// exp(x), about 1 ulp. Below -708.4 it is 0 (no denormals, -inf gives exactly 0), above 709.8 inf; NaN stays NaN.
template <class A> HEED_INLINE batch<double, A> exp(const batch<double, A>& x) {
  batch<std::int64_t, A> power(0);
  const batch<double, A> rest = detail::exp_of_rest(x, power);
  batch<double, A> r = bits_as<double>(bits_as<std::int64_t>(rest) + power);
  r = xsimd::select(x < batch<double, A>(-708.39641853226408), batch<double, A>(0.), r);
  return xsimd::select(x <= batch<double, A>(709.78271289338397), r, x * batch<double, A>(std::numeric_limits<double>::max()));
}
/// exp of something that is at most about 0, NaN as above; 0 below -708.8 at the latest.
template <class A> HEED_INLINE batch<double, A> exp_of_nonpositive(const batch<double, A>& x) {
  batch<std::int64_t, A> power(0x3ff0000000000000);
  const batch<double, A> rest = detail::exp_of_rest(max_or_second(batch<double, A>(-709.), x), power);
  return rest * bits_as<double>(power);
}
template <class A> HEED_INLINE batch<float, A> exp2(const batch<float, A>& x) { return xsimd::exp2(x); }
template <class A> HEED_INLINE batch<double, A> exp2(const batch<double, A>& x) {
  return within(x, -1100, 1030, [](const batch<double, A>& y) { return xsimd::exp2(y); });
}

/// tanh: below 0.625 an odd polynomial (Cephes, tanhf), above it (1 - e) / (1 + e) with e = exp(-2|x|); about 2 ulp. Both are
/// computed and one is chosen, so that the time does not depend on the data.
template <class A> HEED_INLINE batch<float, A> tanh(const batch<float, A>& x) {
  const batch<float, A> a = xsimd::abs(x), z = x * x;
  const batch<float, A> e = exp_of_nonpositive(batch<float, A>(-2.f) * a), one(1.f);
  const batch<float, A> large = xsimd::copysign((one - e) / (one + e), x);
  const auto p = polynomial(z, -5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f, 1.33314422036e-1f, -3.33332819422e-1f);
  const batch<float, A> small = simd::fma(p * z, x, x);
  return xsimd::select(a < batch<float, A>(0.625f), small, large);
}
template <class A> HEED_INLINE batch<double, A> tanh(const batch<double, A>& x) {
  return within(x, -40, 40, [](const batch<double, A>& y) { return xsimd::tanh(y); });
}

/// erf: below 0.65 an odd polynomial, above it 1 - 2^p with p a polynomial for log2(erfc |x|), both minimax in the relative error of erf
/// (Lawson's algorithm); 1.7 ulp, and exactly 1 from 3.93 on. Both are computed and one is chosen, as in tanh.
template <class A> HEED_INLINE batch<float, A> erf(const batch<float, A>& x) {
  const batch<float, A> a = xsimd::abs(x), y = min_or_second(batch<float, A>(4.f), a);  // (NaN stays NaN)
  const batch<float, A> p = y * polynomial(y, 3.05540561e-4f, -4.62135692e-3f, 3.29946492e-2f, -1.51849377e-1f, -9.17135504e-1f, -1.62811063f);
#if defined(__AVX2__)
  const batch<float, A> t = detail::shifted_exponent(p, 8), f = simd::fms(p, batch<float, A>(8.f), detail::exponent(t));
  const batch<float, A> rest = detail::exp2_of_eighths(t, f);
#else
  const batch<float, A> t = p + batch<float, A>(12582912.f);
  const batch<float, A> rest = exp2_of_fraction(p - detail::exponent(t)) * bits_as<float>((bits_as<std::int32_t>(t) << 23) + batch<std::int32_t, A>(0x3f800000));
#endif
  const batch<float, A> large = xsimd::copysign(batch<float, A>(1.f) - rest, x);
  const auto q = polynomial(x * x, 4.39988975e-3f, -2.65694842e-2f, 1.12793495e-1f, -3.76124037e-1f, 1.28379147e-1f);
  return xsimd::select(a < batch<float, A>(0.65f), simd::fma(q, x, x), large);
}
/// float64: below 1 an odd polynomial, above it 1 - exp(p) with p a polynomial for log(erfc |x|) in |x| - 1, both least in the relative error of erf (4e-18); 1.1 ulp, and exactly 1
/// from 5.93 on. (xsimd's is 34 ulp off, the standard library's takes five times as long.)
template <class A> HEED_INLINE batch<double, A> erf(const batch<double, A>& x) {
  const batch<double, A> a = xsimd::abs(x), u = min_or_second(batch<double, A>(6.), a) - batch<double, A>(1.);  // (NaN stays NaN)
  const auto p = polynomial(u, -4.928242858290019e-12, 1.2070354005057267e-10, -1.3325744847231895e-9, 8.59699855113374e-9, -3.369209850214482e-8, 5.882076121052112e-8,
                            2.0324482231748762e-7, -2.1297230178119443e-6, 9.669077424591701e-6, -2.719723155270485e-5, 2.629537712226949e-5, 2.3731679973630995e-4,
                            -1.97790131118725e-3, 1.003382519519594e-2, -4.156109802668609e-2, -8.431072563593301e-1, -2.6389675142347775, -1.8496055099332482);
  const batch<double, A> large = xsimd::copysign(batch<double, A>(1.) - exp_of_nonpositive(p), x);
  const auto q = polynomial(x * x, -7.779006998938913e-10, 1.3710723752362671e-8, -1.62062520124077e-7, 1.6447123157171299e-6, -1.4924711588030736e-5, 1.2055293537844502e-4,
                            -8.548325927936419e-4, 5.223977606087995e-3, -2.6866170643107506e-2, 1.1283791670944159e-1, -3.761263890318352e-1, 1.2837916709551256e-1);
  return xsimd::select(a < batch<double, A>(1.), simd::fma(q, x, x), large);
}

namespace detail {
// x = 2^k·m with m in [sqrt(1/2), sqrt(2)), for a positive normal x; k as a number of the same type.
template <class A> HEED_INLINE void take_exponent(const batch<float, A>& x, batch<float, A>& m, batch<float, A>& k) {
  constexpr std::int32_t root = 0x3f3504f3;  // the bits of sqrt(1/2)
  const auto t = bits_as<std::int32_t>(x) + batch<std::int32_t, A>(0x3f800000 - root);
  k = xsimd::batch_cast<float>((t >> 23) - batch<std::int32_t, A>(127));
  m = bits_as<float>((t & batch<std::int32_t, A>(0x007fffff)) + batch<std::int32_t, A>(root));
}
template <class A> HEED_INLINE void take_exponent(const batch<double, A>& x, batch<double, A>& m, batch<double, A>& k) {
  constexpr std::uint64_t root = 0x3fe6a09e00000000, two_52 = 0x4330000000000000;
  const auto t = bits_as<std::uint64_t>(x) + batch<std::uint64_t, A>(0x3ff0000000000000 - root);
  // an integer below 2^52 as a double: it is the last bits of 2^52 + it
  k = bits_as<double>((t >> 52) | batch<std::uint64_t, A>(two_52)) - batch<double, A>(4503599627370496.0 + 1023);
  m = bits_as<double>((t & batch<std::uint64_t, A>(0x000fffffffffffff)) + batch<std::uint64_t, A>(root));
}
// log of x = 2^k·m, or of what is that once `less` is taken off k, for a positive normal x; of other x it is anything.
//
// float32: f - f²/2 + f³·p(f) with f = m - 1 and p of degree 7, minimax in the relative error (6e-9, Lawson's algorithm): no quotient, and a
// polynomial in three steps, for what waits for a logarithm waits long.
template <class A> HEED_INLINE batch<float, A> log_of_normal(const batch<float, A>& x, const batch<float, A>& less) {
  batch<float, A> m, k;
  take_exponent(x, m, k);
  k = k - less;
  const batch<float, A> f = m - batch<float, A>(1.f), z = f * f;
  const auto pair = [&](float highest, float lower) { return simd::fma(f, batch<float, A>(highest), batch<float, A>(lower)); };
  const batch<float, A> high = simd::fma(pair(-7.63449276e-2f, 1.27615755e-1f), z, pair(-1.31601831e-1f, 1.42017583e-1f));
  const batch<float, A> low = simd::fma(pair(-1.66233573e-1f, 2.00012269e-1f), z, pair(-2.50008210e-1f, 3.33333317e-1f));
  const batch<float, A> p = simd::fma(high, z * z, low);
  const batch<float, A> rest = simd::fma(p, z * f, k * batch<float, A>(9.0580006145e-06f));
  return simd::fma(k, batch<float, A>(6.9313812256e-01f), simd::fnma(batch<float, A>(0.5f), z, rest) + f);  // ln 2 in two parts
}
// float64: the polynomial of fdlibm (e_log.c), an even one in s = f / (2 + f).
template <class A> HEED_INLINE batch<double, A> log_of_normal(const batch<double, A>& x, const batch<double, A>& less) {
  batch<double, A> m, k;
  take_exponent(x, m, k);
  k = k - less;
  const batch<double, A> f = m - batch<double, A>(1.), s = f / (m + batch<double, A>(1.)), half = batch<double, A>(0.5) * f * f, z = s * s;
  const auto tail = polynomial(z, 1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01,
                               2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01) * z;
  return k * batch<double, A>(6.93147180369123816490e-01) - ((half - simd::fma(s, half + tail, k * batch<double, A>(1.90821492927058770002e-10))) - f);
}
// What log makes of all others: inf and NaN stay, 0 gives -inf, what is below it NaN.
template <class T, class A> HEED_INLINE batch<T, A> log_of_other(const batch<T, A>& x) {
  const batch<T, A> inf(std::numeric_limits<T>::infinity()), nan(std::numeric_limits<T>::quiet_NaN());
  return xsimd::select(x == batch<T, A>(T(0)), -inf, xsimd::select(x < batch<T, A>(T(0)), nan, x));
}
template <class T, class A> HEED_INLINE auto is_positive_and_finite(const batch<T, A>& x) { return (x > batch<T, A>(T(0))) & (x < batch<T, A>(std::numeric_limits<T>::infinity())); }
}  // namespace detail

/// log, about 1 ulp; -inf of 0, NaN of what is below, denormals included. Not xsimd's, which selects between integers: with xsimd 8.1 and
/// AVX-512 that compiles only where it is optimised away.
template <class T, class A> HEED_INLINE batch<T, A> log(const batch<T, A>& x) {
  constexpr bool f32 = sizeof(T) == 4;
  constexpr T small = std::numeric_limits<T>::min(), up = f32 ? T(33554432) : T(18014398509481984), places = f32 ? T(25) : T(54);
  const auto denormal = x < batch<T, A>(small);
  const batch<T, A> r = detail::log_of_normal(xsimd::select(denormal, x * batch<T, A>(up), x), xsimd::select(denormal, batch<T, A>(places), batch<T, A>(T(0))));
  return xsimd::select(detail::is_positive_and_finite(x), r, detail::log_of_other(x));
}

namespace detail {
// A sum as it is rounded: not one that is taken to be exact.
template <class T, class A> HEED_INLINE batch<T, A> rounded(batch<T, A> x) {
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
  asm("" : "+m"(x));
#endif
  return x;
}
}  // namespace detail
/// log(1 + x) without loss for small x: what rounding 1 + x has lost is added to first order.
template <class T, class A> HEED_INLINE batch<T, A> log1p(const batch<T, A>& x) {
  const batch<T, A> one(T(1)), u = detail::rounded<T>(one + x);  // no denormal
  const batch<T, A> r = detail::log_of_normal(u, batch<T, A>(T(0))) + (x - detail::rounded<T>(u - one)) / u;
  return xsimd::select(batch_mask<T, A>(x == batch<T, A>(T(0))), x, xsimd::select(detail::is_positive_and_finite(u), r, detail::log_of_other(u)));  // (-0 is kept)
}

}  // namespace heed::simd
HEED_UNSET_END
