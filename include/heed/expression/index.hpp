// Index maps: rename, at, slice, split, merge, broadcast. They change how elements are addressed and move nothing.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/shape/run_time.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class From, class To> struct renaming {
  template <class S> struct on { using type = rename_verdict<From, To, S>; };
  template <class N> constexpr auto operator()(N node) const {
    if constexpr (std::is_same_v<From, To>) return node;
    else return renamed<From, To, N>{std::move(node)};
  }
};
template <class A> struct having {
  template <class S> struct on { using type = has_axis<A, S>; };
};
template <class A> struct fixing : having<A> {
  template <class N> constexpr fixed_at<A, N> operator()(N node) const { return {std::move(node), index}; }
  index_t index;
  constexpr explicit fixing(index_t where) : index(where) {}
};
template <class A, index_t Begin, index_t Count> struct slicing {
  template <class S> struct on : slice_rule<A, Begin, Count, S> {};
  template <class N> constexpr sliced<A, Begin, Count, N> operator()(N node) const { return {std::move(node)}; }
};
template <class A> struct slicing_at_run_time : having<A> {
  template <class N> constexpr sliced_at_run_time<A, N> operator()(N node) const { return {std::move(node), begin, count}; }
  index_t begin, count;
  constexpr slicing_at_run_time(index_t from, index_t number) : begin(from), count(number) {}
};
template <class A, class... P> struct splitting {
  template <class S> struct on : split_rule<A, shape<P...>, S> {};
  template <class N> constexpr auto operator()(N node) const {
    return split_axis<A, typename split_parts<extent_in_shape<shape_of<N>, A>, shape<P...>>::type, N>{std::move(node)};
  }
};
template <class A, class... P> struct merging {
  template <class S> struct on { using type = merge_verdict<A, axis_list<P...>, S>; };
  template <class N> constexpr merged_axes<A, axis_list<P...>, N> operator()(N node) const { return {std::move(node)}; }
};
template <class E> struct broadcasting_along {
  template <class S> struct on { using type = is_new<axis_of<E>, S>; };
  template <class N> constexpr broadcasted<E, N> operator()(N node) const { return {std::move(node), count}; }
  index_t count;
};
// A run-time extent is known by now, but for what a let shares.
template <class W, class N> constexpr void check_expected(const N& node) {
  if constexpr (is_static_extent<W>)
    if constexpr (size_in_shape<shape_of<N>, axis_of<W>> == dynamic) {
      const index_t found = extent_at_run_time<axis_of<W>>(node, no_lets{});
      if (found >= 0 && found != size_of_extent<W>)
        fail(shape_error("expect<" + extents_as_text(shape<W>{}, {size_of_extent<W>}) + ">: " + std::string(axis_name<axis_of<W>>) + " is " + std::to_string(found)));
    }
}
template <class... W> struct expecting {
  template <class S> struct on : exact<S, axis_list<W...>> {};
  template <class N> constexpr N operator()(N node) const {
    (detail::check_expected<W>(node), ...);
    return node;
  }
};
// at and slice of tensors that live on are views (tensor/view.hpp); of everything else they are expressions.
template <class X> concept sliced_as_expression = expression_node<X> || (tensor_like<std::remove_cvref_t<X>> && !std::is_lvalue_reference_v<X>);
}  // namespace detail

/// Axis From of x is called To. Reductions inside x keep their own axes: renaming never captures.
template <class From, class To, named_operand X, class V = detail::verdict_on<detail::renaming<From, To>, X>, holds<V> ok = answer<V>>
constexpr auto rename(X&& x) -> detail::result_of<V, detail::renaming<From, To>, X> {
  static_assert(ok, HEED_SENTENCE("rename<From, To>(x): x must have axis From, and no axis To", V, axis_list<From, To>, shape_of_operand<X>));
  return detail::make<V>(detail::renaming<From, To>{}, std::forward<X>(x));
}

/// The element of x at `index` along A, which is then gone. Out of range: shape_error when the expression runs.
template <class Axis, detail::sliced_as_expression X, detail::integer I, class V = detail::verdict_on<detail::fixing<Axis>, X>, holds<V> ok = answer<V>>
constexpr auto at(X&& x, I index) -> detail::result_of<V, detail::fixing<Axis>, X> {
  static_assert(ok, HEED_SENTENCE("at<Axis>(x, index): x must have the axis", V, axis_list<Axis>, shape_of_operand<X>));
  return detail::make<V>(detail::fixing<Axis>(static_cast<index_t>(index)), std::forward<X>(x));
}

/// Count elements of x along A, from Begin on.
template <class Axis, index_t Begin, index_t Count, detail::sliced_as_expression X, class V = detail::verdict_on<detail::slicing<Axis, Begin, Count>, X>,
          holds<V> ok = answer<V>>
constexpr auto slice(X&& x) -> detail::result_of<V, detail::slicing<Axis, Begin, Count>, X> {
  static_assert(ok, HEED_SENTENCE("slice<Axis, Begin, Count>(x): x must have the axis, and on it Count elements, one or more, from Begin on", V,
                                  axis_list<Axis>, shape_of_operand<X>));
  return detail::make<V>(detail::slicing<Axis, Begin, Count>{}, std::forward<X>(x));
}

/// The same with bounds known at run time: the result has A[]. A slice that leaves the axis: shape_error when it runs.
template <class Axis, detail::sliced_as_expression X, detail::integer I, detail::integer J,
          class V = detail::verdict_on<detail::slicing_at_run_time<Axis>, X>, holds<V> ok = answer<V>>
constexpr auto slice(X&& x, I begin, J count) -> detail::result_of<V, detail::slicing_at_run_time<Axis>, X> {
  static_assert(ok, HEED_SENTENCE("slice<Axis>(x, begin, count): x must have the axis", V, axis_list<Axis>, shape_of_operand<X>));
  return detail::make<V>(detail::slicing_at_run_time<Axis>(static_cast<index_t>(begin), static_cast<index_t>(count)), std::forward<X>(x));
}

/// Axis A of x as the axes Parts = Head[8], Feature[64], which stand where A stood; the last varies fastest. A itself may
/// be one of them. The parts' extents multiply to A's; one, `Head[]`, may be what the others leave, also of a run-time extent.
template <class Axis, class... Parts, named_operand X, class V = detail::verdict_on<detail::splitting<Axis, Parts...>, X>, holds<V> ok = answer<V>>
constexpr auto split(X&& x) -> detail::result_of<V, detail::splitting<Axis, Parts...>, X> {
  static_assert(ok, HEED_SENTENCE("split<Axis, Parts...>(x): x must have the axis and none of the parts; the parts have extents, as Head[8] and Feature[64], "
                                  "that multiply to the axis's", V, axis_list<Axis, Parts...>, shape_of_operand<X>));
  return detail::make<V>(detail::splitting<Axis, Parts...>{}, std::forward<X>(x));
}

/// The axes Parts of x as one axis A, which stands where the first of them stood; the last varies fastest.
template <class Axis, class... Parts, named_operand X, class V = detail::verdict_on<detail::merging<Axis, Parts...>, X>, holds<V> ok = answer<V>>
constexpr auto merge(X&& x) -> detail::result_of<V, detail::merging<Axis, Parts...>, X> {
  static_assert(ok, HEED_SENTENCE("merge<Axis, Parts...>(x): name parts that x has, each once and with extents, and an axis that x does not have beside them", V,
                                  axis_list<Axis, Parts...>, shape_of_operand<X>));
  return detail::make<V>(detail::merging<Axis, Parts...>{}, std::forward<X>(x));
}

/// x along a further axis, E = A[n], which comes last.
template <class E, operand X, class V = detail::verdict_on<detail::broadcasting_along<E>, X>, holds<V> ok = answer<V>> requires is_static_extent<E>
constexpr auto broadcast(X&& x) -> detail::result_of<V, detail::broadcasting_along<E>, X> {
  static_assert(ok, HEED_SENTENCE("broadcast<Axis[n]>(x): x must not have the axis yet", V, axis_list<E>, shape_of_operand<X>));
  return detail::make<V>(detail::broadcasting_along<E>{size_of_extent<E>}, std::forward<X>(x));
}
/// The same with an extent known at run time.
template <class Axis, operand X, detail::integer I, class V = detail::verdict_on<detail::broadcasting_along<Axis[]>, X>, holds<V> ok = answer<V>>
  requires(!is_extent<Axis>)
constexpr auto broadcast(X&& x, I count) -> detail::result_of<V, detail::broadcasting_along<Axis[]>, X> {
  static_assert(ok, HEED_SENTENCE("broadcast<Axis>(x, n): x must not have the axis yet", V, axis_list<Axis>, shape_of_operand<X>));
  return detail::make<V>(detail::broadcasting_along<Axis[]>{static_cast<index_t>(count)}, std::forward<X>(x));
}

/// The coordinate along an axis, int: `position<Key>`, or `position<Key[128]>` where nothing else gives the extent.
template <class X> inline constexpr position_node<X> position{};
/// The extent of an axis as a rank-0 value, int, resolved where it is used.
template <class A> inline constexpr length_node<A> length{};
/// `length<Key[128]>`: the extent that is given.
template <class A, std::size_t N> inline constexpr auto length<A[N]> = detail::converting<int>{}(as_node(static_cast<int>(N)));

/// x itself, checked to have exactly these axes, in any order; a bare axis takes any extent.
template <class... W, operand X, class V = detail::verdict_on<detail::expecting<W...>, X>, holds<V> ok = answer<V>>
constexpr auto expect(X&& x) -> detail::result_of<V, detail::expecting<W...>, X> {
  static_assert(ok, HEED_SENTENCE("expect<Axes...>(x): x must have exactly these axes", V, axis_list<W...>, shape_of_operand<X>));
  return detail::make<V>(detail::expecting<W...>{}, std::forward<X>(x));
}

/// Exactly these axes, in any order; a bare axis takes any extent: has_axes<decltype(context), Head[8], Query[1024]>.
template <class X, class... W> inline constexpr bool has_axes =
    !is_ill_shaped<node_of<std::remove_cvref_t<X>>> && detail::exact<shape_of<node_of<std::remove_cvref_t<X>>>, axis_list<W...>>::value;

/// Whether an operation of heed's was well-shaped: well_shaped<decltype(dot<Feature>(q, k))>.
template <class X> inline constexpr bool well_shaped = !is_ill_shaped<std::remove_cvref_t<X>>;

}  // namespace heed
HEED_SENTENCES_END
