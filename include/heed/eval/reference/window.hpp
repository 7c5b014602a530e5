// Windows, reversals, diagonals.
#pragma once

#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class N, class A, class Tap, class Scalar>
dense<Scalar> windows(evaluator<Scalar>& run, const dense<Scalar>& x, index_t stride, index_t dilation) {
  dense<Scalar> result = run.empty(axes_in<shape_of<N>>);
  index_list strides = x.strides(result.axes);
  strides[result.place(key_of<A>)] = x.stride(key_of<A>) * stride;
  strides[result.place(key_of<Tap>)] = x.stride(key_of<A>) * dilation;
  result.elements = gathered(x, result.extents, strides);
  return result;
}
template <class Scalar, class A, class E, index_t S, index_t D, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const windowed<A, E, S, D, X>& n, const L& lets) {
  return windows<windowed<A, E, S, D, X>, A, axis_of<E>>(run, value(run, n.of, lets), S, D);
}
template <class Scalar, class A, class E, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const windowed_at_run_time<A, E, X>& n, const L& lets) {
  return windows<windowed_at_run_time<A, E, X>, A, axis_of<E>>(run, value(run, n.of, lets), n.stride, n.dilation);
}
template <class Scalar, class A, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const reversed<A, X>& n, const L& lets) {
  const dense<Scalar> x = value(run, n.of, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<reversed<A, X>>>);
  index_list strides = x.strides(result.axes);
  strides[result.place(key_of<A>)] *= -1;
  result.elements = gathered(x, result.extents, strides, x.stride(key_of<A>) * (x.extents[x.place(key_of<A>)] - 1));
  return result;
}
template <class Scalar, class A, class B, class Out, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const diagonal_of<A, B, Out, X>& n, const L& lets) {
  const index_t extent = run.scope.extent(key_of<Out>);
  const std::size_t outside = run.scope.depth();
  run.scope.push(key_of<B>, extent);
  const dense<Scalar> x = value_with<A>(run, n.of, extent, lets);
  run.scope.shrink(outside);
  dense<Scalar> result = run.empty(axes_in<shape_of<diagonal_of<A, B, Out, X>>>);
  index_list strides = x.strides(result.axes);
  strides[result.place(key_of<Out>)] = x.stride(key_of<A>) + x.stride(key_of<B>);
  result.elements = gathered(x, result.extents, strides);
  return result;
}

}  // namespace heed::detail::loops
