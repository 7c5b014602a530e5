// The bounds of what an operation gives for operands within bounds: of the operands of one block (kernel/interval.hpp), and of what the
// bounds of every block have in common (known_bounds.hpp), which may be nothing.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <type_traits>

#include <heed/config.hpp>
#include <heed/node/op.hpp>
#include <heed/plan/scalar.hpp>

namespace heed::planner {

/// What is no number lies within any bounds: whether it may be there is said beside them, for comparisons.
struct interval {
  double lo, hi;
  bool may_be_nan = false;
  constexpr bool exactly(double x) const { return lo == x && hi == x; }
  constexpr bool has(double x) const { return lo <= x && x <= hi; }
  constexpr bool holds_nothing() const { return lo > hi; }
};
inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr interval anything{-infinite, infinite, true};

constexpr interval only(double x) { return {x, x, x != x}; }
constexpr interval truth(bool always, bool never) { return {always ? 1.0 : 0.0, never ? 0.0 : 1.0}; }
constexpr interval either(interval a, interval b) { return {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi, a.may_be_nan || b.may_be_nan}; }

namespace detail {
// What passes the largest number is infinite, and no constant expression: there it is not computed.
inline constexpr double greatest = std::numeric_limits<double>::max();
constexpr double magnitude(double x) { return x < 0 ? -x : x; }
constexpr double plus(double a, double b) {
  if (std::is_constant_evaluated() && magnitude(a) <= greatest && magnitude(b) <= greatest && (b > 0 ? a > greatest - b : a < -greatest - b)) return b > 0 ? infinite : -infinite;
  return a + b;
}
// Products of bounds; 0·inf is 0: a bound of infinity is one that is not reached unless it is exact. So is x/inf, for b other than 0.
constexpr double times(double a, double b) {
  if (a == 0 || b == 0) return 0;
  if (std::is_constant_evaluated() && magnitude(a) <= greatest && magnitude(b) > 1 && magnitude(a) > greatest / magnitude(b)) return (a < 0) == (b < 0) ? infinite : -infinite;
  return a * b;
}
constexpr double over(double a, double b) {
  if (magnitude(b) == infinite) return 0;
  if (std::is_constant_evaluated() && magnitude(a) <= greatest && magnitude(b) < 1 && magnitude(a) > greatest * magnitude(b)) return (a < 0) == (b < 0) ? infinite : -infinite;
  return a / b;
}
constexpr bool is_infinite_somewhere(interval x) { return x.lo == -infinite || x.hi == infinite; }

constexpr interval sum(interval a, interval b) {
  const bool nan = a.may_be_nan || b.may_be_nan || (a.hi == infinite && b.lo == -infinite) || (a.lo == -infinite && b.hi == infinite);
  if (a.exactly(-infinite) || b.exactly(-infinite)) return {-infinite, -infinite, nan};
  return {a.lo == -infinite || b.lo == -infinite ? -infinite : plus(a.lo, b.lo), a.hi == infinite || b.hi == infinite ? infinite : plus(a.hi, b.hi), nan};
}
constexpr interval product(interval a, interval b) {
  interval x{infinite, -infinite, a.may_be_nan || b.may_be_nan || (a.has(0) && is_infinite_somewhere(b)) || (b.has(0) && is_infinite_somewhere(a))};
  if (a.exactly(0) || b.exactly(0)) return {0, 0, x.may_be_nan};
  for (const double y : {times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)}) {
    x.lo = y < x.lo ? y : x.lo;
    x.hi = y > x.hi ? y : x.hi;
  }
  return x;
}
constexpr interval quotient(interval a, interval b, bool floats) {
  if (b.lo != b.hi || b.lo == 0 || (!floats && b.lo < 0)) return anything;
  const double x = over(a.lo, b.lo), y = over(a.hi, b.lo);
  if (!floats) return {std::trunc(x), std::trunc(y)};  // C++ truncates: the quotient lies between the truncated bounds
  return {x < y ? x : y, x < y ? y : x, a.may_be_nan || b.may_be_nan || (is_infinite_somewhere(a) && is_infinite_somewhere(b))};
}
}  // namespace detail

/// Whether a comparison holds for every two values within the bounds; for none of them. (Of two numbers of which one may be NaN most are false.)
HEED_INLINE constexpr bool is_always(op o, interval a, interval b) {
  if (o == op::not_equal) return a.hi < b.lo || a.lo > b.hi;
  if (a.may_be_nan || b.may_be_nan) return false;
  switch (o) {
    case op::less: return a.hi < b.lo;
    case op::less_equal: return a.hi <= b.lo;
    case op::greater: return a.lo > b.hi;
    case op::greater_equal: return a.lo >= b.hi;
    default: return (a.lo < b.lo ? a.lo : b.lo) >= (a.hi > b.hi ? a.hi : b.hi);  // equal
  }
}
HEED_INLINE constexpr bool is_never(op o, interval a, interval b) {
  switch (o) {
    case op::less: return a.lo >= b.hi;
    case op::less_equal: return a.lo > b.hi;
    case op::greater: return a.hi <= b.lo;
    case op::greater_equal: return a.hi < b.lo;
    case op::equal: return a.hi < b.lo || a.lo > b.hi;
    default: return is_always(op::equal, a, b);  // not_equal
  }
}

/// Operands whose bounds are asked for: of the others, and of every operand where there are none, nothing is known.
constexpr int bounded_operands(op o) {
  switch (o) {
    case op::exp: case op::anchored_exp: case op::negate: case op::abs: case op::anchor: case op::logical_not: return 1;
    case op::add: case op::subtract: case op::multiply: case op::divide: case op::remainder: case op::minimum: case op::maximum:
    case op::equal: case op::not_equal: case op::less: case op::less_equal: case op::greater: case op::greater_equal:
    case op::logical_and: case op::logical_or: return 2;
    default: return 0;
  }
}
/// The bounds of an operation whose result is of type s; b: of an operation with two operands.
HEED_INLINE constexpr interval bounds_of(op o, scalar s, interval a, interval b = anything) {  // (of one operation each: a call for each node took a third of a walk with masks)
  switch (o) {
    case op::add: return detail::sum(a, b);
    case op::subtract: return detail::sum(a, {-b.hi, -b.lo, b.may_be_nan});
    case op::multiply: return detail::product(a, b);
    case op::divide: return detail::quotient(a, b, is_float(s));
    case op::remainder: return b.lo != b.hi || b.lo <= 0 || a.lo < 0 ? anything : a.hi < b.lo ? a : interval{0, is_float(s) ? b.lo : b.lo - 1, is_float(s)};
    case op::negate: return {-a.hi, -a.lo, a.may_be_nan};
    case op::minimum: return {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi, a.may_be_nan || b.may_be_nan};
    case op::maximum: return {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi, a.may_be_nan || b.may_be_nan};
    case op::equal: case op::not_equal: case op::less: case op::less_equal: case op::greater: case op::greater_equal: return truth(is_always(o, a, b), is_never(o, a, b));
    case op::logical_and: return truth(a.lo > 0 && b.lo > 0, a.hi < 1 || b.hi < 1);
    case op::logical_or: return truth(a.lo > 0 || b.lo > 0, a.hi < 1 && b.hi < 1);
    case op::logical_not: return truth(a.hi < 1, a.lo > 0);
    case op::anchor: {
      const double lowest = s == scalar::f32 ? std::numeric_limits<float>::lowest() : std::numeric_limits<double>::lowest();
      return {a.lo < lowest ? lowest : a.lo, a.hi < lowest ? lowest : a.hi, a.may_be_nan};
    }
    case op::abs: {
      const double l = a.lo < 0 ? -a.lo : a.lo, h = a.hi < 0 ? -a.hi : a.hi;
      return {a.lo <= 0 && a.hi >= 0 ? 0 : (l < h ? l : h), l > h ? l : h, a.may_be_nan};
    }
    case op::exp: case op::anchored_exp: return {0, a.hi == -infinite ? 0 : infinite, a.may_be_nan || o == op::anchored_exp};
    case op::tanh: return {-1, 1, true};
    default: return anything;
  }
}

}  // namespace heed::planner
