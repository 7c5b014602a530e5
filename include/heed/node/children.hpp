// The operands of a node, by position.
#pragma once

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {
template <std::size_t I, class X> struct child { [[no_unique_address]] X value; };
template <class I, class... X> struct children_of;
template <std::size_t... I, class... X> struct children_of<std::index_sequence<I...>, X...> : child<I, X>... {};
template <std::size_t I, class X> constexpr const X& child_at(const child<I, X>& c) { return c.value; }
}  // namespace detail

/// The operands of a node: an aggregate of values without std::tuple's cost to compilers, and without constructors. Written {{{x}, {y}}}.
template <class... X> struct children : detail::children_of<std::index_sequence_for<X...>, X...> {
  static constexpr std::size_t count = sizeof...(X);
};
template <std::size_t I, class... X> constexpr const auto& get(const children<X...>& c) { return detail::child_at<I>(c); }

}  // namespace heed
