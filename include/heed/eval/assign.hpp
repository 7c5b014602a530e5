// tensor = expression, and the rest of what starts a computation: the place where shape, plan and kernel meet.
#pragma once

#include <heed/eval/bind_pointers.hpp>
#include <heed/eval/check.hpp>
#include <heed/eval/extents.hpp>
#include <heed/eval/fitted_target.hpp>
#include <heed/eval/in_float64.hpp>
#include <heed/eval/machine.hpp>
#include <heed/eval/open_length.hpp>
#include <heed/eval/parallel.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/node/results.hpp>
#include <heed/shape/assignment.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

// What only plain loops compute is more than any plan has room for.
template <class X> struct planner::detail::tree_size<in_float64_node<X>> {
  static constexpr int value = 1 << 20;
  static constexpr open_lets open = tree_size<X>::open;
};

namespace detail {

/// What is planned has at most 8 axes (S) and 512 nodes, none of them an in_float64. (The planner, which counts generously, has room
/// for more than it promises.)
template <class N, class S, int size = planner::detail::tree_size<N>::value> using verdict_on_size =
    first_wrong<has_few_axes<S>, unless<size < 1 << 20, rule::in_float64_stands_outside>, unless<size <= 640, rule::at_most_512_nodes>>;
template <class N, class S = shape_of<N>> using size_verdict = first_wrong<verdict_on_lets<N>, std::conditional_t<is_float64_reference<N>, verdict::fine, verdict_on_size<N, S>>>;

/// The loops of a result: the target's axes in the target's order, each extent as static as either side knows it. Of a layout only row-major order
/// counts: what is computed beside its target lies so.
template <class Target> inline constexpr bool lies_row_major = std::is_same_v<typename Target::layout_type, row_major_layout<typename Target::shape_type>>;
template <class X, class Target> using loops_of = planner::detail::target_loops<typename planner::detail::loop_shape<shape_of<X>, typename Target::shape_type>::type,
                                                                                std::conditional_t<lies_row_major<Target>, typename Target::layout_type, void>>;

/// What every plan that is run must be.
template <class P> struct with_room {
  static_assert(!P::value.g.address_overflow, "heed: a coordinate is made from more than 8 others, or from more than 8 run-time numbers; keep a part of the expression in a tensor");
  static_assert(!P::value.overflow, "heed: the expression is larger than one plan has room for; keep a part of it in a tensor");
  using plan = P;
};

/// Runs the plan of node (with the element types of the targets) for these targets; extents have been checked.
template <class Plan, class E, class Values, class How, class... Target> void run_program(const E& node, Values& values, const How& how, Target&... target) {
  using P = typename with_room<Plan>::plan;
  static constexpr planner::place count = planner::detail::count_of_results<E>;
  bound_leaf targets[sizeof...(Target)], to[sizeof...(Target)];
  bound_leaf* next = targets;
  (describe_leaf(target, *next++), ...);
  for (std::size_t r = 0; r < sizeof...(Target); ++r)
    for (std::size_t i = 0; i < planner::leaf::max_rank; ++i) values.slots[static_cast<std::size_t>(count.slot) + r * 8 + i] = targets[r].extent[i];

  // a target that the expression reads is computed aside, unless every element is read where it is written
  kernel::scratch_arena::part memory;
  auto functions = functions_of(node);
  bool beside[sizeof...(Target)];
  for (std::size_t r = 0; r < sizeof...(Target); ++r) {
    const memory_range written = range_of(targets[r]);
    to[r] = targets[r];
    beside[r] = function_reads(functions, written) || overwrites_leaf(planner::tables_of<P>::value, values.leaves.data(), count.leaf, targets[r], written);
    if (beside[r]) take_beside(to[r], memory);
  }
  bound_run<P, decltype(functions)>(values, to, functions).run(how);
  for (std::size_t r = 0; r < sizeof...(Target); ++r)
    if (beside[r]) copy_result(to[r], targets[r]);
}

/// Whether what is shared by type is the same by value, too.
template <class E, class Values> bool shares_values(const Values& v) {
  constexpr auto& s = planner::detail::sharing_of<E>;
  constexpr planner::place count = planner::detail::count_of_results<E>;
  for (int i = 0; i < count.leaf; ++i) {
    const bound_leaf &a = v.leaves[static_cast<std::size_t>(i)], &b = v.leaves[static_cast<std::size_t>(s.leaf[i])];
    if (a.data != b.data || a.rank != b.rank) return false;
    for (int k = 0; k < a.rank; ++k)
      if (a.extent[k] != b.extent[k] || a.stride[k] != b.stride[k]) return false;
  }
  for (int i = 0; i < count.constant; ++i)
    if (!(v.constants[static_cast<std::size_t>(i)] == v.constants[static_cast<std::size_t>(s.constant[i])])) return false;
  return true;
}

/// Collects the values, which say by which of its plans it runs.
template <class P, planner::place Count, class E, class How, class... Target> void run_collected(const E& node, const How& how, Target&... target) {
  bound_values<Count> values;
  collect_values(node, values);
  with_plan_for<P>(values, [&]<class Plan>() { run_program<Plan>(node, values, how, target...); });
}

template <class Loops, class E, class How, class... Target> void run_plan(const E& node, const How& how, Target&... target) {
  static constexpr planner::place count = planner::detail::count_of_results<E>;
  using plan = planner::planned<E, Loops, this_machine>;
  if constexpr (!lengths_are_known<plan, E>()) return;
  else if constexpr (planner::may_share<E>) {
    using apart = planner::planned<E, Loops, this_machine, false>;
    if constexpr (needs_only_pointers<typename with_room<plan>::plan>(count) && needs_only_pointers<typename with_room<apart>::plan>(count)) {
      if (shares_pointers<count>(node)) run_from_pointers<plan, count>(node, how, target...);
      else run_from_pointers<apart, count>(node, how, target...);
    } else {
      bound_values<count> values;
      collect_values(node, values);
      const auto run = [&]<class Plan>() { run_program<Plan>(node, values, how, target...); };
      if (shares_values<E>(values)) with_plan_for<plan>(values, run);
      else with_plan_for<apart>(values, run);
    }
  } else if constexpr (needs_only_pointers<typename with_room<plan>::plan>(count)) run_from_pointers<plan, count>(node, how, target...);
  else run_collected<plan, count>(node, how, target...);
}

/// x as elements of T: itself, where it has them. (Copies of the expression were waited for, 10 to 15 ns with clang.)
template <class T, class N> decltype(auto) as_elements(const N& n) {
  if constexpr (std::is_same_v<value_type_of<N>, T>) return (n);
  else return converted<T, N>{n};
}
/// The same of what is assigned: a node is itself.
template <class X> decltype(auto) as_own_node(const X& x) {
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(as_node(x))>, X>) return (x);
  else return as_node(x);
}

// (Where all extents are static nothing is checked, and no target is resized: functions that do nothing are not even compiled.)
template <class N, class Target> inline constexpr bool all_static = !needs_check<N> && static_size<shape_of<N>> != dynamic && Target::layout_type::has_static_extents;

template <class Target, class N, class How = one_thread> void assign_node(Target& target, const N& node, const How& how = {}) {
  using loops = axis_list<loops_of<N, Target>>;
  if constexpr (all_static<N, Target>) run_plan<loops>(as_elements<typename Target::element_type>(node), how, target);
  else {
    check_at_run_time(node);
    check_target(target, node, assign_op::set);
    fitted_target fitted(target, node, node);
    const auto& typed = as_elements<typename Target::element_type>(node);
    run_plan<loops>(typed, how, fitted.get());
    fitted.finish();
  }
}

template <assign_op O> inline constexpr op op_of_assignment = O == assign_op::add ? op::add : O == assign_op::subtract ? op::subtract : O == assign_op::multiply ? op::multiply : op::divide;
template <assign_op O, class Target, class N, class How> void assign_combined(Target& target, N node, const How& how) {
  check_at_run_time(node);
  check_target(target, node, O);
  const auto whole = make_elementwise<op_of_assignment<O>>(target, std::move(node));
  assign_node(target, whole, how);
}

}  // namespace detail

template <class Target, class E, assign_op Op> void assign_expression(Target& target, const E& expression, assign_op_constant<Op>) {
  using N = std::remove_cvref_t<decltype(as_node(expression))>;
  using size = detail::size_verdict<N, typename Target::shape_type>;
  static_assert(answer<size>, HEED_SENTENCE("operator=: the target has at most 8 axes, and the expression 512 nodes (write let(x, f) for what stands in it twice), no in_float64 inside and no let around", size));
  if constexpr (is_ill_shaped<N> || !size::ok) return;
  else if constexpr (detail::is_float64_reference<N>) detail::assign_reference(target, expression, Op);
  else {
    // the assignment itself has said what is wrong
    if constexpr (detail::verdict_of_assignment<typename Target::shape_type, E, Op>::ok) {
      if constexpr (Op == assign_op::set && std::is_same_v<N, E> && !detail::is_parallel<E>) detail::assign_node(target, expression);
      else {
        const auto how = detail::how_to_run(expression);
        if constexpr (Op == assign_op::set) detail::assign_node(target, detail::as_own_node(detail::without_parallel(expression)), how);
        else detail::assign_combined<Op>(target, as_node(detail::without_parallel(expression)), how);
      }
    }
  }
}

}  // namespace heed
HEED_SENTENCES_END
