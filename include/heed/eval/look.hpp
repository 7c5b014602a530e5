// Looking at a plan: plan_of for the compiler, plan and explain for the running program.
#pragma once

#include <heed/eval/assign.hpp>
#include <heed/plan/explain.hpp>

namespace heed {

namespace detail {
template <class L> struct own_loops;
template <class... X> struct own_loops<children<X...>> { using type = axis_list<planner::detail::target_loops<shape_of<X>, row_major_layout<shape_of<X>>>...>; };
template <class E> using unchecked_plan = planner::planned<E, typename own_loops<typename planner::detail::results_of<E>::type>::type, this_machine>;
template <class E> struct plan_alone : unchecked_plan<E> {
  static_assert(lengths_are_known<unchecked_plan<E>, E>());
  static_assert(!unchecked_plan<E>::value.overflow, "heed: the expression is larger than one plan has room for; keep a part of it in a tensor");
};

/// The extents of a plan's variables for an expression's values; those that only a target gives stay dynamic.
template <class E> struct known_extents {
  static constexpr planner::place count = planner::detail::count_of_results<E>;
  bound_values<count> values;
  explicit known_extents(const E& e) {
    for (auto& s : values.slots) s = dynamic;
    collect_values(e, values);
  }
  index_t operator()(int v) const {
    const auto& d = plan_alone<E>::value.g.variables[v];
    using from = planner::extent_source::from;
    if (d.extent != dynamic || d.derived || d.source.where == from::nothing) return d.extent;
    const index_t counted = d.source.where == from::leaf ? values.leaves[static_cast<std::size_t>(d.source.number)].extent[d.source.axis]
                                                         : values.slots[static_cast<std::size_t>(d.source.number)];
    return counted == dynamic ? dynamic : counted * d.times;
  }
};
}  // namespace detail

/// The plan of an expression of type E in numbers, as a constant: plan_of<decltype(context)>.flops.
template <class E> inline constexpr planner::summary plan_of = [] {
  using N = node_of<detail::evaluated<std::remove_cvref_t<E>>>;
  if constexpr (is_ill_shaped<N>) return planner::summary{};
  else return planner::summarise(detail::plan_alone<N>::value, [](int v) { return detail::plan_alone<N>::value.g.extent(v); });
}();

/// The same with the run-time extents of this expression.
template <named_operand X> planner::summary plan(const X& x) {
  const auto node = as_node(detail::without_parallel(x));
  using N = std::remove_const_t<decltype(node)>;
  if constexpr (is_ill_shaped<N>) return {};
  else return planner::summarise(detail::plan_alone<N>::value, detail::known_extents<N>(node));
}

/// The loop nest of an expression as text: passes, tiles, every buffer with its axes and bytes.
template <named_operand X> std::string explain(const X& x) {
  const auto node = as_node(detail::without_parallel(x));
  using N = std::remove_const_t<decltype(node)>;
  if constexpr (is_ill_shaped<N>) return {};
  else {
    const detail::known_extents<N> extents(node);
    return planner::explain(detail::plan_alone<N>::value, extents.values.constants.data(), [&](int v) { return extents(v); });
  }
}

}  // namespace heed
