// Shape rules that only the running program can decide, checked before anything is evaluated or written.
//
// What an expression's type decides is left out at compile time: where all extents are static, nothing remains of this.
#pragma once

#include <string>
#include <string_view>

#include <heed/eval/check_messages.hpp>
#include <heed/eval/needs_check.hpp>
#include <heed/node/results.hpp>
#include <heed/shape/in_float64.hpp>
#include <heed/shape/run_time.hpp>
#include <heed/tensor/assignment.hpp>
#include <heed/tensor/concepts.hpp>

namespace heed::detail {

/// Walks an expression with the definitions of its lets, as extent_at_run_time does, and throws shape_error at the
/// first operation whose operands do not fit together.
struct run_time_check {
  // Leaves have nothing to check; all other nodes are below.
  template <class N, class L> static void of(const N&, const L&) {}

  // Point-wise: each operand against every later one.
  template <class Call, class... X, class L> static void broadcasting(const children<X...>& c, const L& l) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (of(get<I>(c), l), ...);
      (pairs<Call, I>(c, l, std::index_sequence_for<X...>{}), ...);
    }
    (std::index_sequence_for<X...>{});
  }
  template <class Call, std::size_t I, class... X, class L, std::size_t... J>
  static void pairs(const children<X...>& c, const L& l, std::index_sequence<J...>) {
    (pair<Call, I, J>(c, l), ...);
  }
  template <class Call, std::size_t I, std::size_t J, class... X, class L>
  static void pair(const children<X...>& c, const L& l) {
    if constexpr (I < J) agree<Call, I, J>(get<I>(c), get<J>(c), l);
  }
  // Two operands have one extent along every axis that both have.
  template <class Call, std::size_t I, std::size_t J, class X, class Y, class L>
  static void agree(const X& x, const Y& y, const L& l) {
    agree_along<Call, I, J>(shape_of<X>{}, x, y, l);
  }
  template <class Call, std::size_t I, std::size_t J, class... E, class X, class Y, class L>
  static void agree_along(shape<E...>, const X& x, const Y& y, const L& l) {
    (agree_along_one<Call, I, J, axis_of<E>>(x, y, l), ...);
  }
  template <class Call, std::size_t I, std::size_t J, class A, class X, class Y, class L>
  static void agree_along_one(const X& x, const Y& y, const L& l) {
    using S = extent_in_shape<shape_of<X>, A>;
    using R = extent_in_shape<shape_of<Y>, A>;
    if constexpr (contains_axis<shape_of<Y>, A> && !is_open<S> && !is_open<R> &&
                  (size_of_extent<S> == dynamic || size_of_extent<R> == dynamic)) {
      const index_t left = extent_at_run_time<A>(x, l), right = extent_at_run_time<A>(y, l);
      if (left != right)
        throw_extents_differ(Call::name(), axis_name<A>, Call::operand(I), left, Call::operand(J), right);
    }
  }
  template <op O, class... X, class L> static void of(const elementwise<O, X...>& n, const L& l) {
    broadcasting<elementwise_words<O>>(n.of, l);
  }
  template <class F, class... X, class L> static void of(const mapped<F, X...>& n, const L& l) {
    broadcasting<pointwise_words>(n.of, l);
  }
  template <class T, class X, class L> static void of(const converted<T, X>& n, const L& l) { of(n.of, l); }

  // Folds.
  template <fold_op O, class K, class X, class L> static void of(const fold<O, K, X>& n, const L& l) {
    of(n.of, l);
    if constexpr (gives_place(O)) has_elements<O>(K{}, n.of, l);
  }
  template <fold_op O, class A, class X, class L> static void has_elements(axis_list<A>, const X& x, const L& l) {
    if (extent_at_run_time<A>(x, l) == 0) throw_empty_axis(O == fold_op::argmax ? "argmax" : "argmin", axis_name<A>);
  }
  template <class K, class X, class Y, class L> static void of(const contraction<K, X, Y>& n, const L& l) {
    of(n.left, l);
    of(n.right, l);
    agree<dot_words<K>, 0, 1>(n.left, n.right, l);
  }

  // Index maps. An axis that is still open takes any index.
  template <class From, class To, class X, class L> static void of(const renamed<From, To, X>& n, const L& l) {
    of(n.of, l);
  }
  template <class A, class X, class L> static void of(const fixed_at<A, X>& n, const L& l) {
    of(n.of, l);
    const index_t extent = extent_at_run_time<A>(n.of, l);
    if (n.index < 0 || (extent >= 0 && n.index >= extent)) throw_index_outside(axis_name<A>, n.index, extent);
  }
  template <class A, index_t Begin, index_t Count, class X, class L>
  static void of(const sliced<A, Begin, Count, X>& n, const L& l) {
    of(n.of, l);
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic) slice_within<A>(n.of, Begin, Count, l);
  }
  template <class A, class X, class L> static void of(const sliced_at_run_time<A, X>& n, const L& l) {
    of(n.of, l);
    slice_within<A>(n.of, n.begin, n.count, l);
  }
  template <class A, class X, class L> static void slice_within(const X& x, index_t begin, index_t count, const L& l) {
    const index_t extent = extent_at_run_time<A>(x, l);
    const bool leaves = extent >= 0 && (begin > extent || count > extent - begin);
    if (begin < 0 || count < 0 || leaves) throw_slice_outside(axis_name<A>, begin, count, extent);
  }
  template <class A, class... E, class X, class L> static void of(const split_axis<A, shape<E...>, X>& n, const L& l) {
    using P = shape<E...>;
    of(n.of, l);
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic && !is_open<extent_in_shape<shape_of<X>, A>>) {
      const index_t extent = extent_at_run_time<A>(n.of, l);
      if constexpr (static_size<P> == dynamic) {
        if (extent % known_size<P> != 0) throw_parts_leave_rest(axis_name<A>, extent, extents_as_text(P{}, {size_of_extent<E>...}), known_size<P>);
      } else if (extent != static_size<P>) throw_parts_differ(axis_name<A>, extent, extents_as_text(P{}, {size_of_extent<E>...}), static_size<P>);
    }
  }
  template <class A, class P, class X, class L> static void of(const merged_axes<A, P, X>& n, const L& l) {
    of(n.of, l);
  }
  // Look-ups. (The ids themselves are checked when the plan runs, where their values are: kernel/lookup.hpp.)
  template <class A, class X, class I, class L> static void of(const gather_node<A, X, I>& n, const L& l) {
    of(n.of, l);
    of(n.ids, l);
    agree_beside<A>(without<shape_of<X>, axis_list<A>>{}, n, l);
  }
  template <class A, class... E, class N, class L> static void agree_beside(shape<E...>, const N& n, const L& l) {
    (agree_along_one<gather_words<A>, 0, 1, axis_of<E>>(n.of, n.ids, l), ...);
  }
  template <class E, class I, class L> static void of(const one_hot_node<E, I>& n, const L& l) {
    of(n.ids, l);
    if (n.count < 0) throw_negative_extent("one_hot", axis_name<axis_of<E>>, n.count);
  }
  template <class E, class X, class L> static void of(const broadcasted<E, X>& n, const L& l) {
    of(n.of, l);
    if constexpr (size_of_extent<E> == dynamic)
      if (n.count < 0) throw_negative_extent("broadcast", axis_name<axis_of<E>>, n.count);
  }

  // Windows, reversals, diagonals.
  template <class A, class E, index_t S, index_t D, class X, class L> static void of(const windowed<A, E, S, D, X>& n, const L& l) {
    of(n.of, l);
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic) window_within<A, E>(n.of, D, l);
  }
  template <class A, class E, class X, class L> static void of(const windowed_at_run_time<A, E, X>& n, const L& l) {
    of(n.of, l);
    if (n.stride < 1) throw_step_below_one(axis_name<A>, axis_name<axis_of<E>>, size_of_extent<E>, "stride", n.stride);
    if (n.dilation < 1) throw_step_below_one(axis_name<A>, axis_name<axis_of<E>>, size_of_extent<E>, "dilation", n.dilation);
    window_within<A, E>(n.of, n.dilation, l);
  }
  template <class A, class E, class X, class L> static void window_within(const X& x, index_t dilation, const L& l) {
    const index_t extent = extent_at_run_time<A>(x, l), span = span_of_window(size_of_extent<E>, dilation);
    if (span > extent) throw_window_outside(axis_name<A>, axis_name<axis_of<E>>, size_of_extent<E>, span, extent);
  }
  template <class H, class X, class L> static void of(const hinted<H, X>& n, const L& l) { of(n.of, l); }
  template <class A, class X, class L> static void of(const reversed<A, X>& n, const L& l) { of(n.of, l); }
  template <class A, class B, class Out, class X, class L> static void of(const diagonal_of<A, B, Out, X>& n, const L& l) {
    of(n.of, l);
    const index_t extent = extent_at_run_time<A>(n.of, l), other = extent_at_run_time<B>(n.of, l);
    if (extent >= 0 && other >= 0 && extent != other) throw_no_diagonal(axis_name<A>, axis_name<B>, axis_name<Out>, extent, other);
  }

  // Selects along an axis.
  template <class A, class X, class F, class L> static void of(const shifted<A, X, F>& n, const L& l) {
    of(n.of, l);
    of(n.fill, l);
    agree<shift_words<A>, 0, 1>(n.of, n.fill, l);
  }
  template <class A, class X, class Y, class L> static void of(const concatenated<A, X, Y>& n, const L& l) {
    of(n.left, l);
    of(n.right, l);
    agree_along<concat_words<A>, 0, 1>(without<shape_of<X>, axis_list<A>>{}, n.left, n.right, l);
  }
  template <class A, class... X, class L> static void of(const stacked<A, X...>& n, const L& l) { broadcasting<stack_words<A>>(n.of, l); }
  template <class A, class X, class L> static void of(const running_sum<A, X>& n, const L& l) { of(n.of, l); }

  // The definition of a let is checked once, outside; the body sees its extents.
  template <class Tag, class X, class Body, class L> static void of(const let_node<Tag, X, Body>& n, const L& l) {
    of(n.definition, l);
    of(n.body, let_scope<Tag, X, L>{n.definition, l});
  }
  template <class X, class L> static void of(const in_float64_node<X>& n, const L& l) { of(n.of, l); }
  template <class... X, class L> static void of(const results<X...>& n, const L& l) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (of(get<I>(n.of), l), ...); }
    (std::index_sequence_for<X...>{});
  }
};

/// Throws shape_error where operands of an expression do not fit together, in the words of the compile-time messages.
template <class N> void check_at_run_time(const N& node) {
  if constexpr (needs_check<N>) run_time_check::of(node, no_lets{});
  (void)node;
}

template <class A, class Target, class N> void check_target_along(const Target& target, const N& node, assign_op o) {
  using S = extent_in_shape<shape_of<N>, A>;
  constexpr index_t size = size_in_shape<typename Target::shape_type, A>;
  // `=` gives an owning tensor's run-time axis whatever extent the expression has
  constexpr bool resizable = tensor_like<Target> && size == dynamic;
  if constexpr (contains_axis<typename Target::shape_type, A> && !is_open<S> &&
                (size == dynamic || size_of_extent<S> == dynamic)) {
    if (resizable && o == assign_op::set) return;
    const index_t there =
        target.layout().extent(static_cast<std::size_t>(index_of_axis<typename Target::shape_type, A>));
    const index_t here = extent_at_run_time<A>(node, no_lets{});
    if (here != there) throw_extents_differ(assignment_name(o), axis_name<A>, "target", there, "expression", here);
  }
}
template <class... X, class Target, class N>
void check_target_axes(shape<X...>, const Target& target, const N& node, [[maybe_unused]] assign_op o) {
  (check_target_along<axis_of<X>>(target, node, o), ...);
}

/// Throws shape_error where the target's extents are not those of the expression and cannot become so.
template <class Target, class N> void check_target(const Target& target, const N& node, assign_op o = assign_op::set) {
  if constexpr (static_size<shape_of<N>> == dynamic || static_size<typename Target::shape_type> == dynamic) check_target_axes(shape_of<N>{}, target, node, o);
  (void)target;
  (void)node;
  (void)o;
}

}  // namespace heed::detail
