// Folds: the elements along the folded axes, one after the other, for every position along the others.
#pragma once

#include <heed/eval/reference/bounded_fold.hpp>
#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class Scalar, fold_op O, class... A, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const fold<O, axis_list<A...>, X>& n, const L& lets) {
  using N = fold<O, axis_list<A...>, X>;
  const dense<Scalar> x = value_inside(run, axis_list<A...>{}, n.of, lets);
  dense<Scalar> result = empty<N>(run);
  const index_list folded{x.extents[x.place(key_of<A>)]...};
  (run.scope.fold(key_of<A>, x.extents[x.place(key_of<A>)]), ...);
  elements_along<Scalar> terms(x, keys_of(axis_list<A...>{}), folded);
  constexpr precision p = precision_of<value_type_of<N>>();
  for_each_position<1>(result.extents, {terms.strides(result.axes)}, [&](const auto& at) {
    result.elements.push_back(fold_value(O, p, terms.from(at[0]), terms.size()));
  });
  return result;
}
template <class A, class N, class L> index_t contracted_extent(const N& n, const L& lets) {
  const index_t left = extent_at_run_time<A>(n.left, lets);
  return left >= 0 ? left : extent_at_run_time<A>(n.right, lets);
}
template <class Scalar, class... A, class X, class Y, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const contraction<axis_list<A...>, X, Y>& n, const L& lets) {
  using N = contraction<axis_list<A...>, X, Y>;
  // an operand may have the axis from the other: dot<Key>(position<Key>, x)
  const index_list folded{contracted_extent<A>(n, lets)...};
  const std::size_t outside = run.scope.depth();
  std::size_t i = 0;
  ((run.scope.push(key_of<A>, folded[i]), run.scope.fold(key_of<A>, folded[i]), ++i), ...);
  const dense<Scalar> x = value_inside(run, axis_list<A...>{}, n.left, lets), y = value_inside(run, axis_list<A...>{}, n.right, lets);
  run.scope.shrink(outside);
  dense<Scalar> result = empty<N>(run);
  elements_along<Scalar> left(x, keys_of(axis_list<A...>{}), folded), right(y, keys_of(axis_list<A...>{}), folded);
  constexpr precision p = precision_of<value_type_of<N>>();
  for_each_position<2>(result.extents, {left.strides(result.axes), right.strides(result.axes)}, [&](const auto& at) {
    result.elements.push_back(dot_value(p, left.from(at[0]), right.from(at[1]), left.size()));
  });
  return result;
}

}  // namespace heed::detail::loops
