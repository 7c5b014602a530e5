// How far an evaluation may be from the reference, element by element: what tests hold results against.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <cmath>

#include <heed/eval/reference/store.hpp>
#include <heed/expression/operand.hpp>

namespace heed {

/// Two tensors of one shape: the value in double, and the largest difference that rounding accounts for when the
/// expression is evaluated in its own precision, in any order. Infinity where rounding may do anything.
template <class Tensor> struct value_and_bound {
  Tensor value;
  Tensor bound;
};

/// The value of an expression as in_float64 gives it, with error bounds (eval/reference/bounded.hpp).
template <operand E> auto eval_with_bound(E&& expression) {
  using N = node_of<E>;
  const N node = as_node(std::forward<E>(expression));
  detail::check_at_run_time(node);
  const auto all = detail::evaluate_reference<detail::bounded>(node);
  return value_and_bound<detail::double_tensor_of<N>>{
      detail::stored_as_tensor<N, detail::bounded>(all, detail::as_double),
      detail::stored_as_tensor<N, detail::bounded>(all, detail::error_of)};
}

/// Whether a computed element is one that rounding explains. NaN is right where NaN is expected, and so is infinity.
inline bool is_within_bound(double computed, double value, double bound) {
  if (std::isinf(bound)) return true;
  if (std::isnan(value)) return std::isnan(computed);
  if (std::isinf(value)) return computed == value;
  return std::fabs(computed - value) <= bound;
}

}  // namespace heed

HEED_QUIET_END
