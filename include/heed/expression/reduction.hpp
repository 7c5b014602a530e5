// Reductions over one or more axes, each of which must be there, and contractions.
#pragma once

#include <heed/expression/operand.hpp>

namespace heed {

namespace detail {
template <fold_op Op, class L, class N> struct reduction_call {
  using verdict_type = verdict_unless_ill<reduction_verdict<L, shape_of<N>>, N>;
  using facts_type = facts<verdict_type>;
  using type = if_well_shaped<verdict_type, fold<Op, L, N>>;
};
// Total for every type: clang 14 substitutes it before it checks whether this is an operand at all.
template <fold_op Op, class L, class X, bool = named_operand<X>> struct reduction_result_of { using type = ill_shaped; };
template <fold_op Op, class L, class X> struct reduction_result_of<Op, L, X, true> : reduction_call<Op, L, node_of<X>> {};
template <fold_op Op, class L, class X> using reduction_result = typename reduction_result_of<Op, L, X>::type;
template <fold_op Op, class L, class X> constexpr reduction_result<Op, L, X> make_fold(X&& x) {
  if constexpr (is_ill_shaped<reduction_result<Op, L, X>>) return {};
  else return {as_node(std::forward<X>(x))};
}

template <class L, class X, class Y> struct contraction_call {
  using verdict_type = verdict_unless_ill<contraction_verdict<L, shape_of<X>, shape_of<Y>>, X, Y>;
  using facts_type = facts<verdict_type>;
  using type = if_well_shaped<verdict_type, contraction<L, X, Y>>;
};
template <class L, class X, class Y, bool = named_operand<X> && named_operand<Y>> struct contraction_result_of { using type = ill_shaped; };
template <class L, class X, class Y> struct contraction_result_of<L, X, Y, true> : contraction_call<L, node_of<X>, node_of<Y>> {};
}  // namespace detail

/// The sum over axes A. An empty sum is 0. x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto sum(X&& x) -> detail::reduction_result<fold_op::sum, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::sum, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "sum<Axis...>(x): say over which axes, as in sum<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "sum<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "sum<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "sum<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::sum, axes<A...>>(std::forward<X>(x));
}
/// The product over axes A. x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto prod(X&& x) -> detail::reduction_result<fold_op::prod, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::prod, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "prod<Axis...>(x): say over which axes, as in prod<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "prod<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "prod<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "prod<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::prod, axes<A...>>(std::forward<X>(x));
}
/// The largest over axes A; NaN where one is NaN. Of nothing: the smallest value of the type, -inf for floats. x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto max(X&& x) -> detail::reduction_result<fold_op::max, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::max, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "max<Axis...>(x): say over which axes, as in max<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "max<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "max<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "max<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::max, axes<A...>>(std::forward<X>(x));
}
/// The smallest over axes A; NaN where one is NaN. x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto min(X&& x) -> detail::reduction_result<fold_op::min, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::min, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "min<Axis...>(x): say over which axes, as in min<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "min<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "min<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "min<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::min, axes<A...>>(std::forward<X>(x));
}
/// The mean over axes A (float32 for integers). x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto mean(X&& x) -> detail::reduction_result<fold_op::mean, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::mean, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "mean<Axis...>(x): say over which axes, as in mean<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "mean<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "mean<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "mean<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::mean, axes<A...>>(std::forward<X>(x));
}
/// The variance over axes A: the mean squared deviation, division by n (Welford 1962, merged as Chan, Golub, LeVeque 1979). x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto var(X&& x) -> detail::reduction_result<fold_op::var, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::var, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "var<Axis...>(x): say over which axes, as in var<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "var<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "var<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "var<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::var, axes<A...>>(std::forward<X>(x));
}
/// Whether any over axes A is true. x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto any_of(X&& x) -> detail::reduction_result<fold_op::any_of, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::any_of, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "any_of<Axis...>(x): say over which axes, as in any_of<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "any_of<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "any_of<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "any_of<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::any_of, axes<A...>>(std::forward<X>(x));
}
/// Whether all over axes A are true. x must have every axis A; the result lacks them.
template <class... A, named_operand X> constexpr auto all_of(X&& x) -> detail::reduction_result<fold_op::all_of, axes<A...>, X> {
  using found = typename detail::reduction_call<fold_op::all_of, axes<A...>, node_of<X>>::facts_type;
  static_assert(sizeof...(A) > 0, "all_of<Axis...>(x): say over which axes, as in all_of<Key>(x)");
  static_assert(axes_named_once<typename found::repeated>, "all_of<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "all_of<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "all_of<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  return detail::make_fold<fold_op::all_of, axes<A...>>(std::forward<X>(x));
}

/// The sum over axes A of the product: x and y both have every axis A; the result has the other axes of both.
template <class... A, named_operand X, named_operand Y>
constexpr auto dot(X&& x, Y&& y) -> typename detail::contraction_result_of<axes<A...>, X, Y>::type {
  using call = detail::contraction_call<axes<A...>, node_of<X>, node_of<Y>>;
  using found = typename call::facts_type;
  static_assert(sizeof...(A) > 0, "dot<Axis...>(x, y): say which axes are contracted, as in dot<Feature>(q, k)");
  static_assert(axes_named_once<typename found::repeated>, "dot<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "dot<Axis>: an operand does not have the contracted axis");
  static_assert(same_extent<typename found::left, typename found::right>, "dot<Axis>: an axis has one extent in the left operand and another in the right");
  static_assert(axis_has_extent<typename found::unbounded>, "dot<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  if constexpr (is_ill_shaped<typename call::type>) return {};
  else return {as_node(std::forward<X>(x)), as_node(std::forward<Y>(y))};
}

}  // namespace heed
