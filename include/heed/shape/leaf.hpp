// Axes and element types of leaves.
#pragma once

#include <heed/node/leaf.hpp>
#include <heed/node/let.hpp>
#include <heed/shape/traits.hpp>

namespace heed::detail {

template <class T> struct leaf_shape { using type = typename T::shape_type; };
template <class T> struct leaf_element { using type = heed::element_type<typename T::element_type, false>; };
template <class T> struct shape_rule<reference<T>> : leaf_shape<T> {};
template <class T> struct shape_rule<held<T>> : leaf_shape<T> {};
template <class T> struct shape_rule<viewed<T>> : leaf_shape<T> {};
template <class T> struct element_rule<reference<T>> : leaf_element<T> {};
template <class T> struct element_rule<held<T>> : leaf_element<T> {};
template <class T> struct element_rule<viewed<T>> : leaf_element<T> {};

template <class T> struct shape_rule<constant<T>> { using type = shape<>; };
template <class T> struct element_rule<constant<T>> { using type = heed::element_type<T, true>; };

template <class X> struct shape_rule<position_node<X>> {
  using type = shape<std::conditional_t<is_extent<X>, X, open<X>>>;
};
template <class X> struct element_rule<position_node<X>> { using type = heed::element_type<int, false>; };
template <class A> struct shape_rule<length_node<A>> { using type = shape<>; };
template <class A> struct element_rule<length_node<A>> { using type = heed::element_type<int, false>; };

template <class Tag, class T, class S, bool W> struct shape_rule<variable<Tag, T, S, W>> { using type = S; };
template <class Tag, class T, class S, bool W> struct element_rule<variable<Tag, T, S, W>> {
  using type = heed::element_type<T, W>;
};
template <class Tag, class X, class B> struct shape_rule<let_node<Tag, X, B>> : shape_rule<B> {};
template <class Tag, class X, class B> struct element_rule<let_node<Tag, X, B>> : element_rule<B> {};

}  // namespace heed::detail
