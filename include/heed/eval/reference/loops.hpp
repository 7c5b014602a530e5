// How the reference evaluator computes: every node by itself, over all of its axes, by plain loops. `computed` says how for
// each family of nodes, in the file of its name.
//
// It shares nothing with the planner but the meaning of the nodes, so that each is evidence about the other. Scalar is
// double, or `bounded` for a running error analysis. What depends on a node's type is only which operands it has and under which axes:
// the loops are functions of axes as data, compiled once for all nodes of all expressions.
#pragma once

#include <utility>

#include <heed/config.hpp>
#include <heed/eval/reference/dense.hpp>
#include <heed/eval/reference/precision.hpp>
#include <heed/shape/in_float64.hpp>
#include <heed/shape/run_time.hpp>

namespace heed::detail::loops {

/// What is known around the node that is computed: extents of axes, and the conditions under which its value is used.
template <class Scalar> struct evaluator {
  struct condition {
    dense<Scalar> value;
    bool holds;
  };
  extents_in_scope scope;
  std::vector<condition> conditions{};

  // Around a node: axes that have their extent from the node itself hide those of the same name around it.
  struct frame { std::size_t outside, asked, folds; };
  HEED_SHARED frame enter(const axis_table& axes) {
    const frame around{scope.depth(), scope.lengths_asked(), scope.folds()};
    for (std::size_t i = 0; i < axes.count; ++i)
      if (axes.extents[i] >= 0) scope.push(axes.keys[i], axes.extents[i]);
    return around;
  }
  HEED_SHARED void leave(const frame& around) {
    scope.shrink(around.outside);
    scope.find_lengths(around.asked, around.folds);
  }
  // The extents of a node's axes: its own, and for open ones what is given from around it.
  HEED_SHARED dense<Scalar> empty(const axis_table& axes) {
    dense<Scalar> result{axes.all(), {}, {}};
    for (const axis_key axis : result.axes) result.extents.push_back(scope.extent(axis));
    return result;
  }
  // Leaves out the conditions on axes of these names, which are other axes in the operand that is computed next; what there was, to be put back.
  HEED_SHARED std::vector<condition> hide(const axis_table& axes) {
    std::vector<condition> around = conditions;
    std::erase_if(conditions, [&](const condition& c) {
      return std::any_of(axes.keys, axes.keys + axes.count, [&](axis_key axis) { return c.value.place(axis) < c.value.axes.size(); });
    });
    return around;
  }
};

// Extents that are known when the program runs.
template <class A, class Scalar, class N, class Lets> void push_if_run_time(evaluator<Scalar>& run, const N& node, const Lets& lets) {
  using extent = extent_in_shape<shape_of<N>, A>;
  if constexpr (!is_open<extent> && size_of_extent<extent> == dynamic) run.scope.push(key_of<A>, extent_at_run_time<A>(node, lets));
}
template <class Scalar, class N, class... X, class Lets> void push_run_time(evaluator<Scalar>& run, const N& node, shape<X...>, const Lets& lets) {
  (push_if_run_time<axis_of<X>>(run, node, lets), ...);
}
/// All elements of a node, its axes in the order of its shape. Lets: the definitions around it, innermost first. (What is a function of
/// a node is one for every node of every expression: this and `computed`, for most.)
template <class Scalar, class N, class Lets> dense<Scalar> value(evaluator<Scalar>& run, const N& node, const Lets& lets) {
  const auto around = run.enter(axes_in<shape_of<N>>);
  if constexpr (table_of_axes<shape_of<N>>::has_run_time) push_run_time(run, node, shape_of<N>{}, lets);
  dense<Scalar> result = computed(run, node, lets);
  run.leave(around);
  return result;
}
// The same where none of them has a meaning.
template <class Scalar, class X, class Lets> dense<Scalar> value_unguarded(evaluator<Scalar>& run, const X& x, const Lets& lets) {
  auto around = std::exchange(run.conditions, {});
  dense<Scalar> result = value(run, x, lets);
  run.conditions = std::move(around);
  return result;
}
// The value of an operand whose axis A has the extent `extent` if nothing else gives it one.
template <class A, class Scalar, class X, class Lets> dense<Scalar> value_with(evaluator<Scalar>& run, const X& x, index_t extent, const Lets& lets) {
  const std::size_t outside = run.scope.depth();
  run.scope.push(key_of<A>, extent);
  dense<Scalar> result = value_unguarded(run, x, lets);
  run.scope.shrink(outside);
  return result;
}

}  // namespace heed::detail::loops
