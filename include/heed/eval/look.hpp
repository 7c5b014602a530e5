// Looking at a plan: plan_of for the compiler, plan and explain for the running program.
#pragma once

#include <heed/eval/assign.hpp>
#include <heed/plan/explain.hpp>

namespace heed {

namespace detail {
template <class L> struct own_loops;
template <class... X> struct own_loops<children<X...>> { using type = axis_list<planner::detail::target_loops<shape_of<X>, row_major_layout<shape_of<X>>>...>; };
template <class E, bool Share> using unchecked_plan = planner::planned<E, typename own_loops<typename planner::detail::results_of<E>::type>::type, this_machine, Share>;
template <class E, bool Share = planner::may_share<E>> struct plan_alone : unchecked_plan<E, Share> {
  using plan = unchecked_plan<E, Share>;
  static_assert(lengths_are_known<unchecked_plan<E, Share>, E>());
  static_assert(!unchecked_plan<E, Share>::value.overflow, "heed: the expression is larger than one plan has room for; keep a part of it in a tensor");
};

/// f(the plan that an expression runs by, its constants, its variables' extents; those that only a target gives stay dynamic).
template <class E, class F> auto look_at(const E& node, F f) {
  bound_values<planner::detail::count_of_results<E>> values;
  for (auto& s : values.slots) s = dynamic;
  collect_values(node, values);
  const auto look = [&]<class P>() { return f(P::value, values.constants.data(), [&](int v) { return extent_of_variable(values, P::value.g, v); }); };
  const auto plan = [&]<bool Share>(std::bool_constant<Share>) { return with_plan_for<typename plan_alone<E, Share>::plan>(values, look); };
  if constexpr (planner::may_share<E>)
    if (!shares_values<E>(values)) return plan(std::false_type{});
  return plan(std::bool_constant<planner::may_share<E>>{});
}
template <class X> using looked_at = node_of<evaluated<std::remove_cvref_t<X>>>;
// One expression is itself, several are the results of one evaluation.
template <class N> constexpr N together(N node) { return node; }
template <class N, class... More> constexpr auto together(N node, More... more) requires(sizeof...(More) > 0) { return make_results(std::move(node), std::move(more)...); }
}  // namespace detail

/// The plan of an expression of type E in numbers, as a constant: plan_of<decltype(context)>.flops. Of several: that of one evaluation of all,
/// where the values of what they have in common are the same. Of shapes that do not fit all numbers are as large as can be: a static_assert on one fails, where
/// decltype alone would say nothing.
template <class E, class... More> inline constexpr planner::summary plan_of = [] {
  if constexpr (is_ill_shaped<detail::looked_at<E>> || (is_ill_shaped<detail::looked_at<More>> || ...)) return planner::summary::of_nothing();
  else {
    using N = decltype(detail::together(std::declval<detail::looked_at<E>>(), std::declval<detail::looked_at<More>>()...));
    return planner::summarise(detail::plan_alone<N>::value, [](int v) { return detail::plan_alone<N>::value.g.extent(v); });
  }
}();

/// The same with the run-time extents of this expression, and for the values of these.
template <named_operand X, named_operand... More> planner::summary plan(const X& x, const More&... more) {
  if constexpr (is_ill_shaped<detail::looked_at<X>> || (is_ill_shaped<detail::looked_at<More>> || ...)) return {};
  else
    return detail::look_at(detail::together(as_node(detail::without_parallel(x)), as_node(detail::without_parallel(more))...),
                           [](const auto& plan, const double*, auto extent) { return planner::summarise(plan, extent); });
}

/// The loop nest of an expression, or of several that are evaluated together, as text: passes, tiles, every buffer with its axes and bytes.
template <named_operand X, named_operand... More> std::string explain(const X& x, const More&... more) {
  if constexpr (is_ill_shaped<detail::looked_at<X>> || (is_ill_shaped<detail::looked_at<More>> || ...)) return {};
  else
    return detail::look_at(detail::together(as_node(detail::without_parallel(x)), as_node(detail::without_parallel(more))...),
                           [](const auto& plan, const double* constants, auto extent) { return planner::explain(plan, constants, extent); });
}

}  // namespace heed
