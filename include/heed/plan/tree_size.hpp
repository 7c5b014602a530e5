// How large an expression is, before it is planned.
#pragma once

#include <heed/node/concat.hpp>
#include <heed/node/fold.hpp>
#include <heed/node/index.hpp>
#include <heed/node/leaf.hpp>
#include <heed/node/let.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/node/shift.hpp>
#include <heed/node/window.hpp>

namespace heed::planner::detail {

// How many nodes the expression's tree has.
template <class N> struct tree_size { static constexpr int value = 1; };
template <template <class...> class N, class... X> struct tree_size<N<X...>> { static constexpr int value = 1 + (0 + ... + tree_size<X>::value); };
template <op O, class... X> struct tree_size<elementwise<O, X...>> { static constexpr int value = 1 + (0 + ... + tree_size<X>::value); };
template <fold_op O, class L, class X> struct tree_size<fold<O, L, X>> { static constexpr int value = 2 + tree_size<X>::value; };
template <class T> struct tree_size<reference<T>> { static constexpr int value = 1; };
template <class T> struct tree_size<held<T>> { static constexpr int value = 1; };
template <class T> struct tree_size<viewed<T>> { static constexpr int value = 1; };
template <class Tag, class X, class B> struct tree_size<let_node<Tag, X, B>> { static constexpr int value = tree_size<X>::value + tree_size<B>::value; };
template <class A, index_t B, index_t C, class X> struct tree_size<sliced<A, B, C, X>> : tree_size<X> {};
template <class A, class E, index_t S, index_t D, class X> struct tree_size<windowed<A, E, S, D, X>> : tree_size<X> {};
// where, two or three comparisons of positions, their operands
template <class A, class X, class F> struct tree_size<shifted<A, X, F>> { static constexpr int value = 9 + tree_size<X>::value + tree_size<F>::value; };
template <class A, class X, class Y> struct tree_size<concatenated<A, X, Y>> { static constexpr int value = 5 + tree_size<X>::value + tree_size<Y>::value; };
template <class A, class... X> struct tree_size<stacked<A, X...>> { static constexpr int value = 1 + (0 + ... + (4 + tree_size<X>::value)); };
template <class... X> struct tree_size<children<X...>> { static constexpr int value = (0 + ... + tree_size<X>::value); };

}  // namespace heed::planner::detail
