// Index maps: rename, at, slice, split, merge, broadcast. They change how elements are addressed and move nothing.
#pragma once

#include <heed/expression/operand.hpp>

namespace heed {

namespace detail {
template <class V, class N> using index_verdict = verdict_unless_ill<V, N>;
// at and slice of tensors that live on are views (tensor/view.hpp); of everything else they are expressions.
template <class X> concept sliced_as_expression = expression_node<X> || (tensor_like<std::remove_cvref_t<X>> && !std::is_lvalue_reference_v<X>);
}  // namespace detail

/// Axis From of x is called To. Reductions inside x keep their own axes: renaming never captures.
template <class From, class To, named_operand X> constexpr auto rename(X&& x) {
  using N = node_of<X>;
  using V = detail::index_verdict<detail::rename_verdict<From, To, shape_of<N>>, N>;
  using found = detail::facts<V>;
  static_assert(axis_among<typename found::missing, typename found::there>, "rename<From, To>: the operand has no axis From");
  static_assert(axis_is_new<typename found::taken, typename found::taken_in>, "rename<From, To>: the operand has an axis To already");
  if constexpr (!V::ok) return ill_shaped{};
  else if constexpr (std::is_same_v<From, To>) return as_node(std::forward<X>(x));
  else return renamed<From, To, N>{as_node(std::forward<X>(x))};
}

/// The element of x at `index` along A, which is then gone. Out of range: shape_error when the expression runs.
template <class A, detail::sliced_as_expression X> constexpr auto at(X&& x, index_t index) {
  using N = node_of<X>;
  using V = detail::index_verdict<has_every<axes<A>, shape_of<N>>, N>;
  using found = detail::facts<V>;
  static_assert(axis_among<typename found::missing, typename found::there>, "at<Axis>: the operand has no such axis");
  if constexpr (!V::ok) return ill_shaped{};
  else return fixed_at<A, N>{as_node(std::forward<X>(x)), index};
}

/// Count elements of x along A, from Begin on.
template <class A, index_t Begin, index_t Count, detail::sliced_as_expression X> constexpr auto slice(X&& x) {
  using N = node_of<X>;
  using V = detail::index_verdict<typename detail::slice_rule<A, Begin, Count, shape_of<N>>::type, N>;
  using found = detail::facts<V>;
  static_assert(axis_among<typename found::missing, typename found::there>, "slice<Axis, Begin, Count>: the operand has no such axis");
  static_assert(Count >= 1, "slice<Axis, Begin, Count>: Count must be at least 1");
  static_assert(Begin >= 0, "slice<Axis, Begin, Count>: Begin must not be negative");
  static_assert(within_extent<typename found::bounded, found::end>, "slice<Axis, Begin, Count>: the slice leaves the axis");
  if constexpr (!V::ok) return ill_shaped{};
  else return sliced<A, Begin, Count, N>{as_node(std::forward<X>(x))};
}

/// The same with bounds known at run time: the result has A[]. A slice that leaves the axis: shape_error when it runs.
template <class A, detail::sliced_as_expression X> constexpr auto slice(X&& x, index_t begin, index_t count) {
  using N = node_of<X>;
  using V = detail::index_verdict<has_every<axes<A>, shape_of<N>>, N>;
  using found = detail::facts<V>;
  static_assert(axis_among<typename found::missing, typename found::there>, "slice<Axis>: the operand has no such axis");
  if constexpr (!V::ok) return ill_shaped{};
  else return sliced_at_run_time<A, N>{as_node(std::forward<X>(x)), begin, count};
}

/// Axis A of x as the axes Parts = Head[8], Feature[64], which stand where A stood; the last varies fastest. A itself may
/// be one of them. The parts' extents multiply to A's.
template <class A, class... Parts, named_operand X> constexpr auto split(X&& x) {
  using N = node_of<X>;
  using V = detail::index_verdict<typename detail::split_rule<A, shape<Parts...>, shape_of<N>>::type, N>;
  using found = detail::facts<V>;
  static_assert((is_static_extent<Parts> && ...), "split<Axis, Parts...>: every part needs its extent, as in split<Model, Head[8], Feature[64]>");
  static_assert(axis_among<typename found::missing, typename found::there>, "split<Axis, Parts...>: the operand has no such axis");
  static_assert(axes_named_once<typename found::repeated>, "split<Axis, Parts...>: an axis is named twice");
  static_assert(axis_is_new<typename found::taken, typename found::taken_in>, "split<Axis, Parts...>: the operand has one of the parts' axes already");
  static_assert(parts_make_whole<typename found::whole, typename found::parts>, "split<Axis, Parts...>: the parts' extents do not multiply to the axis's");
  if constexpr (!V::ok) return ill_shaped{};
  else return split_axis<A, shape<Parts...>, N>{as_node(std::forward<X>(x))};
}

/// The axes Parts of x as one axis A, which stands where the first of them stood; the last varies fastest.
template <class A, class... Parts, named_operand X> constexpr auto merge(X&& x) {
  using N = node_of<X>;
  using V = detail::index_verdict<detail::merge_verdict<A, axes<Parts...>, shape_of<N>>, N>;
  using found = detail::facts<V>;
  static_assert(sizeof...(Parts) > 0, "merge<Axis, Parts...>: name the axes that are merged");
  static_assert(axes_named_once<typename found::repeated>, "merge<Axis, Parts...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "merge<Axis, Parts...>: the operand lacks one of the parts");
  static_assert(axis_is_new<typename found::taken, typename found::taken_in>, "merge<Axis, Parts...>: the operand has such an axis already");
  if constexpr (!V::ok) return ill_shaped{};
  else return merged_axes<A, axes<Parts...>, N>{as_node(std::forward<X>(x))};
}

/// x along a further axis, E = A[n], which comes last.
template <class E, operand X> requires is_static_extent<E> constexpr auto broadcast(X&& x) {
  using N = node_of<X>;
  using V = detail::index_verdict<detail::not_taken<axis_of<E>, shape_of<N>>, N>;
  using found = detail::facts<V>;
  static_assert(axis_is_new<typename found::taken, typename found::taken_in>, "broadcast<Axis[n]>: the operand has this axis already");
  if constexpr (!V::ok) return ill_shaped{};
  else return broadcasted<E, N>{as_node(std::forward<X>(x)), size_of_extent<E>};
}
/// The same with an extent known at run time.
template <class A, operand X> requires(!is_extent<A>) constexpr auto broadcast(X&& x, index_t count) {
  using N = node_of<X>;
  using V = detail::index_verdict<detail::not_taken<A, shape_of<N>>, N>;
  using found = detail::facts<V>;
  static_assert(axis_is_new<typename found::taken, typename found::taken_in>, "broadcast<Axis>: the operand has this axis already");
  if constexpr (!V::ok) return ill_shaped{};
  else return broadcasted<A[], N>{as_node(std::forward<X>(x)), count};
}

/// The coordinate along an axis, int: `position<Key>`, or `position<Key[128]>` where nothing else gives the extent.
template <class X> inline constexpr position_node<X> position{};
/// The extent of an axis as a rank-0 value, int, resolved where it is used.
template <class A> inline constexpr length_node<A> length{};

namespace detail {
template <class S, class W> struct exact;
template <class S, class... W> struct exact<S, shape<W...>> {
  static constexpr bool extents_fit = ((!is_extent<W> || size_of_extent<W> == dynamic || size_in_shape<S, axis_of<W>> == dynamic ||
                                        size_of_extent<W> == size_in_shape<S, axis_of<W>>) && ...);
  static constexpr bool value = S::rank == sizeof...(W) && (contains_axis<S, axis_of<W>> && ...) && extents_fit;
};
}  // namespace detail

/// x itself, checked to have exactly these axes, in any order; a bare axis takes any extent.
template <class... W, operand X> constexpr auto expect(X&& x) {
  using N = node_of<X>;
  constexpr bool ok = detail::exact<shape_of<N>, shape<W...>>::value || is_ill_shaped<N>;
  static_assert(exactly_axes<std::conditional_t<ok, void, shape_of<N>>, std::conditional_t<ok, void, axes<W...>>>,
                "expect<Axes...>: the expression does not have exactly these axes");
  if constexpr (!ok) return ill_shaped{};
  else return as_node(std::forward<X>(x));
}

/// Exactly these axes, in any order; a bare axis takes any extent: has_axes<decltype(context), Head[8], Query[1024]>.
template <class X, class... W> inline constexpr bool has_axes =
    !is_ill_shaped<node_of<std::remove_cvref_t<X>>> && detail::exact<shape_of<node_of<std::remove_cvref_t<X>>>, shape<W...>>::value;

/// Whether an operation of heed's was well-shaped: well_shaped<decltype(dot<Feature>(q, k))>.
template <class X> inline constexpr bool well_shaped = !is_ill_shaped<std::remove_cvref_t<X>>;

}  // namespace heed
