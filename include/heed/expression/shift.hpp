// shift: elements moved along an axis.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/shift.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class A> struct shifting {
  template <class S, class R> struct on { using type = shift_verdict<A, S, R>; };
  template <class N, class F> constexpr shifted<A, N, F> operator()(N node, F fill) const { return {std::move(node), by, std::move(fill)}; }
  index_t by;
};
}  // namespace detail

/// Element i along A is x's element i - by, and `fill` where x has none. by may be negative, and larger than the axis; fill is
/// a number or an expression, which broadcasts. The axes of x and fill; the element type as of where(c, x, fill).
template <class Axis, named_operand X, detail::integer I, operand F, class V = detail::verdict_on<detail::shifting<Axis>, X, F>, holds<V> ok = answer<V>>
constexpr auto shift(X&& x, I by, F&& fill) -> detail::result_of<V, detail::shifting<Axis>, X, F> {
  static_assert(ok, HEED_SENTENCE("shift<Axis>(x, by, fill): x must have the axis, with an extent; an axis that both have has one extent", V, axis_list<Axis>,
                                  shape_of_operand<X>, shape_of_operand<F>));
  return detail::make<V>(detail::shifting<Axis>{static_cast<index_t>(by)}, std::forward<X>(x), std::forward<F>(fill));
}

}  // namespace heed
HEED_SENTENCES_END
