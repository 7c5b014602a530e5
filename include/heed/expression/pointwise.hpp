// Element-wise operators and functions: they broadcast by name.
#pragma once

#include <heed/expression/operand.hpp>

namespace heed {

namespace detail {
// A point-wise call on nodes N...: the verdict, and the node that it gives.
template <op Op, class... N> struct elementwise_call {
  using verdict_type = verdict_unless_ill<typename broadcast<shape_of<N>...>::verdict_type, N...>;
  using facts_type = facts<verdict_type>;
  using type = if_well_shaped<verdict_type, elementwise<Op, N...>>;
};
// Total for every type: clang 14 substitutes it before it checks whether these are operands at all.
template <bool ok, op Op, class... X> struct elementwise_result_of { using type = ill_shaped; };
template <op Op, class... X> struct elementwise_result_of<true, Op, X...> : elementwise_call<Op, node_of<X>...> {};
template <op Op, class... X> using elementwise_result = typename elementwise_result_of<(operand<X> && ...), Op, X...>::type;

template <op Op, class... X> constexpr elementwise_result<Op, X...> make_elementwise(X&&... x) {
  if constexpr (is_ill_shaped<elementwise_result<Op, X...>>) return {};
  else return {{as_node(std::forward<X>(x))...}};
}
}  // namespace detail

/// At least one of the two is named: scalars alone are C++'s own business.
template <class X, class Y> concept operands = operand<X> && operand<Y> && (named_operand<X> || named_operand<Y>);

// Operators on a {axes} and b {axes}: the result has the axes of both; an axis that both have must have one extent.
template <class X, class Y> requires operands<X, Y>
constexpr auto operator+(X&& x, Y&& y) -> detail::elementwise_result<op::add, X, Y> {
  using found = typename detail::elementwise_call<op::add, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator+: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::add>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator-(X&& x, Y&& y) -> detail::elementwise_result<op::subtract, X, Y> {
  using found = typename detail::elementwise_call<op::subtract, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator-: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::subtract>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator*(X&& x, Y&& y) -> detail::elementwise_result<op::multiply, X, Y> {
  using found = typename detail::elementwise_call<op::multiply, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator*: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::multiply>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator/(X&& x, Y&& y) -> detail::elementwise_result<op::divide, X, Y> {
  using found = typename detail::elementwise_call<op::divide, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator/: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::divide>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator%(X&& x, Y&& y) -> detail::elementwise_result<op::remainder, X, Y> {
  using found = typename detail::elementwise_call<op::remainder, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator%: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::remainder>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator==(X&& x, Y&& y) -> detail::elementwise_result<op::equal, X, Y> {
  using found = typename detail::elementwise_call<op::equal, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator==: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::equal>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator!=(X&& x, Y&& y) -> detail::elementwise_result<op::not_equal, X, Y> {
  using found = typename detail::elementwise_call<op::not_equal, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator!=: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::not_equal>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator<(X&& x, Y&& y) -> detail::elementwise_result<op::less, X, Y> {
  using found = typename detail::elementwise_call<op::less, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator<: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::less>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator<=(X&& x, Y&& y) -> detail::elementwise_result<op::less_equal, X, Y> {
  using found = typename detail::elementwise_call<op::less_equal, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator<=: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::less_equal>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator>(X&& x, Y&& y) -> detail::elementwise_result<op::greater, X, Y> {
  using found = typename detail::elementwise_call<op::greater, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator>: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::greater>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator>=(X&& x, Y&& y) -> detail::elementwise_result<op::greater_equal, X, Y> {
  using found = typename detail::elementwise_call<op::greater_equal, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator>=: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::greater_equal>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator&&(X&& x, Y&& y) -> detail::elementwise_result<op::logical_and, X, Y> {
  using found = typename detail::elementwise_call<op::logical_and, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator&&: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::logical_and>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto operator||(X&& x, Y&& y) -> detail::elementwise_result<op::logical_or, X, Y> {
  using found = typename detail::elementwise_call<op::logical_or, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "operator||: an axis has one extent in the left operand and another in the right");
  return detail::make_elementwise<op::logical_or>(std::forward<X>(x), std::forward<Y>(y));
}
template <named_operand X> constexpr auto operator-(X&& x) -> detail::elementwise_result<op::negate, X> {
  return detail::make_elementwise<op::negate>(std::forward<X>(x));
}
template <named_operand X> constexpr auto operator!(X&& x) -> detail::elementwise_result<op::logical_not, X> {
  return detail::make_elementwise<op::logical_not>(std::forward<X>(x));
}

// Functions of one value.
template <named_operand X> constexpr auto abs(X&& x) -> detail::elementwise_result<op::abs, X> {
  return detail::make_elementwise<op::abs>(std::forward<X>(x));
}
template <named_operand X> constexpr auto exp(X&& x) -> detail::elementwise_result<op::exp, X> {
  return detail::make_elementwise<op::exp>(std::forward<X>(x));
}
template <named_operand X> constexpr auto exp2(X&& x) -> detail::elementwise_result<op::exp2, X> {
  return detail::make_elementwise<op::exp2>(std::forward<X>(x));
}
template <named_operand X> constexpr auto log(X&& x) -> detail::elementwise_result<op::log, X> {
  return detail::make_elementwise<op::log>(std::forward<X>(x));
}
template <named_operand X> constexpr auto log1p(X&& x) -> detail::elementwise_result<op::log1p, X> {
  return detail::make_elementwise<op::log1p>(std::forward<X>(x));
}
template <named_operand X> constexpr auto sqrt(X&& x) -> detail::elementwise_result<op::sqrt, X> {
  return detail::make_elementwise<op::sqrt>(std::forward<X>(x));
}
template <named_operand X> constexpr auto rsqrt(X&& x) -> detail::elementwise_result<op::rsqrt, X> {
  return detail::make_elementwise<op::rsqrt>(std::forward<X>(x));
}
template <named_operand X> constexpr auto sin(X&& x) -> detail::elementwise_result<op::sin, X> {
  return detail::make_elementwise<op::sin>(std::forward<X>(x));
}
template <named_operand X> constexpr auto cos(X&& x) -> detail::elementwise_result<op::cos, X> {
  return detail::make_elementwise<op::cos>(std::forward<X>(x));
}
template <named_operand X> constexpr auto tanh(X&& x) -> detail::elementwise_result<op::tanh, X> {
  return detail::make_elementwise<op::tanh>(std::forward<X>(x));
}
template <named_operand X> constexpr auto erf(X&& x) -> detail::elementwise_result<op::erf, X> {
  return detail::make_elementwise<op::erf>(std::forward<X>(x));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto minimum(X&& x, Y&& y) -> detail::elementwise_result<op::minimum, X, Y> {
  using found = typename detail::elementwise_call<op::minimum, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "minimum: an axis has one extent in the first operand and another in the second");
  return detail::make_elementwise<op::minimum>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto maximum(X&& x, Y&& y) -> detail::elementwise_result<op::maximum, X, Y> {
  using found = typename detail::elementwise_call<op::maximum, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "maximum: an axis has one extent in the first operand and another in the second");
  return detail::make_elementwise<op::maximum>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y> requires operands<X, Y>
constexpr auto pow(X&& x, Y&& y) -> detail::elementwise_result<op::pow, X, Y> {
  using found = typename detail::elementwise_call<op::pow, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "pow: an axis has one extent in the first operand and another in the second");
  return detail::make_elementwise<op::pow>(std::forward<X>(x), std::forward<Y>(y));
}

/// where(c, a, b): a where the condition c holds, b elsewhere. Both are values: nothing is skipped but what a proof allows.
template <operand C, operand X, operand Y> requires(named_operand<C> || named_operand<X> || named_operand<Y>)
constexpr auto where(C&& c, X&& x, Y&& y) -> detail::elementwise_result<op::where, C, X, Y> {
  using found = typename detail::elementwise_call<op::where, node_of<C>, node_of<X>, node_of<Y>>::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "where: an axis has one extent in one operand and another in a later one");
  return detail::make_elementwise<op::where>(std::forward<C>(c), std::forward<X>(x), std::forward<Y>(y));
}

/// The elements as T.
template <class T, named_operand X> constexpr auto cast(X&& x) -> std::conditional_t<is_ill_shaped<node_of<X>>, ill_shaped, converted<T, node_of<X>>> {
  static_assert(std::is_arithmetic_v<T>, "cast<T>: T must be an arithmetic type");
  if constexpr (is_ill_shaped<node_of<X>>) return {};
  else return {as_node(std::forward<X>(x))};
}

/// f takes SIMD batches: `pointwise(batchwise(f), a, b)`.
template <class F> constexpr batchwise_function<std::decay_t<F>> batchwise(F&& f) { return {std::forward<F>(f)}; }

namespace detail {
template <class F, class... N> struct mapped_call {
  using verdict_type = verdict_unless_ill<typename broadcast<shape_of<N>...>::verdict_type, N...>;
  using facts_type = facts<verdict_type>;
  using type = if_well_shaped<verdict_type, mapped<F, N...>>;
};
}  // namespace detail

/// f of the elements of x, y…: f is a pure function of scalars, called in no particular order and, where a mask or an
/// edge leaves lanes unused, not always once an element.
template <class F, operand... X> requires(named_operand<X> || ...)
constexpr auto pointwise(F&& f, X&&... x) -> typename detail::mapped_call<std::decay_t<F>, node_of<X>...>::type {
  using call = detail::mapped_call<std::decay_t<F>, node_of<X>...>;
  using found = typename call::facts_type;
  static_assert(same_extent<typename found::left, typename found::right>, "pointwise: an axis has one extent in one operand and another in a later one");
  if constexpr (is_ill_shaped<typename call::type>) return {};
  else return {std::forward<F>(f), {as_node(std::forward<X>(x))...}};
}

}  // namespace heed
