// Shape and element type of every node: the primary templates, filled in by the other files of this folder.
#pragma once

#include <heed/shape/element.hpp>
#include <heed/shape/verdict.hpp>

namespace heed {

namespace detail {
template <class N> struct shape_rule;    // ::type, a shape<...>
template <class N> struct element_rule;  // ::type, an element_type<T, weak>
template <> struct shape_rule<ill_shaped> { using type = shape<>; };
template <> struct element_rule<ill_shaped> { using type = element_type<float, true>; };
}  // namespace detail

/// The axes of a node, `shape<Query[128], Key[]>`.
template <class N> using shape_of = typename detail::shape_rule<N>::type;
/// element_type<T, weak> of a node.
template <class N> using element_of = typename detail::element_rule<N>::type;
/// The type of a node's elements when it is evaluated by itself.
template <class N> using value_type_of = typename element_of<N>::type;

template <class N> inline constexpr bool is_ill_shaped = std::is_same_v<N, ill_shaped>;

}  // namespace heed
