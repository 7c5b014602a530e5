// The operands of a node, by position.
#pragma once

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {
template <std::size_t I, class X> struct child { [[no_unique_address]] X value; };
template <class I, class... X> struct children_of;
template <std::size_t... I, class... X> struct children_of<std::index_sequence<I...>, X...> : child<I, X>... {
  constexpr children_of(X... x) : child<I, X>{std::move(x)}... {}
};
template <std::size_t I, class X> constexpr const X& child_at(const child<I, X>& c) { return c.value; }
}  // namespace detail

/// The operands of a node: an aggregate of values without std::tuple's cost to compilers.
template <class... X> struct children : detail::children_of<std::index_sequence_for<X...>, X...> {
  static constexpr std::size_t count = sizeof...(X);
  using detail::children_of<std::index_sequence_for<X...>, X...>::children_of;
};
template <std::size_t I, class... X> constexpr const auto& get(const children<X...>& c) { return detail::child_at<I>(c); }

}  // namespace heed
