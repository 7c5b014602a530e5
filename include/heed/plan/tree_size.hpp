// What is asked of an expression before it is planned: how large it is, and in which lets it stands.
#pragma once

#include <heed/node/concat.hpp>
#include <heed/node/fold.hpp>
#include <heed/node/index.hpp>
#include <heed/node/leaf.hpp>
#include <heed/node/let.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/node/shift.hpp>
#include <heed/node/window.hpp>
#include <heed/plan/tag.hpp>

namespace heed::planner::detail {

// Lets whose values are used, but which are not there: an expression in the body of one, which is not made yet.
struct open_lets {
  static constexpr int most = 8;
  tag at[most]{};
  int count = 0;
  constexpr void add(const open_lets& more) {
    for (int i = 0; i < more.count; ++i)
      if (count < most && !has(more.at[i])) at[count++] = more.at[i];
  }
  constexpr bool has(tag let) const {
    for (int i = 0; i < count; ++i)
      if (at[i] == let) return true;
    return false;
  }
  constexpr open_lets without(tag let) const {
    open_lets r;
    for (int i = 0; i < count; ++i)
      if (at[i] != let) r.at[r.count++] = at[i];
    return r;
  }
};

// How many nodes the expression's tree has, and the lets that are open in it.
template <class N> struct tree_size {
  static constexpr int value = 1;
  static constexpr open_lets open{};
};
template <int Own, class... X> struct size_with {
  static constexpr int value = Own + (0 + ... + tree_size<X>::value);
  static constexpr open_lets open = [] {
    open_lets all;
    (all.add(tree_size<X>::open), ...);
    return all;
  }();
};
template <template <class...> class N, class... X> struct tree_size<N<X...>> : size_with<1, X...> {};
template <op O, class... X> struct tree_size<elementwise<O, X...>> : size_with<1, X...> {};
template <fold_op O, class L, class X> struct tree_size<fold<O, L, X>> : size_with<2, X> {};
template <class T> struct tree_size<reference<T>> : size_with<1> {};
template <class T> struct tree_size<held<T>> : size_with<1> {};
template <class T> struct tree_size<viewed<T>> : size_with<1> {};
template <class Tag, class X, class B> struct tree_size<let_node<Tag, X, B>> {
  static constexpr int value = tree_size<X>::value + tree_size<B>::value;
  static constexpr open_lets open = [] {
    open_lets all = tree_size<X>::open;
    all.add(tree_size<B>::open.without(tag_of<Tag>));
    return all;
  }();
};
template <class Tag, class T, class S, bool W> struct tree_size<heed::variable<Tag, T, S, W>> {
  static constexpr int value = 1;
  static constexpr open_lets open{{tag_of<Tag>}, 1};
};
template <class A, index_t B, index_t C, class X> struct tree_size<sliced<A, B, C, X>> : tree_size<X> {};
template <class A, class E, index_t S, index_t D, class X> struct tree_size<windowed<A, E, S, D, X>> : tree_size<X> {};
// where, two or three comparisons of positions, their operands
template <class A, class X, class F> struct tree_size<shifted<A, X, F>> : size_with<9, X, F> {};
template <class A, class X, class Y> struct tree_size<concatenated<A, X, Y>> : size_with<5, X, Y> {};
template <class A, class... X> struct tree_size<stacked<A, X...>> : size_with<1 + 4 * static_cast<int>(sizeof...(X)), X...> {};
template <class... X> struct tree_size<children<X...>> : size_with<0, X...> {};

}  // namespace heed::planner::detail
