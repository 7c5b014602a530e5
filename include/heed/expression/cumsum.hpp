// cumsum: running sums along an axis.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/cumsum.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class A> struct summing_up {
  template <class S> struct on { using type = running_verdict<A, S>; };
  template <class N> constexpr running_sum<A, N> operator()(N node) const { return {std::move(node)}; }
};
}  // namespace detail

/// Element i along A is the sum of x's elements 0 ... i; the axes are x's, the element type is that of sum<A>(x). One after the
/// other, in the order of the axis. The result is stored: a temporary over all axes of x.
template <class Axis, named_operand X, class V = detail::verdict_on<detail::summing_up<Axis>, X>, holds<V> ok = answer<V>>
constexpr auto cumsum(X&& x) -> detail::result_of<V, detail::summing_up<Axis>, X> {
  static_assert(ok, HEED_SENTENCE("cumsum<Axis>(x): x must have the axis, with an extent, and at most 8 axes", V, axis_list<Axis>, shape_of_operand<X>));
  return detail::make<V>(detail::summing_up<Axis>{}, std::forward<X>(x));
}

}  // namespace heed
HEED_SENTENCES_END
