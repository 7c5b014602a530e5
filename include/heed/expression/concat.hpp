// concat: values one behind the other along an axis. stack: values as the elements of a new axis.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/concat.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class A> struct concatenating {
  template <class S, class R> struct on { using type = concat_verdict<A, S, R>; };
  template <class X, class Y> constexpr concatenated<A, X, Y> operator()(X left, Y right) const { return {std::move(left), std::move(right)}; }
};
template <class A> struct stacking {
  template <class... S> struct on { using type = stack_verdict<A, S...>; };
  template <class... N> constexpr stacked<A, N...> operator()(N... node) const { return {{{{std::move(node)}...}}}; }
};
}  // namespace detail

/// Along A the elements of x, then those of y: A[n] and A[m] become A[n + m], A[] where one is of run-time extent. Along all
/// other axes they broadcast by name. `cache = concat<Key>(cache, added)` makes a tensor with Key[] longer.
template <class Axis, named_operand X, named_operand Y, class V = detail::verdict_on<detail::concatenating<Axis>, X, Y>, holds<V> ok = answer<V>>
constexpr auto concat(X&& x, Y&& y) -> detail::result_of<V, detail::concatenating<Axis>, X, Y> {
  static_assert(ok, HEED_SENTENCE("concat<Axis>(x, y): both must have the axis, with an extent; any other axis that both have has one extent", V, axis_list<Axis>,
                                  shape_of_operand<X>, shape_of_operand<Y>));
  return detail::make<V>(detail::concatenating<Axis>{}, std::forward<X>(x), std::forward<Y>(y));
}
/// The same of more than two.
template <class Axis, named_operand X, named_operand Y, named_operand... More> requires(sizeof...(More) > 0)
constexpr auto concat(X&& x, Y&& y, More&&... more) {
  return concat<Axis>(concat<Axis>(std::forward<X>(x), std::forward<Y>(y)), std::forward<More>(more)...);
}

/// x as element 0 of a new axis A, the next operand as element 1, and so on. A comes first; the operands broadcast by name.
template <class Axis, operand... X, class V = detail::verdict_on<detail::stacking<Axis>, X...>, holds<V> ok = answer<V>> requires operands<X...>
constexpr auto stack(X&&... x) -> detail::result_of<V, detail::stacking<Axis>, X...> {
  static_assert(ok, HEED_SENTENCE("stack<Axis>(x, y, ...): no operand has the axis yet; an axis that several have has one extent", V, axis_list<Axis>,
                                  shape_of_operand<X>...));
  return detail::make<V>(detail::stacking<Axis>{}, std::forward<X>(x)...);
}

}  // namespace heed
HEED_SENTENCES_END
