// x to the power of y.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <heed/simd/arithmetic.hpp>

namespace heed::simd {

namespace detail {
template <class T, int W> HEED_INLINE bool are_all(L<T, W, true> y, T n) {
  bool same = true;
  for (int i = 0; i < y.count; ++i) same = same && xsimd::all(batch_mask<T>(y.part[i] == batch<T>(n)));
  return same;
}
/// x^n by squaring: each of the 2 log2(n) products adds half an ulp.
template <class T, int W> HEED_INLINE lanes<T, W> whole_power(const lanes<T, W>& x, int n) {
  lanes<T, W> r = all<T, W>(T(1)), square = x;
  for (unsigned k = static_cast<unsigned>(n < 0 ? -n : n); k != 0; k >>= 1) {
    if ((k & 1) != 0) r = multiply(r, square);
    square = multiply(square, square);
  }
  return n < 0 ? divide(all<T, W>(T(1)), r) : r;
}
/// Whether for every lane x is at least +0 and finite, y finite, and not both x zero and y at most 0.
template <int W> HEED_INLINE bool has_plain_power(L<float, W, true> x, L<float, W, true> y) {
  constexpr float most = std::numeric_limits<float>::max();
  bool plain = true;
  for (int i = 0; i < x.count; ++i) {
    const batch<float> a = x.part[i], b = y.part[i], zero(0.f), limit(most);
    const auto positive = batch_mask<float>(a > zero) & batch_mask<float>(a <= limit);
    const auto nought = batch_mask<float>(a == zero) & batch_mask<float>(b > zero) & batch_mask<float>(batch<float>(1.f) / a > zero);
    plain = plain && xsimd::all((positive | nought) & batch_mask<float>(xsimd::abs(b) <= limit));
  }
  return plain;
}
}  // namespace detail

/// x^y. One small whole y for all lanes, as in pow(x, 2), takes products: of float in float64, so that nothing but the last rounding is left of
/// their errors; of double up to 4 and -1, at most 1.5 ulp. Else of float by logarithm and exponential in float64. What is left (x that are negative or not
/// finite, 0 to the power of what is not positive) is std::pow's.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> pow(L<T, W, R> x, L<T, W, R> y) {
  if constexpr (R && std::is_floating_point_v<T>) {
    constexpr bool in_double = std::is_same_v<T, float> && in_registers<double, W> && sizeof(batch<double>) >= 32;
    const T n = y.get(0);
    if (n >= T(in_double ? -64 : -1) && n <= T(in_double ? 64 : 4) && n == std::trunc(n) && detail::are_all<T, W>(y, n)) {
      if (n == T(2)) return multiply(x, x);
      if constexpr (in_double) return to<T>(detail::whole_power(to<double>(x), static_cast<int>(n)));
      else return detail::whole_power(x, static_cast<int>(n));
    }
    if constexpr (in_double)
      if (detail::has_plain_power<W>(x, y)) return to<T>(exp(multiply(to<double>(y), log(to<double>(x)))));
  }
  return each_single(x, y, [](T a, T b) { return static_cast<T>(std::pow(a, b)); });
}

}  // namespace heed::simd
