// How the reference evaluator computes: every node by itself, over all of its axes, by plain loops. `computed` says how for
// each family of nodes, in the file of its name.
//
// It shares nothing with the planner but the meaning of the nodes, so that each is evidence about the other. Scalar is
// double, or `bounded` for a running error analysis.
#pragma once

#include <utility>

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
};

// Axes that have their extent from the node itself hide those of the same name around it.
template <class A, class Scalar, class N, class Lets> void push_if_closed(evaluator<Scalar>& run, const N& node, const Lets& lets) {
  if constexpr (!is_open<extent_in_shape<shape_of<N>, A>>) run.scope.push(key_of<A>, extent_at_run_time<A>(node, lets));
}
template <class Scalar, class N, class... X, class Lets> void push_closed(evaluator<Scalar>& run, const N& node, shape<X...>, const Lets& lets) {
  (push_if_closed<axis_of<X>>(run, node, lets), ...);
}
/// All elements of a node, its axes in the order of its shape. Lets: the definitions around it, innermost first.
template <class Scalar, class N, class Lets> dense<Scalar> value(evaluator<Scalar>& run, const N& node, const Lets& lets) {
  const std::size_t outside = run.scope.depth(), asked = run.scope.lengths_asked(), folds = run.scope.folds();
  push_closed(run, node, shape_of<N>{}, lets);
  dense<Scalar> result = computed(run, node, lets);
  run.scope.shrink(outside);
  run.scope.find_lengths(asked, folds);
  return result;
}

// The extents of a node's axes: its own, and for open ones what is given from around it.
template <class N, class Scalar> dense<Scalar> empty(evaluator<Scalar>& run) {
  dense<Scalar> result{keys_of(shape_of<N>{}), {}, {}};
  for (const axis_key axis : result.axes) result.extents.push_back(run.scope.extent(axis));
  return result;
}
// The value of an operand whose axes A are other axes than those of the same name around it.
template <class Scalar, class... A, class X, class Lets>
dense<Scalar> value_inside(evaluator<Scalar>& run, axis_list<A...>, const X& x, const Lets& lets) {
  auto around = run.conditions;
  std::erase_if(run.conditions, [](const auto& c) { return ((c.value.place(key_of<A>) < c.value.axes.size()) || ...); });
  dense<Scalar> result = value(run, x, lets);
  run.conditions = std::move(around);
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
