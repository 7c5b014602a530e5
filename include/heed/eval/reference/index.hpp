// Index maps: the operand's elements under other positions.
#pragma once

#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class Scalar, class From, class To, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const renamed<From, To, X>& n, const L& lets) {
  dense<Scalar> x = value_with<From>(run, n.of, run.scope.extent(key_of<To>), lets);
  std::replace(x.axes.begin(), x.axes.end(), key_of<From>, key_of<To>);
  return x;
}
template <class N, class A, class Scalar> dense<Scalar> part(evaluator<Scalar>& run, const dense<Scalar>& x, index_t begin) {
  dense<Scalar> result = run.empty(axes_in<shape_of<N>>);
  result.elements = gathered(x, result.extents, x.strides(result.axes), begin * x.stride(key_of<A>));
  return result;
}
template <class Scalar, class A, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const fixed_at<A, X>& n, const L& lets) {
  return part<fixed_at<A, X>, A>(run, value_with<A>(run, n.of, n.index + 1, lets), n.index);
}
template <class Scalar, class A, index_t Begin, index_t Count, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const sliced<A, Begin, Count, X>& n, const L& lets) {
  return part<sliced<A, Begin, Count, X>, A>(run, value_with<A>(run, n.of, Begin + Count, lets), Begin);
}
template <class Scalar, class A, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const sliced_at_run_time<A, X>& n, const L& lets) {
  return part<sliced_at_run_time<A, X>, A>(run, value_with<A>(run, n.of, n.begin + n.count, lets), n.begin);
}
template <class Scalar, class A, class... P, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const split_axis<A, shape<P...>, X>& n, const L& lets) {
  const dense<Scalar> x = value_with<A>(run, n.of, (index_t{1} * ... * run.scope.extent(key_of<axis_of<P>>)), lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<split_axis<A, shape<P...>, X>>>);
  index_list strides = x.strides(result.axes);
  index_t stride = x.stride(key_of<A>);
  const key_list parts = axes_in<shape<P...>>.all();
  for (std::size_t i = parts.size(); i-- > 0;) {
    const std::size_t at = result.place(parts[i]);
    strides[at] = stride;
    stride *= result.extents[at];
  }
  result.elements = gathered(x, result.extents, strides);
  return result;
}
template <class Scalar, class A, class... P, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const merged_axes<A, axis_list<P...>, X>& n, const L& lets) {
  const dense<Scalar> x = value(run, n.of, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<merged_axes<A, axis_list<P...>, X>>>);
  key_list order;  // the axes of the result, the parts in the place of A
  for (const axis_key axis : result.axes)
    if (axis == key_of<A>) (order.push_back(key_of<P>), ...);
    else order.push_back(axis);
  index_list extents;
  for (const axis_key axis : order) extents.push_back(x.extents[x.place(axis)]);
  result.elements = gathered(x, extents, x.strides(order));
  return result;
}
template <class Scalar, class E, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const broadcasted<E, X>& n, const L& lets) {
  const dense<Scalar> x = value(run, n.of, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<broadcasted<E, X>>>);
  result.elements = gathered(x, result.extents, x.strides(result.axes));
  return result;
}

}  // namespace heed::detail::loops
