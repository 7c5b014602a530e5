// Axes of look-ups.
#pragma once

#include <type_traits>

#include <heed/node/gather.hpp>
#include <heed/shape/fold.hpp>
#include <heed/shape/index.hpp>

namespace heed::detail {

// Where A stood, the axes of the ids that the table does not have beside A; those that it has are the same axes.
template <class S, class A, class R> struct gathered_shape {
  using beside = without<S, axis_list<A>>;
  using type = union_of<with_axis_replaced<S, A, without<R, beside>>, R>;
};
template <class A, class X, class I> struct shape_rule<gather_node<A, X, I>> : gathered_shape<shape_of<X>, A, shape_of<I>> {};
template <class A, class X, class I> struct element_rule<gather_node<A, X, I>> : element_rule<X> {};
template <class E, class I> struct shape_rule<one_hot_node<E, I>> { using type = union_of<shape_of<I>, shape<E>>; };
template <class E, class I> struct element_rule<one_hot_node<E, I>> { using type = heed::element_type<bool, false>; };

// The verdicts. T: the element type of the ids.
template <class T> using are_places = unless<std::is_integral_v<T> && !std::is_same_v<T, bool>, rule::integer_places<T>>;
template <class A, class T, class S, class R> using gather_verdict =
    first_wrong<has_axis<A, S>, walks<axis_list<A>, S>, are_places<T>, extents_match<without<S, axis_list<A>>, R>>;
template <class E, class T, class S> using one_hot_verdict = first_wrong<are_places<T>, is_new<axis_of<E>, S>>;

}  // namespace heed::detail
