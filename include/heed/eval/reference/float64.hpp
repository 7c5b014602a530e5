// The operations of the language on double: what each of them means, on one page, with the C++ library only.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <heed/eval/reference/precision.hpp>
#include <heed/node/fold.hpp>

namespace heed::detail {

// NaN wins, as a maximum that ignored it would hide it.
inline double maximum_of(double a, double b) { return std::isnan(a) || a > b ? a : b; }
inline double minimum_of(double a, double b) { return std::isnan(a) || a < b ? a : b; }

/// One element of `elementwise<o, ...>`; a has one element of each operand. p is the element type of the result.
inline double elementwise_value(op o, const precision& p, const double* a) {
  switch (o) {
    case op::add: return a[0] + a[1];
    case op::subtract: return a[0] - a[1];
    case op::multiply: return a[0] * a[1];
    case op::divide: return p.integral ? (a[0] - std::fmod(a[0], a[1])) / a[1] : a[0] / a[1];
    case op::remainder: return std::fmod(a[0], a[1]);
    case op::negate: return -a[0];
    case op::equal: return a[0] == a[1];
    case op::not_equal: return a[0] != a[1];
    case op::less: return a[0] < a[1];
    case op::less_equal: return a[0] <= a[1];
    case op::greater: return a[0] > a[1];
    case op::greater_equal: return a[0] >= a[1];
    case op::logical_and: return a[0] != 0 && a[1] != 0;
    case op::logical_or: return a[0] != 0 || a[1] != 0;
    case op::logical_not: return a[0] == 0;
    case op::where: return a[0] != 0 ? a[1] : a[2];
    case op::minimum: return minimum_of(a[0], a[1]);
    case op::maximum: return maximum_of(a[0], a[1]);
    case op::anchor: return maximum_of(a[0], std::numeric_limits<double>::lowest());
    case op::abs: return std::fabs(a[0]);
    case op::exp: return std::exp(a[0]);
    case op::exp2: return std::exp2(a[0]);
    case op::log: return std::log(a[0]);
    case op::log1p: return std::log1p(a[0]);
    case op::sqrt: return std::sqrt(a[0]);
    case op::rsqrt: return 1 / std::sqrt(a[0]);
    case op::pow: return std::pow(a[0], a[1]);
    case op::sin: return std::sin(a[0]);
    case op::cos: return std::cos(a[0]);
    case op::tanh: return std::tanh(a[0]);
    case op::erf: return std::erf(a[0]);
    default: return std::numeric_limits<double>::quiet_NaN();  // the planner's own: no user's expression has it
  }
}

inline double sum_of(const double* x, std::size_t n) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += x[i];
  return total;
}

/// The fold of n elements, in their order. p is the element type of the result.
inline double fold_value(fold_op o, const precision& p, const double* x, std::size_t n) {
  switch (o) {
    case fold_op::sum: return sum_of(x, n);
    case fold_op::prod: {
      double product = 1;
      for (std::size_t i = 0; i < n; ++i) product *= x[i];
      return product;
    }
    case fold_op::max: {
      double largest = p.lowest;
      for (std::size_t i = 0; i < n; ++i) largest = maximum_of(largest, x[i]);
      return largest;
    }
    case fold_op::min: {
      double smallest = p.highest;
      for (std::size_t i = 0; i < n; ++i) smallest = minimum_of(smallest, x[i]);
      return smallest;
    }
    case fold_op::mean: return sum_of(x, n) / static_cast<double>(n);
    case fold_op::var: {
      const double mean = sum_of(x, n) / static_cast<double>(n);
      double total = 0;
      for (std::size_t i = 0; i < n; ++i) total += (x[i] - mean) * (x[i] - mean);
      return total / static_cast<double>(n);
    }
    case fold_op::argmax:
    case fold_op::argmin: {  // the first of equals; the first NaN
      std::size_t best = 0;
      for (std::size_t i = 1; i < n && !std::isnan(x[best]); ++i)
        if (std::isnan(x[i]) || (o == fold_op::argmax ? x[i] > x[best] : x[i] < x[best])) best = i;
      return static_cast<double>(best);
    }
    case fold_op::any_of: return std::any_of(x, x + n, [](double e) { return e != 0; });
    case fold_op::all_of: return std::all_of(x, x + n, [](double e) { return e != 0; });
  }
  return 0;
}

/// The sum of n products, in their order.
inline double dot_value(const precision&, const double* a, const double* b, std::size_t n) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += a[i] * b[i];
  return total;
}

/// x as an element of type T: integers lose their fraction, floats keep what double has.
template <class T, class From> double converted_value(const precision&, double x) {
  if constexpr (std::is_same_v<T, bool>) return x != 0;
  else if constexpr (std::is_integral_v<T> && std::is_integral_v<From>) {
    // a narrower integer wraps around, as in C++
    return static_cast<double>(static_cast<T>(static_cast<long long>(x)));
  } else if constexpr (std::is_integral_v<T>) return std::trunc(x);
  else return x;
}

/// The number, and what is found where it says: for a bound, anything where rounding may have changed it.
inline double as_double(const double& x) { return x; }
inline double chosen_by(double, double found) { return found; }

/// A number as the reference has it, beside the value that element type T would hold.
template <class T, class U> void set_constant(double& x, U value) { x = static_cast<double>(value); }

/// How a function of the user's is applied: once, to the elements.
template <class Call> double mapped_value(const precision&, const Call& call, const double* a) {
  return call.in_float64(a);
}

}  // namespace heed::detail
