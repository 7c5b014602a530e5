// The same shape rules when the program runs: extents that were not known to the compiler.
#pragma once

#include <string>

#include <heed/axes/name.hpp>
#include <heed/node/results.hpp>
#include <heed/shape/concat.hpp>
#include <heed/shape/cumsum.hpp>
#include <heed/shape/fold.hpp>
#include <heed/shape/gather.hpp>
#include <heed/shape/hint.hpp>
#include <heed/shape/in_float64.hpp>
#include <heed/shape/index.hpp>
#include <heed/shape/leaf.hpp>
#include <heed/shape/parallel.hpp>
#include <heed/shape/pointwise.hpp>
#include <heed/shape/shift.hpp>
#include <heed/shape/window.hpp>
#include <heed/tensor/shape_error.hpp>

namespace heed::detail {

// The definitions of the lets around a node, innermost first.
struct no_lets {};
template <class Tag, class X, class Outer> struct let_scope {
  const X& definition;
  const Outer& outer;
};

/// The extent of axis A in node n; -1 where nothing gives it one (a position alone).
template <class A, class N, class Lets> index_t extent_at_run_time(const N& n, const Lets& lets);

struct extent_walk {
  template <class A, class T, class L> static index_t leaf(const T& t, const L&) {
    return t.layout().extent(static_cast<std::size_t>(index_of_axis<typename T::shape_type, A>));
  }
  template <class A, class T, class L> static index_t of(const reference<T>& n, const L& l) { return leaf<A>(n.get(), l); }
  template <class A, class T, class L> static index_t of(const held<T>& n, const L& l) { return leaf<A>(n.get(), l); }
  template <class A, class T, class L> static index_t of(const viewed<T>& n, const L& l) { return leaf<A>(n.get(), l); }
  template <class A, class X, class L> static index_t of(const position_node<X>&, const L&) { return size_of_extent<X>; }
  // of several operands the first that has the axis with an extent
  template <class A, class... X, class L> static index_t of_children(const children<X...>& c, const L& l) {
    return of_children<A>(c, l, std::index_sequence_for<X...>{});
  }
  template <class A, class... X, class L, std::size_t... I>
  static index_t of_children(const children<X...>& c, const L& l, std::index_sequence<I...>) {
    index_t found = dynamic;
    auto look = [&](const auto& x) {
      if constexpr (contains_axis<shape_of<std::remove_cvref_t<decltype(x)>>, A>)
        if (found < 0) found = extent_at_run_time<A>(x, l);
    };
    (look(get<I>(c)), ...);
    return found;
  }
  template <class A, op O, class... X, class L> static index_t of(const elementwise<O, X...>& n, const L& l) { return of_children<A>(n.of, l); }
  template <class A, class F, class... X, class L> static index_t of(const mapped<F, X...>& n, const L& l) { return of_children<A>(n.of, l); }
  template <class A, class T, class X, class L> static index_t of(const converted<T, X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, fold_op O, class K, class X, class L> static index_t of(const fold<O, K, X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, class K, class X, class Y, class L> static index_t of(const contraction<K, X, Y>& n, const L& l) {
    if constexpr (contains_axis<shape_of<X>, A>) {
      const index_t left = extent_at_run_time<A>(n.left, l);
      if constexpr (contains_axis<shape_of<Y>, A>) return left >= 0 ? left : extent_at_run_time<A>(n.right, l);
      else return left;
    } else return extent_at_run_time<A>(n.right, l);
  }
  template <class A, class Tag, class X, class B, class L> static index_t of(const let_node<Tag, X, B>& n, const L& l) {
    return extent_at_run_time<A>(n.body, let_scope<Tag, X, L>{n.definition, l});
  }
  template <class A, class Tag, class T, class S, bool W, class X, class L>
  static index_t of(const variable<Tag, T, S, W>&, const let_scope<Tag, X, L>& l) { return extent_at_run_time<A>(l.definition, l.outer); }
  template <class A, class Tag, class T, class S, bool W, class Other, class X, class L>
    requires(!std::is_same_v<Tag, Other>)
  static index_t of(const variable<Tag, T, S, W>& n, const let_scope<Other, X, L>& l) { return of<A>(n, l.outer); }
  // a let's value seen from inside the let that is still being written
  template <class A, class Tag, class T, class S, bool W> static index_t of(const variable<Tag, T, S, W>&, const no_lets&) { return dynamic; }
  template <class A, class X, class L> static index_t of(const in_float64_node<X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, class X, class E, class L> static index_t of(const parallel<X, E>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, class F, class T, class X, class L> static index_t of(const renamed<F, T, X>& n, const L& l) {
    return extent_at_run_time<std::conditional_t<std::is_same_v<A, T>, F, A>>(n.of, l);
  }
  template <class A, class B, class X, class L> static index_t of(const fixed_at<B, X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, class B, index_t I, index_t N, class X, class L> static index_t of(const sliced<B, I, N, X>& n, const L& l) {
    if constexpr (std::is_same_v<A, B>) return N;
    else return extent_at_run_time<A>(n.of, l);
  }
  template <class A, class B, class X, class L> static index_t of(const sliced_at_run_time<B, X>& n, const L& l) {
    if constexpr (std::is_same_v<A, B>) return n.count;
    else return extent_at_run_time<A>(n.of, l);
  }
  template <class A, class B, class S, class X, class L> static index_t of(const split_axis<B, S, X>& n, const L& l) {
    if constexpr (contains_axis<S, A> && size_in_shape<S, A> == dynamic) {
      const index_t whole = extent_at_run_time<B>(n.of, l);
      return whole < 0 ? dynamic : whole / known_size<S>;
    } else if constexpr (contains_axis<S, A>) return size_in_shape<S, A>;
    else return extent_at_run_time<A>(n.of, l);
  }
  template <class A, class B, class... P, class X, class L> static index_t of(const merged_axes<B, axis_list<P...>, X>& n, const L& l) {
    if constexpr (std::is_same_v<A, B>) {
      index_t whole = 1;
      bool known = true;
      const auto times = [&](index_t part) {
        known = known && part >= 0;
        whole *= part;
      };
      (times(extent_at_run_time<P>(n.of, l)), ...);
      return known ? whole : dynamic;
    } else return extent_at_run_time<A>(n.of, l);
  }
  template <class A, class B, class X, class I, class L> static index_t of(const gather_node<B, X, I>& n, const L& l) {
    if constexpr (contains_axis<shape_of<I>, A>) {
      const index_t found = extent_at_run_time<A>(n.ids, l);
      if (found >= 0 || std::is_same_v<A, B>) return found;
    }
    if constexpr (!std::is_same_v<A, B> && contains_axis<shape_of<X>, A>) return extent_at_run_time<A>(n.of, l);
    else return dynamic;
  }
  template <class A, class E, class I, class L> static index_t of(const one_hot_node<E, I>& n, const L& l) {
    if constexpr (std::is_same_v<A, axis_of<E>>) return n.count;
    else return extent_at_run_time<A>(n.ids, l);
  }
  template <class A, class E, class X, class L> static index_t of(const broadcasted<E, X>& n, const L& l) {
    if constexpr (std::is_same_v<A, axis_of<E>>) return n.count;
    else return extent_at_run_time<A>(n.of, l);
  }
  static index_t windows_in(index_t whole, index_t taps, index_t stride, index_t dilation) { return whole < 0 ? dynamic : count_of_windows(whole, taps, stride, dilation); }
  template <class A, class B, class E, index_t S, index_t D, class X, class L> static index_t of(const windowed<B, E, S, D, X>& n, const L& l) {
    if constexpr (std::is_same_v<A, B>) return windows_in(extent_at_run_time<A>(n.of, l), size_of_extent<E>, S, D);
    else return extent_at_run_time<A>(n.of, l);
  }
  template <class A, class B, class E, class X, class L> static index_t of(const windowed_at_run_time<B, E, X>& n, const L& l) {
    if constexpr (std::is_same_v<A, B>)  // steps below 1 are refused before anything runs
      return n.stride < 1 ? 0 : windows_in(extent_at_run_time<A>(n.of, l), size_of_extent<E>, n.stride, n.dilation);
    else return extent_at_run_time<A>(n.of, l);
  }
  template <class A, class H, class X, class L> static index_t of(const hinted<H, X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, class B, class X, class L> static index_t of(const reversed<B, X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
  template <class A, class B, class C, class Out, class X, class L> static index_t of(const diagonal_of<B, C, Out, X>& n, const L& l) {
    if constexpr (!std::is_same_v<A, Out>) return extent_at_run_time<A>(n.of, l);
    else if constexpr (is_open<extent_in_shape<shape_of<X>, B>>) return extent_at_run_time<C>(n.of, l);
    else return extent_at_run_time<B>(n.of, l);
  }
  // of two operands the first that has the axis with an extent
  template <class A, class X, class Y, class L> static index_t of_either(const X& x, const Y& y, const L& l) {
    index_t found = dynamic;
    if constexpr (contains_axis<shape_of<X>, A>) found = extent_at_run_time<A>(x, l);
    if constexpr (contains_axis<shape_of<Y>, A>) return found >= 0 ? found : extent_at_run_time<A>(y, l);
    else return found;
  }
  template <class A, class B, class X, class F, class L> static index_t of(const shifted<B, X, F>& n, const L& l) { return of_either<A>(n.of, n.fill, l); }
  template <class A, class B, class X, class Y, class L> static index_t of(const concatenated<B, X, Y>& n, const L& l) {
    if constexpr (std::is_same_v<A, B>) {
      const index_t left = extent_at_run_time<A>(n.left, l), right = extent_at_run_time<A>(n.right, l);
      return left < 0 || right < 0 ? dynamic : left + right;
    } else return of_either<A>(n.left, n.right, l);
  }
  template <class A, class B, class... X, class L> static index_t of(const stacked<B, X...>& n, const L& l) { return of_children<A>(n.of, l); }
  template <class A, class B, class X, class L> static index_t of(const running_sum<B, X>& n, const L& l) { return extent_at_run_time<A>(n.of, l); }
};

template <class A, class N, class Lets> index_t extent_at_run_time(const N& n, const Lets& lets) {
  if constexpr (size_in_shape<shape_of<N>, A> != dynamic) return size_in_shape<shape_of<N>, A>;
  else if constexpr (is_open<extent_in_shape<shape_of<N>, A>>) return dynamic;
  else return extent_walk::of<A>(n, lets);
}

}  // namespace heed::detail
