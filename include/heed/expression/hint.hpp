// Saying how a value is computed: its elements are the same with and without.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/hint.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class H> struct hinting {
  template <class S> struct on : hint_rule<H, S> {};
  template <class N> constexpr hinted<H, N> operator()(N node) const { return {std::move(node)}; }
};
}  // namespace detail

/// x, with the products in it summed in the order in which they are written.
template <named_operand X> constexpr auto as_written(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::hinting<hint::as_written>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::hinting<hint::as_written>{}, std::forward<X>(x));
}

/// x, stored over all its axes by a nest of its own before it is used.
template <named_operand X> constexpr auto stored(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::hinting<hint::stored>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::hinting<hint::stored>{}, std::forward<X>(x));
}

/// x, computed where it is used and never stored over its axes.
template <named_operand X> constexpr auto recomputed(X&& x) -> detail::result_of<detail::verdict_on<detail::unary, X>, detail::hinting<hint::recomputed>, X> {
  return detail::make<detail::verdict_on<detail::unary, X>>(detail::hinting<hint::recomputed>{}, std::forward<X>(x));
}

/// x, computed by a nest with this register block and these rows a block: `tiled<tiles{.vectors = 4, .rows = 6, .block = 128}>(x)`.
/// What is 0 or left out is the planner's choice.
template <tiles T, named_operand X, class V = detail::verdict_on<detail::hinting<hint::tiled<T>>, X>, holds<V> ok = answer<V>>
constexpr auto tiled(X&& x) -> detail::result_of<V, detail::hinting<hint::tiled<T>>, X> {
  static_assert(ok, HEED_SENTENCE("tiled<tiles{.vectors = v, .rows = r, .block = b}>(x): v is 0 to 8, r is 0 to 32, b is 0 to 65536; 0 is the planner's choice",
                                  V, axis_list<>, shape_of_operand<X>));
  return detail::make<V>(detail::hinting<hint::tiled<T>>{}, std::forward<X>(x));
}

/// x, computed by a nest whose vectors run along A.
template <class A, named_operand X, class V = detail::verdict_on<detail::hinting<hint::lanes_along<A>>, X>, holds<V> ok = answer<V>>
constexpr auto lanes_along(X&& x) -> detail::result_of<V, detail::hinting<hint::lanes_along<A>>, X> {
  static_assert(ok, HEED_SENTENCE("lanes_along<Axis>(x): x must have the axis", V, axis_list<A>, shape_of_operand<X>));
  return detail::make<V>(detail::hinting<hint::lanes_along<A>>{}, std::forward<X>(x));
}

}  // namespace heed
HEED_SENTENCES_END
