// The element-wise operations and the folds that the language knows, as names.
#pragma once

namespace heed {

enum class op : unsigned char {
  // arithmetic
  add, subtract, multiply, divide, remainder, negate,
  // comparisons and logic: the result is bool
  equal, not_equal, less, less_equal, greater, greater_equal, logical_and, logical_or, logical_not,
  // choices
  where, minimum, maximum,
  // a maximum that can be subtracted: the lowest finite value where x is -inf
  anchor,
  // functions
  abs, exp, exp2, log, log1p, sqrt, rsqrt, pow, sin, cos, tanh, erf,
  // made by the planner only: exp(x - m) for a running maximum m, as its anchor
  anchored_exp,
};

/// How a reduction combines elements. `mean` and `var` (division by n) are of the elements, not of partial results.
/// `argmax` and `argmin` give the first place along one axis.
enum class fold_op : unsigned char { sum, prod, max, min, mean, var, any_of, all_of, argmax, argmin };
constexpr bool gives_place(fold_op o) { return o == fold_op::argmax || o == fold_op::argmin; }

/// An expression is a B: of no B, but asked where somebody takes it for a bool.
template <class B> inline constexpr bool expression_is = false;
/// It becomes an E: it never does.
template <class E> inline constexpr bool expression_is_assigned = false;
/// It has elements, at the indices I: not before it is evaluated.
template <class... I> inline constexpr bool expression_has_elements = false;

}  // namespace heed
