// Running error analysis: a value in double, and how far an evaluation in the nodes' own precision may be from it.
//
// Beside every value stands a bound that holds for any order of summation and any of the rewrites that the planner may
// make: fused multiply-add, a reciprocal instead of a division, exp2 instead of exp, constants moved through sums, a
// running maximum with rescaled partial results, Welford's variance. The bounds are first-order (Higham, "Accuracy and
// Stability of Numerical Algorithms", 3.3) with generous constants: an evaluation within them is right up to rounding,
// and a wrong index, a forgotten term or a skipped block is far outside.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include <heed/eval/reference/float64.hpp>

namespace heed::detail {

/// A value, and a bound of the error of computing it. An error of infinity: anything may come out, NaN too. Otherwise a
/// value of NaN or infinity is exact. A bool is 0 or 1, with an error of 1 where rounding decides.
struct bounded {
  double value = 0, error = 0;

  constexpr bounded() = default;
  constexpr explicit bounded(double v, double e = 0) : value(v), error(e) {}
  constexpr bool exact() const { return error == 0; }
  constexpr bool exactly(double v) const { return exact() && value == v; }
};

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

// The cost of rounding a result, `roundings` times. What comes of inexact operands, or is not 0, may also lose what
// lies below the smallest normal number.
inline double rounding(const precision& p, double value, double roundings, bool may_underflow) {
  return p.integral ? 0 : roundings * p.roundoff * std::fabs(value) + (may_underflow ? 4 * p.tiny : 0);
}

// A result with its bound, where neither may have left the range of the type.
inline bounded finished(const precision& p, double value, double error) {
  if (std::isnan(error) || (std::isfinite(value) && std::fabs(value) + error > p.largest * 0.999)) error = unbounded;
  if (!std::isfinite(value) && error != unbounded) error = 0;
  return bounded(value, error);
}

// A result of a function f that is monotone around x: the largest difference within the operand's error.
template <class F> bounded over_interval(const precision& p, const bounded& x, double roundings, F f) {
  const double value = f(x.value);
  if (x.exact()) return finished(p, value, rounding(p, value, roundings, value != 0));
  if (x.error == unbounded) return bounded(value, unbounded);
  double error = 0;
  for (const double end : {f(x.value - x.error), f(x.value + x.error)}) {
    const bool same = end == value || (std::isnan(end) && std::isnan(value));
    error = std::fmax(error, same ? 0 : std::isfinite(end - value) ? std::fabs(end - value) : unbounded);
  }
  return finished(p, value, error + rounding(p, value, roundings, true));
}

inline bounded add_bounded(const precision& p, double value, const bounded& a, const bounded& b) {
  if (!std::isfinite(value)) return bounded(value, std::fmax(a.error, b.error) == unbounded ? unbounded : 0);
  // the operands' sizes count, not the result's: a constant factor may have been moved into a difference
  return finished(p, value,
                  a.error + b.error + (p.integral ? 0 : 3 * p.roundoff * (std::fabs(a.value) + std::fabs(b.value))));
}

inline bounded multiply_bounded(const precision& p, const bounded& a, const bounded& b) {
  const double value = a.value * b.value;
  const bool unknown = a.error == unbounded || b.error == unbounded;
  if (!std::isfinite(value)) {
    // 0 times NaN or infinity: a planner that skips what is multiplied by 0 does not see it
    auto may_vanish = [](const bounded& x) { return std::fabs(x.value) <= x.error || x.value == 0; };
    return bounded(value, unknown || may_vanish(a) || may_vanish(b) ? unbounded : 0);
  }
  if (unknown) return bounded(value, unbounded);
  const double error = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return finished(p, value, error + rounding(p, value, 3, value != 0 || error != 0));
}

inline bounded divide_bounded(const precision& p, double value, const bounded& a, const bounded& b) {
  if (a.error == unbounded || b.error == unbounded) return bounded(value, unbounded);
  if (b.exactly(0)) return bounded(value, a.exact() || std::fabs(a.value) > a.error ? 0 : unbounded);
  const double least = std::fabs(b.value) - b.error;  // of the divisor's size
  if (!(least > 0) || (!p.integral && least * p.largest < 4)) {
    const bool sure = std::isnan(value) || std::isinf(b.value);
    return bounded(value, sure ? 0 : unbounded);
  }
  if (std::isinf(b.value)) return bounded(value, 0);
  const double error = (a.error + std::fabs(value) * b.error) / least;
  if (p.integral) return finished(p, value, error == 0 ? 0 : std::ceil(error) + 1);
  return finished(p, value, error + rounding(p, value, 4, value != 0 || error != 0));
}

inline bounded remainder_bounded(const precision& p, double value, const bounded& a, const bounded& b) {
  if (a.exact() && b.exact()) return finished(p, value, rounding(p, value, 1, false));
  const double quotient = std::trunc(a.value / b.value);
  const double error = a.error + std::fabs(quotient) * b.error;
  const bool same_quotient = std::fabs(value) > error && std::fabs(value) + error < std::fabs(b.value) - b.error;
  return finished(p, value, same_quotient ? error : std::fabs(b.value) + b.error);
}

// Whether rounding may turn the comparison of a with b.
inline bool comparison_unsure(const bounded& a, const bounded& b) {
  if (a.exact() && b.exact()) return false;
  if (a.error == unbounded || b.error == unbounded) return true;
  return std::fabs(a.value - b.value) <= a.error + b.error;  // false for NaN and for different infinities
}

inline bounded where_bounded(const bounded& condition, const bounded& a, const bounded& b) {
  const bounded& chosen = condition.value != 0 ? a : b;
  if (condition.exact()) return chosen;
  const double apart = std::fabs(a.value - b.value);
  const bool same = a.value == b.value || (std::isnan(a.value) && std::isnan(b.value));
  const double between = same ? 0 : std::isfinite(apart) ? apart : unbounded;
  return bounded(chosen.value, between + std::fmax(a.error, b.error));
}

// The larger or smaller of two: off by no more than the worse of them.
inline bounded extremum_bounded(double value, const bounded& a, const bounded& b) {
  const double error = std::fmax(a.error, b.error);
  return bounded(value, std::isfinite(value) || error == unbounded ? error : 0);
}

inline bounded pow_bounded(const precision& p, double value, const bounded& a, const bounded& b) {
  if (a.error == unbounded || b.error == unbounded) return bounded(value, unbounded);
  double error = 0;
  for (const double x : {a.value - a.error, a.value + a.error})
    for (const double y : {b.value - b.error, b.value + b.error})
      if (const double end = std::pow(x, y); end != value && !(std::isnan(end) && std::isnan(value)))
        error = std::fmax(error, std::isfinite(end - value) ? std::fabs(end - value) : unbounded);
  const bool through_zero = !a.exact() && std::fabs(a.value) <= a.error && b.value - b.error < 0;
  const double exponent = std::fabs(b.value * std::log(std::fabs(a.value)));  // exp(b log a) rounds this
  const double roundings = 8 + (std::isfinite(exponent) ? 4 * exponent : 0);
  return finished(p, value, through_zero ? unbounded : error + rounding(p, value, roundings, value != 0));
}

inline bounded logical_bounded(op o, double value, const bounded& a, const bounded& b) {
  const bool decides = o == op::logical_or;  // the operand that settles the result alone
  const bool settled = (a.exact() && (a.value != 0) == decides) || (b.exact() && (b.value != 0) == decides);
  return bounded(value, settled || (a.exact() && b.exact()) ? 0 : 1);
}

/// One element of `elementwise<o, ...>`, as for double.
inline bounded elementwise_value(op o, const precision& p, const bounded* a) {
  std::array<double, 3> values{};
  const bool unary = o == op::negate || o == op::logical_not || (o >= op::anchor && o != op::pow);
  const std::size_t count = o == op::where ? 3 : unary ? 1 : 2;
  for (std::size_t i = 0; i < count; ++i) values[i] = a[i].value;
  const double value = elementwise_value(o, p, values.data());
  auto function = [&](double roundings) {
    return over_interval(p, a[0], roundings, [&](double x) { return elementwise_value(o, p, &x); });
  };
  switch (o) {
    case op::add:
    case op::subtract: return add_bounded(p, value, a[0], a[1]);
    case op::multiply: return multiply_bounded(p, a[0], a[1]);
    case op::divide: return divide_bounded(p, value, a[0], a[1]);
    case op::remainder: return remainder_bounded(p, value, a[0], a[1]);
    case op::negate:
    case op::anchor:
    case op::abs: return bounded(value, a[0].error);
    case op::equal:
    case op::not_equal:
    case op::less:
    case op::less_equal:
    case op::greater:
    case op::greater_equal: return bounded(value, comparison_unsure(a[0], a[1]) ? 1 : 0);
    case op::logical_and:
    case op::logical_or: return logical_bounded(o, value, a[0], a[1]);
    case op::logical_not: return bounded(value, a[0].exact() ? 0 : 1);
    case op::where: return where_bounded(a[0], a[1], a[2]);
    case op::minimum:
    case op::maximum: return extremum_bounded(value, a[0], a[1]);
    case op::exp:
    case op::exp2: {
      // as 2 to the power of a rounded product: the argument's size counts
      if (a[0].error == unbounded || !std::isfinite(a[0].value))
        return bounded(value, a[0].error == unbounded ? unbounded : 0);
      const double argument = a[0].error + 4 * p.roundoff * std::fabs(a[0].value);
      const double relative = std::expm1(o == op::exp ? argument : argument * 0.6931471805599453);
      return finished(p, value, value * relative + rounding(p, value * (1 + relative), 8, true));
    }
    case op::sin:
    case op::cos: {
      const double error = std::fmin(a[0].error, 2) + 8 * p.roundoff;
      return finished(p, value, a[0].error == unbounded ? unbounded : error);
    }
    case op::sqrt: return function(4);
    case op::log:
    case op::log1p:
    case op::rsqrt: return function(8);
    case op::pow: return pow_bounded(p, value, a[0], a[1]);
    default: return function(16);
  }
}

}  // namespace heed::detail
