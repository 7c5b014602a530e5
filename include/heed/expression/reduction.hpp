// Reductions over one or more axes, each of which must be there, and contractions.
#pragma once

#include <heed/expression/operand.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
// What walks axes A of one operand.
template <class... A> struct reducing {
  template <class S> struct on { using type = reduction_verdict<axis_list<A...>, S>; };
};
template <fold_op Op, class... A> struct folding : reducing<A...> {
  template <class N> constexpr fold<Op, axis_list<A...>, N> operator()(N node) const { return {std::move(node)}; }
};
template <fold_op Op, class... A> struct placing {
  template <class S> struct on { using type = place_verdict<axis_list<A...>, S>; };
  template <class N> constexpr fold<Op, axis_list<A...>, N> operator()(N node) const { return {std::move(node)}; }
};
template <class... A> struct contracting {
  template <class S, class R> struct on { using type = contraction_verdict<axis_list<A...>, S, R>; };
  template <class N, class M> constexpr contraction<axis_list<A...>, N, M> operator()(N left, M right) const { return {std::move(left), std::move(right)}; }
};
}  // namespace detail

/// The sum over axes A. An empty sum is 0. x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::sum, A...>, X>, holds<V> ok = answer<V>>
constexpr auto sum(X&& x) -> detail::result_of<V, detail::folding<fold_op::sum, A...>, X> {
  static_assert(ok, HEED_SENTENCE("sum<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::sum, A...>{}, std::forward<X>(x));
}
/// The product over axes A. x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::prod, A...>, X>, holds<V> ok = answer<V>>
constexpr auto prod(X&& x) -> detail::result_of<V, detail::folding<fold_op::prod, A...>, X> {
  static_assert(ok, HEED_SENTENCE("prod<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::prod, A...>{}, std::forward<X>(x));
}
/// The largest over axes A; NaN where one is NaN. Of nothing: the smallest value of the type, -inf for floats. x must have every
/// axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::max, A...>, X>, holds<V> ok = answer<V>>
constexpr auto max(X&& x) -> detail::result_of<V, detail::folding<fold_op::max, A...>, X> {
  static_assert(ok, HEED_SENTENCE("max<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::max, A...>{}, std::forward<X>(x));
}
/// The smallest over axes A; NaN where one is NaN. x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::min, A...>, X>, holds<V> ok = answer<V>>
constexpr auto min(X&& x) -> detail::result_of<V, detail::folding<fold_op::min, A...>, X> {
  static_assert(ok, HEED_SENTENCE("min<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::min, A...>{}, std::forward<X>(x));
}
/// The mean over axes A (float32 for integers). x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::mean, A...>, X>, holds<V> ok = answer<V>>
constexpr auto mean(X&& x) -> detail::result_of<V, detail::folding<fold_op::mean, A...>, X> {
  static_assert(ok, HEED_SENTENCE("mean<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::mean, A...>{}, std::forward<X>(x));
}
/// The variance over axes A: the mean squared deviation, division by n (Welford 1962, merged as Chan, Golub, LeVeque 1979).
/// x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::var, A...>, X>, holds<V> ok = answer<V>>
constexpr auto var(X&& x) -> detail::result_of<V, detail::folding<fold_op::var, A...>, X> {
  static_assert(ok, HEED_SENTENCE("var<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::var, A...>{}, std::forward<X>(x));
}
/// Whether any over axes A is true. x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::any_of, A...>, X>, holds<V> ok = answer<V>>
constexpr auto any_of(X&& x) -> detail::result_of<V, detail::folding<fold_op::any_of, A...>, X> {
  static_assert(ok, HEED_SENTENCE("any_of<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::any_of, A...>{}, std::forward<X>(x));
}
/// Whether all over axes A are true. x must have every axis A; the result lacks them.
template <class... A, named_operand X, class V = detail::verdict_on<detail::folding<fold_op::all_of, A...>, X>, holds<V> ok = answer<V>>
constexpr auto all_of(X&& x) -> detail::result_of<V, detail::folding<fold_op::all_of, A...>, X> {
  static_assert(ok, HEED_SENTENCE("all_of<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::folding<fold_op::all_of, A...>{}, std::forward<X>(x));
}

/// The coordinate along A of the largest element, int: the first of equals, and of NaNs where there is one. x must have the axis, which
/// must not be empty (shape_error); the result lacks it.
template <class... A, named_operand X, class V = detail::verdict_on<detail::placing<fold_op::argmax, A...>, X>, holds<V> ok = answer<V>>
constexpr auto argmax(X&& x) -> detail::result_of<V, detail::placing<fold_op::argmax, A...>, X> {
  static_assert(ok, HEED_SENTENCE("argmax<Axis>(x): name one axis that x has, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::placing<fold_op::argmax, A...>{}, std::forward<X>(x));
}
/// The same for the smallest element.
template <class... A, named_operand X, class V = detail::verdict_on<detail::placing<fold_op::argmin, A...>, X>, holds<V> ok = answer<V>>
constexpr auto argmin(X&& x) -> detail::result_of<V, detail::placing<fold_op::argmin, A...>, X> {
  static_assert(ok, HEED_SENTENCE("argmin<Axis>(x): name one axis that x has, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::placing<fold_op::argmin, A...>{}, std::forward<X>(x));
}

/// The sum over axes A of the product: x and y both have every axis A; the result has the other axes of both.
template <class... A, named_operand X, named_operand Y, class V = detail::verdict_on<detail::contracting<A...>, X, Y>, holds<V> ok = answer<V>>
constexpr auto dot(X&& x, Y&& y) -> detail::result_of<V, detail::contracting<A...>, X, Y> {
  static_assert(ok, HEED_SENTENCE("dot<Axis...>(x, y): name axes that x and y both have, each once; axes that both have must be of one extent", V,
                                  axis_list<A...>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::contracting<A...>{}, std::forward<X>(x), std::forward<Y>(y));
}

}  // namespace heed
HEED_SENTENCES_END
