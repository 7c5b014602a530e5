// Sliding windows, reversal and diagonals. They change how elements are addressed and move nothing.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/window.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class A, class E, index_t Stride, index_t Dilation> struct windowing {
  template <class S> struct on : window_rule<A, E, Stride, Dilation, S> {};
  template <class N> constexpr windowed<A, E, Stride, Dilation, N> operator()(N node) const { return {std::move(node)}; }
};
template <class A, class E> struct windowing_at_run_time {
  template <class S> struct on : window_rule<A, E, 1, 1, S> {};
  template <class N> constexpr windowed_at_run_time<A, E, N> operator()(N node) const { return {std::move(node), stride, dilation}; }
  index_t stride, dilation;
};
template <class A> struct reversing {
  template <class S> struct on { using type = has_closed_axis<A, S>; };
  template <class N> constexpr reversed<A, N> operator()(N node) const { return {std::move(node)}; }
};
template <class A, class B, class Out> struct taking_diagonal {
  template <class S> struct on { using type = diagonal_verdict<A, B, Out, S>; };
  template <class N> constexpr diagonal_of<A, B, Out, N> operator()(N node) const { return {std::move(node)}; }
};
}  // namespace detail

/// A window that slides along A: element (i, t) is x's element i * Stride + t * Dilation. x {A[n]} becomes
/// {A[(n - (taps - 1) * Dilation - 1) / Stride + 1], Tap[taps]}, the taps right after A. `window<Token, Tap[5]>(x)`,
/// `window<Token, Tap[5], 2>(x)`. A run-time axis that is shorter than the window: shape_error when the expression runs.
template <class Axis, class Tap, index_t Stride = 1, index_t Dilation = 1, named_operand X,
          class V = detail::verdict_on<detail::windowing<Axis, Tap, Stride, Dilation>, X>, holds<V> ok = answer<V>>
constexpr auto window(X&& x) -> detail::result_of<V, detail::windowing<Axis, Tap, Stride, Dilation>, X> {
  static_assert(ok, HEED_SENTENCE("window<Axis, Tap[n], Stride, Dilation>(x): x must have the axis, at least as long as the window, and no axis Tap; "
                                  "Tap has an extent, as Tap[5]; the steps are at least 1", V, axis_list<Axis, Tap>, shape_of_operand<X>));
  return detail::make<V>(detail::windowing<Axis, Tap, Stride, Dilation>{}, std::forward<X>(x));
}

/// The same with steps known at run time: the result has A[]. Steps below 1: shape_error when the expression runs.
template <class Axis, class Tap, named_operand X, detail::integer I, detail::integer J = int, class V = detail::verdict_on<detail::windowing_at_run_time<Axis, Tap>, X>,
          holds<V> ok = answer<V>>
constexpr auto window(X&& x, I stride, J dilation = 1) -> detail::result_of<V, detail::windowing_at_run_time<Axis, Tap>, X> {
  static_assert(ok, HEED_SENTENCE("window<Axis, Tap[n]>(x, stride, dilation): x must have the axis, at least as long as the window, and no axis Tap; "
                                  "Tap has an extent, as Tap[5]", V, axis_list<Axis, Tap>, shape_of_operand<X>));
  return detail::make<V>(detail::windowing_at_run_time<Axis, Tap>{static_cast<index_t>(stride), static_cast<index_t>(dilation)}, std::forward<X>(x));
}

/// x from its end to its start along A: element i is element n - 1 - i.
template <class Axis, named_operand X, class V = detail::verdict_on<detail::reversing<Axis>, X>, holds<V> ok = answer<V>>
constexpr auto reverse(X&& x) -> detail::result_of<V, detail::reversing<Axis>, X> {
  static_assert(ok, HEED_SENTENCE("reverse<Axis>(x): x must have the axis, with an extent", V, axis_list<Axis>, shape_of_operand<X>));
  return detail::make<V>(detail::reversing<Axis>{}, std::forward<X>(x));
}

/// The elements of x whose coordinates along A and B are the same, along Out, which stands where A stood and may be A or B.
/// Run-time extents that differ: shape_error when the expression runs.
template <class A, class B, class Out, named_operand X, class V = detail::verdict_on<detail::taking_diagonal<A, B, Out>, X>, holds<V> ok = answer<V>>
constexpr auto diagonal(X&& x) -> detail::result_of<V, detail::taking_diagonal<A, B, Out>, X> {
  static_assert(ok, HEED_SENTENCE("diagonal<A, B, Out>(x): x must have both axes, of one extent, and no axis Out beside them", V, axis_list<A, B, Out>,
                                  shape_of_operand<X>));
  return detail::make<V>(detail::taking_diagonal<A, B, Out>{}, std::forward<X>(x));
}

}  // namespace heed
HEED_SENTENCES_END
