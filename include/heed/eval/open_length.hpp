// length<A> where nothing gives A an extent: found while the plan is made, said in a sentence with the axis.
#pragma once

#include <type_traits>

#include <heed/axes/holds.hpp>
#include <heed/plan/lower.hpp>
#include <heed/shape/messages.hpp>

HEED_SENTENCES_BEGIN
namespace heed::detail {

// The axis with tag T among those whose length a node's type asks for. (Instantiated only where there is an error.)
template <class N, planner::tag T> struct length_axis { using type = void; };
template <planner::tag T, class... X> struct first_length_axis { using type = void; };
template <planner::tag T, class X, class... R> struct first_length_axis<T, X, R...>
    : std::conditional_t<std::is_void_v<typename length_axis<X, T>::type>, first_length_axis<T, R...>, length_axis<X, T>> {};
template <class A, planner::tag T> struct length_axis<length_node<A>, T> {
  using type = std::conditional_t<planner::tag_of<A> == T, A, void>;
};
template <template <class...> class N, class... X, planner::tag T> struct length_axis<N<X...>, T> : first_length_axis<T, X...> {};
template <op O, class... X, planner::tag T> struct length_axis<elementwise<O, X...>, T> : first_length_axis<T, X...> {};
template <fold_op O, class L, class X, planner::tag T> struct length_axis<fold<O, L, X>, T> : length_axis<X, T> {};
template <class A, index_t B, index_t C, class X, planner::tag T> struct length_axis<sliced<A, B, C, X>, T> : length_axis<X, T> {};
template <class A, class E, index_t S, index_t D, class X, planner::tag T>
struct length_axis<windowed<A, E, S, D, X>, T> : length_axis<X, T> {};

template <class P, class E> constexpr auto lengths_verdict() {
  if constexpr (!P::value.g.has_open_length) return verdict::fine{};
  else return rule::length_is_known<typename length_axis<E, P::value.g.open_length>::type>{};
}

template <class V> struct axes_of_verdict { using type = axis_list<>; };
template <class A> struct axes_of_verdict<rule::length_is_known<A>> { using type = axis_list<A>; };

/// Asserts that every length that E asks for is known in its plan P; false where it is not.
template <class P, class E, class V = decltype(lengths_verdict<P, E>()), holds<V> ok = answer<V>> constexpr bool lengths_are_known() {
  static_assert(ok, HEED_SENTENCE("length<Axis>: something must give the axis an extent where its length is used", V, typename axes_of_verdict<V>::type));
  return V::ok;
}

}  // namespace heed::detail
HEED_SENTENCES_END
