// Folds: the elements along the folded axes, one after the other, for every position along the others.
#pragma once

#include <heed/eval/reference/bounded_fold.hpp>
#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

// The fold of x over `folded`, for every position along the axes of the result.
template <class Scalar>
HEED_SHARED dense<Scalar> folded_along(evaluator<Scalar>& run, const axis_table& axes, const axis_table& folded, fold_op o, const precision& p, const dense<Scalar>& x) {
  dense<Scalar> result = run.empty(axes);
  index_list extents;
  for (std::size_t i = 0; i < folded.count; ++i) {
    extents.push_back(x.extents[x.place(folded.keys[i])]);
    run.scope.fold(folded.keys[i], extents.back());
  }
  elements_along<Scalar> terms(x, folded.all(), extents);
  for_each_position<1>(result.extents, {terms.strides(result.axes)}, [&](const auto& at) {
    result.elements.push_back(fold_value(o, p, terms.from(at[0]), terms.size()));
  });
  return result;
}
template <class Scalar, fold_op O, class... A, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const fold<O, axis_list<A...>, X>& n, const L& lets) {
  using N = fold<O, axis_list<A...>, X>;
  constexpr precision p = precision_of<value_type_of<N>>();
  constexpr const axis_table& folded = axes_in<axis_list<A...>>;
  auto around = run.hide(folded);
  const std::size_t folds_before = run.scope.folds();
  const dense<Scalar> x = value(run, n.of, lets);
  run.conditions = std::move(around);
  run.scope.forget_below(folded, folds_before);
  return folded_along(run, axes_in<shape_of<N>>, folded, O, p, x);
}

// What stands in x and y along `folded`, multiplied and added up.
template <class Scalar>
HEED_SHARED dense<Scalar> contracted_along(evaluator<Scalar>& run, const axis_table& axes, const axis_table& folded, const index_list& extents, const precision& p,
                                           const dense<Scalar>& x, const dense<Scalar>& y) {
  dense<Scalar> result = run.empty(axes);
  elements_along<Scalar> left(x, folded.all(), extents), right(y, folded.all(), extents);
  for_each_position<2>(result.extents, {left.strides(result.axes), right.strides(result.axes)}, [&](const auto& at) {
    result.elements.push_back(dot_value(p, left.from(at[0]), right.from(at[1]), left.size()));
  });
  return result;
}
// The extent of a contracted axis: that of either operand.
template <class A, class N, class L> index_t contracted_extent(const N& n, const L& lets) {
  using left = extent_in_shape<shape_of<decltype(n.left)>, A>;
  using right = extent_in_shape<shape_of<decltype(n.right)>, A>;
  if constexpr (size_of_extent<left> != dynamic) return size_of_extent<left>;
  else if constexpr (size_of_extent<right> != dynamic) return size_of_extent<right>;
  else {
    const index_t found = extent_at_run_time<A>(n.left, lets);
    return found >= 0 ? found : extent_at_run_time<A>(n.right, lets);
  }
}
template <class Scalar, class... A, class X, class Y, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const contraction<axis_list<A...>, X, Y>& n, const L& lets) {
  using N = contraction<axis_list<A...>, X, Y>;
  constexpr const axis_table& folded = axes_in<axis_list<A...>>;
  // an operand may have the axis from the other: dot<Key>(position<Key>, x)
  const index_list extents{contracted_extent<A>(n, lets)...};
  const std::size_t outside = run.scope.depth();
  for (std::size_t i = 0; i < sizeof...(A); ++i) {
    run.scope.push(folded.keys[i], extents[i]);
    run.scope.fold(folded.keys[i], extents[i]);
  }
  auto around = run.hide(folded);
  const std::size_t folds_before = run.scope.folds();
  const dense<Scalar> x = value(run, n.left, lets), y = value(run, n.right, lets);
  run.conditions = std::move(around);
  run.scope.forget_below(folded, folds_before);
  run.scope.shrink(outside);
  constexpr precision p = precision_of<value_type_of<N>>();
  return contracted_along(run, axes_in<shape_of<N>>, folded, extents, p, x, y);
}

}  // namespace heed::detail::loops
