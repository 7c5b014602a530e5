// Whether anything of an expression's shape is left to the running program: where not, its checks are not even compiled.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/node/results.hpp>
#include <heed/shape/run_time.hpp>

namespace heed::detail {

/// False where every extent, index and count below N is static. (Nodes that are not listed have one that is not.)
template <class N> inline constexpr bool needs_check = true;

template <class T> inline constexpr bool needs_check<reference<T>> = !T::layout_type::has_static_extents;
template <class T> inline constexpr bool needs_check<held<T>> = !T::layout_type::has_static_extents;
template <class T> inline constexpr bool needs_check<viewed<T>> = !T::layout_type::has_static_extents;
template <class T> inline constexpr bool needs_check<constant<T>> = false;
template <class X> inline constexpr bool needs_check<position_node<X>> = false;
template <class A> inline constexpr bool needs_check<length_node<A>> = false;
template <class Tag, class T, class S, bool W> inline constexpr bool needs_check<variable<Tag, T, S, W>> = false;  // its let is asked
template <class... X> inline constexpr bool needs_check<children<X...>> = (false || ... || needs_check<X>);
template <op O, class... X> inline constexpr bool needs_check<elementwise<O, X...>> = (false || ... || needs_check<X>);
template <class F, class... X> inline constexpr bool needs_check<mapped<F, X...>> = (false || ... || needs_check<X>);
template <class T, class X> inline constexpr bool needs_check<converted<T, X>> = needs_check<X>;
template <fold_op O, class K, class X> inline constexpr bool needs_check<fold<O, K, X>> = needs_check<X>;
template <class K, class X, class Y> inline constexpr bool needs_check<contraction<K, X, Y>> = needs_check<X> || needs_check<Y>;
template <class Tag, class X, class B> inline constexpr bool needs_check<let_node<Tag, X, B>> = needs_check<X> || needs_check<B>;
template <class F, class T, class X> inline constexpr bool needs_check<renamed<F, T, X>> = needs_check<X>;
template <class A, index_t B, index_t N, class X> inline constexpr bool needs_check<sliced<A, B, N, X>> = needs_check<X>;
template <class A, class S, class X> inline constexpr bool needs_check<split_axis<A, S, X>> = static_size<S> == dynamic || needs_check<X>;
template <class A, class P, class X> inline constexpr bool needs_check<merged_axes<A, P, X>> = needs_check<X>;
template <class A, class X, class I> inline constexpr bool needs_check<gather_node<A, X, I>> = needs_check<X> || needs_check<I>;
template <class E, class X> inline constexpr bool needs_check<broadcasted<E, X>> = size_of_extent<E> == dynamic || needs_check<X>;
template <class A, class X> inline constexpr bool needs_check<reversed<A, X>> = needs_check<X>;
template <class A, class B, class Out, class X> inline constexpr bool needs_check<diagonal_of<A, B, Out, X>> = needs_check<X>;
template <class H, class X> inline constexpr bool needs_check<hinted<H, X>> = needs_check<X>;
template <class... X> inline constexpr bool needs_check<results<X...>> = (false || ... || needs_check<X>);

}  // namespace heed::detail
