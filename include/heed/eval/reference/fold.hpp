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
  const index_list along = x.strides(keys_of(axis_list<A...>{}));
  constexpr precision p = precision_of<value_type_of<N>>();
  for_each_position<1>(result.extents, {x.strides(result.axes)}, [&](const auto& at) {
    const std::vector<Scalar> terms = gathered(x, folded, along, at[0]);
    result.elements.push_back(fold_value(O, p, terms.data(), terms.size()));
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
  const key_list axes_of_sum = keys_of(axis_list<A...>{});
  const index_list along_x = x.strides(axes_of_sum), along_y = y.strides(axes_of_sum);
  constexpr precision p = precision_of<value_type_of<N>>();
  for_each_position<2>(result.extents, {x.strides(result.axes), y.strides(result.axes)}, [&](const auto& at) {
    const std::vector<Scalar> left = gathered(x, folded, along_x, at[0]), right = gathered(y, folded, along_y, at[1]);
    result.elements.push_back(dot_value(p, left.data(), right.data(), left.size()));
  });
  return result;
}

}  // namespace heed::detail::loops
