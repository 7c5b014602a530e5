// x to the power of y.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <heed/simd/arithmetic.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

namespace detail {
// Whether powers of float are taken in float64.
template <class T, int W> inline constexpr bool raises_in_double = std::is_same_v<T, float> && in_registers<double, W> && sizeof(batch_for<double, W>) >= 32;
template <class T, int W> HEED_INLINE bool are_all(L<T, W, true> y, T n) {
  bool same = true;
  for (int i = 0; i < y.count; ++i) same = same && xsimd::all(typename batch_for<T, W>::batch_bool_type(y.part[i] == batch_for<T, W>(n)));
  return same;
}
/// x^n, of which 2n is whole, by squaring and a square root: each of the 2 log2(n) products adds half an ulp.
template <class T, int W> HEED_INLINE lanes<T, W> simple_power(lanes<T, W> x, T n) {
  const auto one = all<T, W>(T(1));
  const T size = n < 0 ? -n : n;
  auto k = static_cast<unsigned>(size);
  lanes<T, W> r = one;
  if (size != static_cast<T>(k)) {
    constexpr T inf = std::numeric_limits<T>::infinity();
    using batch = batch_for<T, W>;
    for (auto& a : x.part) a = choose(typename batch::batch_bool_type(a == batch(-inf)), batch(inf), a + batch(T(0)));  // (powers that are no whole number have no sign)
    r = sqrt(x);
  }
  for (lanes<T, W> square = x; k != 0; k >>= 1) {
    if ((k & 1) != 0) r = multiply(r, square);
    square = multiply(square, square);
  }
  return n < 0 ? divide(one, r) : r;
}
/// Whether for every lane x is at least +0 and finite, y finite, and not both x zero and y at most 0.
template <int W> HEED_INLINE bool has_plain_power(L<float, W, true> x, L<float, W, true> y) {
  constexpr float most = std::numeric_limits<float>::max();
  bool plain = true;
  for (int i = 0; i < x.count; ++i) {
    using batch = batch_for<float, W>;
    using mask = typename batch::batch_bool_type;
    const batch a = x.part[i], b = y.part[i], zero(0.f), limit(most);
    const auto positive = mask(a > zero) & mask(a <= limit);
    const auto nought = mask(a == zero) & mask(b > zero) & mask(batch(1.f) / a > zero);
    plain = plain && xsimd::all((positive | nought) & mask(xsimd::abs(b) <= limit));
  }
  return plain;
}
}  // namespace detail

/// x^y. One small y for all lanes that is whole or ends in a half, as in pow(x, 2) and pow(x, -1.5), takes products and a square root: of float in
/// float64, so that nothing but the last rounding is left of their errors; of double (and of float without wide registers) between -1 and 4, at most 1.5 ulp. Else of float by logarithm
/// and exponential in float64. What is left (x that are negative or not finite, 0 to the power of what is not positive) is std::pow's.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> pow(L<T, W, R> x, L<T, W, R> y) {
  if constexpr (R && std::is_floating_point_v<T>) {
    constexpr bool in_double = detail::raises_in_double<T, W>;
    const T n = y.get(0);
    const bool whole = n == std::trunc(n), half = 2 * n == std::trunc(2 * n);
    if (n >= T(in_double ? -64 : -1) && n <= T(in_double ? 64 : 4) && half && (in_double || whole || n < 2) && detail::are_all<T, W>(y, n)) {
      if (n == T(2)) return multiply(x, x);
      if constexpr (in_double) return to<T>(detail::simple_power(to<double>(x), static_cast<double>(n)));
      else return detail::simple_power(x, n);
    }
    if constexpr (in_double)
      if (detail::has_plain_power<W>(x, y)) return to<T>(exp(multiply(to<double>(y), log(to<double>(x)))));
  }
  return each_single(x, y, [](T a, T b) { return static_cast<T>(std::pow(a, b)); });
}

namespace detail {
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> cube(L<T, W, R> x) {
  if constexpr (R && raises_in_double<T, W>) return to<T>(cube(to<double>(x)));
  else return multiply(x, multiply(x, x));
}
template <class T, int W, bool R> HEED_SHARED lanes<T, W, R> power(lanes<T, W, R> x, T n) { return pow(x, all<T, W>(n)); }
}  // namespace detail
/// x^n of one n for everything, a number of the formula: most often a square or a cube, for which nothing else is asked.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> pow_of_constant(const lanes<T, W, R>& x, T n) {
  return n == T(2) ? multiply(x, x) : n == T(3) ? detail::cube(x) : detail::power(x, n);
}

}  // namespace heed::simd
HEED_UNSET_END
