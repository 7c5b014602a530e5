// in_float64: an expression computed by plain loops in double, what every fused result is held against.
#pragma once

#include <heed/eval/reference/store.hpp>
#include <heed/expression/operand.hpp>
#include <heed/plan/tree_size.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
/// What is evaluated stands in no let.
template <class N> using verdict_on_lets = unless<planner::detail::tree_size<N>::open.count == 0, rule::evaluated_after_let>;
}  // namespace detail

/// x (a tensor, a view, an expression), to be evaluated one operation at a time in double, in the order of the axes:
/// slow, and as simple as can be. The elements are double whatever those of x are. Operations keep their meaning:
/// integers divide as integers, `cast<int>` truncates, a comparison is 0 or 1.
///
/// Point-wise functions of the user's are called with double where their parameters say so or are generic (`auto`).
template <operand X> constexpr auto in_float64(X&& x) {
  using N = node_of<X>;
  if constexpr (is_ill_shaped<N>) return ill_shaped{};
  else if constexpr (detail::is_parallel<N>) return in_float64(x.of);
  else return in_float64_node<N>{as_node(std::forward<X>(x))};
}

/// A new tensor of double with the value of in_float64(x).
template <class X, class V = detail::verdict_on_lets<X>, holds<V> ok = answer<V>> auto eval(in_float64_node<X> node) {
  static_assert(ok, HEED_SENTENCE("eval(in_float64(x)): x has no let around", V));
  if constexpr (V::ok) {
    detail::check_at_run_time(node);
    return detail::stored_as_tensor<X, double>(detail::evaluate_reference<double>(node), detail::as_double);
  } else return ill_shaped{};
}

}  // namespace heed
HEED_SENTENCES_END
