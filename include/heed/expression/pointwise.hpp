// Element-wise operators and functions: they broadcast by name.
#pragma once

#include <heed/expression/operand.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
struct broadcasting {
  template <class... S> struct on { using type = typename broadcast<S...>::verdict_type; };
};
template <op Op> struct applying : broadcasting {
  template <class... N> constexpr elementwise<Op, N...> operator()(N... nodes) const { return {{{{std::move(nodes)}...}}}; }
};
// For assignments, which have checked already.
template <op Op, class... X> constexpr auto make_elementwise(X&&... x) { return applying<Op>{}(node_of<X>(std::forward<X>(x))...); }
}  // namespace detail

// Operators on x {axes} and y {axes}: the result has the axes of both; an axis that both have must be of one extent.
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::add>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator+(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::add>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator+: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::add>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::subtract>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator-(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::subtract>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator-: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::subtract>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::multiply>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator*(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::multiply>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator*: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::multiply>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::divide>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator/(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::divide>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator/: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::divide>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::remainder>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator%(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::remainder>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator%: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::remainder>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::equal>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator==(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::equal>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator==: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::equal>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::not_equal>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator!=(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::not_equal>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator!=: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::not_equal>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::less>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator<(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::less>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator<: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::less>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::less_equal>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator<=(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::less_equal>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator<=: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::less_equal>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::greater>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator>(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::greater>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator>: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::greater>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::greater_equal>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator>=(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::greater_equal>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator>=: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::greater_equal>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::logical_and>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator&&(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::logical_and>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator&&: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::logical_and>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::logical_or>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto operator||(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::logical_or>, X, Y> {
  static_assert(ok, HEED_SENTENCE("operator||: an axis that both operands have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::logical_or>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <named_operand X> constexpr auto operator-(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::negate>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::negate>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto operator!(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::logical_not>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::logical_not>{}, std::forward<X>(x));
}

// Functions of the elements of x, which are never wrong. Those of integers are float32.
template <named_operand X> constexpr auto abs(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::abs>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::abs>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto exp(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::exp>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::exp>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto exp2(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::exp2>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::exp2>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto log(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::log>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::log>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto log1p(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::log1p>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::log1p>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto sqrt(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::sqrt>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::sqrt>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto rsqrt(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::rsqrt>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::rsqrt>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto sin(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::sin>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::sin>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto cos(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::cos>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::cos>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto tanh(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::tanh>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::tanh>{}, std::forward<X>(x));
}
template <named_operand X> constexpr auto erf(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::applying<op::erf>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::applying<op::erf>{}, std::forward<X>(x));
}

// The smaller and the larger of two elements (NaN where one is NaN), and x to the power of y.
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::minimum>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto minimum(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::minimum>, X, Y> {
  static_assert(ok, HEED_SENTENCE("minimum(x, y): an axis that both have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::minimum>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::maximum>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto maximum(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::maximum>, X, Y> {
  static_assert(ok, HEED_SENTENCE("maximum(x, y): an axis that both have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::maximum>{}, std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, class V = detail::verdict_on<detail::applying<op::pow>, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
constexpr auto pow(X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::pow>, X, Y> {
  static_assert(ok, HEED_SENTENCE("pow(x, y): an axis that both have must be of one extent", V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::applying<op::pow>{}, std::forward<X>(x), std::forward<Y>(y));
}

namespace detail {
/// where(scores, mask, -inf): the mask is the condition.
template <class C, class X, class Y> inline constexpr bool condition_comes_first = !(std::is_floating_point_v<value_type_of<node_of<C>>> && named_operand<X> &&
    std::is_same_v<value_type_of<node_of<X>>, bool> && !std::is_same_v<value_type_of<node_of<Y>>, bool>);
}  // namespace detail

/// where(c, x, y): x where the condition c holds, y elsewhere. Both are values: nothing is skipped but what a proof allows.
template <class C, class X, class Y, class V = detail::verdict_on<detail::applying<op::where>, C, X, Y>, holds<V> ok = answer<V>> requires operands<C, X, Y>
constexpr auto where(C&& c, X&& x, Y&& y) -> detail::result_of<V, detail::applying<op::where>, C, X, Y> {
  static_assert(ok, HEED_SENTENCE("where(c, x, y): an axis that several of them have must be of one extent", V, axis_list<>, shape_of_operand<C>,
                                  shape_of_operand<X>, shape_of_operand<Y>));
  static_assert(detail::condition_comes_first<C, X, Y>, "where(c, x, y): the condition comes first, as in where(mask, scores, -heed::inf)");
  return detail::make<V>(detail::applying<op::where>{}, std::forward<C>(c), std::forward<X>(x), std::forward<Y>(y));
}

namespace detail {
template <class T> struct converting {
  template <class> struct on { using type = unless<std::is_arithmetic_v<T> && !std::is_const_v<T>, rule::arithmetic_element<T>>; };
  template <class N> constexpr converted<T, N> operator()(N node) const { return {std::move(node)}; }
};
}  // namespace detail

/// The elements as T.
template <class T, named_operand X, class V = detail::verdict_on<detail::converting<T>, X>, holds<V> ok = answer<V>>
constexpr auto cast(X&& x) -> detail::result_of<V, detail::converting<T>, X> {
  static_assert(ok, HEED_SENTENCE("cast<T>(x): T must be an arithmetic type, without const", V));
  return detail::make<V>(detail::converting<T>{}, std::forward<X>(x));
}

/// f takes SIMD batches: `pointwise(batchwise(f), x, y)`.
template <class F, class V = detail::batches_verdict<std::decay_t<F>>, holds<V> ok = answer<V>>
constexpr std::conditional_t<V::ok, batchwise_function<std::decay_t<F>>, ill_shaped> batchwise(F&& f) {
  static_assert(ok, HEED_SENTENCE("batchwise(f): f must take batches, as a generic lambda does; one that takes single elements goes into pointwise as it is", V));
  if constexpr (V::ok) return {std::forward<F>(f)};
  else return {};
}

namespace detail {
template <class F, class... T> struct mapping {
  // (A tensor is callable, too, with indices.)
  template <class... S> struct on {
    using type = first_wrong<typename broadcast<S...>::verdict_type, std::conditional_t<named_operand<F> && !is_ill_shaped<F>, rule::callable_with<F, T...>, callable_verdict<F, T...>>>;
  };
  template <class... N> constexpr mapped<F, N...> operator()(N... nodes) { return {std::move(function), {{{std::move(nodes)}...}}}; }
  F function;
};
// Total for any type, as verdict_on is: scalars and named operands have elements, anything else none.
template <class X, bool = operand<X>> struct element_type_of { using type = void; };
template <class X> struct element_type_of<X, true> { using type = value_type_of<node_of<X>>; };
template <class F, class... X> using mapping_of = mapping<std::decay_t<F>, typename element_type_of<X>::type...>;
}  // namespace detail

/// f of the elements of x, y…: f is a pure function of scalars, called in no particular order and, where a mask or an
/// edge leaves lanes unused, not always once an element.
template <class F, class... X, class V = detail::verdict_on<detail::mapping_of<F, X...>, X...>, holds<V> ok = answer<V>> requires operands<X...>
constexpr auto pointwise(F&& f, X&&... x) -> detail::result_of<V, detail::mapping_of<F, X...>, X...> {
  static_assert(ok, HEED_SENTENCE("pointwise(f, x...): f must take an element of each x and give a number, and an axis that several x have must be of one extent",
                                  V, axis_list<>, shape_of_operand<X>...));
  return detail::make<V>(detail::mapping_of<F, X...>{std::forward<F>(f)}, std::forward<X>(x)...);
}

}  // namespace heed
HEED_SENTENCES_END
