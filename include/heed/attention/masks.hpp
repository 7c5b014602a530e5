// Masks: bool expressions over positions, combined with && || !
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <string>

#include <heed/expression/index.hpp>
#include <heed/expression/pointwise.hpp>

namespace heed {

/// Where queries and keys begin together, or end together: for masks over as many queries as keys, or not.
inline constexpr struct top_left_alignment {
} top_left;
inline constexpr struct bottom_right_alignment {
} bottom_right;

namespace detail {
/// A mask over as many queries as keys: the mask N, remembered to have been asked for without an alignment.
template <class Query, class Key, class N> struct square_mask : N {};
template <class X, class Query, class Key, class N> struct to_node<X, square_mask<Query, Key, N>> : to_node<N, N> {};
template <class Query, class Key, class N> constexpr square_mask<Query, Key, N> make_square(N mask) { return {std::move(mask)}; }

/// As many of X as of Y, or an alignment.
template <class X, class Y> inline constexpr bool as_many_as = size_of_extent<X> == dynamic || size_of_extent<Y> == dynamic || size_of_extent<X> == size_of_extent<Y>;
template <> inline constexpr bool as_many_as<void, void> = true;

/// The extents in shape S of the first such mask in N that is not square, if there is any.
template <class X, class Y> struct two_extents { using query = X; using key = Y; };
template <class S, class N> struct not_square : two_extents<void, void> {};
template <class S, class Q, class K, class N, class X = extent_in_shape<S, axis_of<Q>>, class Y = extent_in_shape<S, axis_of<K>>>
using not_square_of = std::conditional_t<as_many_as<X, Y>, not_square<S, N>, two_extents<X, Y>>;
template <class S, class Q, class K, class N> struct not_square<S, square_mask<Q, K, N>> : not_square_of<S, Q, K, N> {};

template <class N, class R> void check_square(const N&, const R&) {}
template <class Query, class Key, class N, class R> void check_square(const square_mask<Query, Key, N>& mask, const R& result) {
  using A = axis_of<Query>;
  using B = axis_of<Key>;
  using S = shape_of_operand<const R&>;
  if constexpr (contains_axis<S, A> && contains_axis<S, B> && (size_in_shape<S, A> == dynamic || size_in_shape<S, B> == dynamic)) {
    // -1: open, or of a let that is still being written
    const index_t queries = extent_at_run_time<A>(as_node(result), no_lets{}), keys = extent_at_run_time<B>(as_node(result), no_lets{});
    if (queries >= 0 && keys >= 0 && queries != keys)
      detail::fail(shape_error("causal<" + std::string(axis_name<A>) + ", " + std::string(axis_name<B>) + ">(): " + std::string(axis_name<A>) + " is " + std::to_string(queries) +
                        " and " + std::string(axis_name<B>) + " is " + std::to_string(keys) + "; write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)"));
  }
  check_square(static_cast<const N&>(mask), result);
}

// Masks that were combined with such a one are such, too.
template <class Q, class K, class N, operand Y> constexpr auto operator&&(square_mask<Q, K, N> a, Y&& b) { return make_square<Q, K>(as_node(std::move(a)) && std::forward<Y>(b)); }
template <class Q, class K, class N, operand Y> constexpr auto operator||(square_mask<Q, K, N> a, Y&& b) { return make_square<Q, K>(as_node(std::move(a)) || std::forward<Y>(b)); }
template <operand X, class Q, class K, class N> constexpr auto operator&&(X&& a, square_mask<Q, K, N> b) { return make_square<Q, K>(std::forward<X>(a) && as_node(std::move(b))); }
template <operand X, class Q, class K, class N> constexpr auto operator||(X&& a, square_mask<Q, K, N> b) { return make_square<Q, K>(std::forward<X>(a) || as_node(std::move(b))); }
template <class Q, class K, class N, class P, class L, class M> constexpr auto operator&&(square_mask<Q, K, N> a, square_mask<P, L, M> b) {
  return make_square<Q, K>(make_square<P, L>(as_node(std::move(a)) && as_node(std::move(b))));
}
template <class Q, class K, class N, class P, class L, class M> constexpr auto operator||(square_mask<Q, K, N> a, square_mask<P, L, M> b) {
  return make_square<Q, K>(make_square<P, L>(as_node(std::move(a)) || as_node(std::move(b))));
}
template <class Q, class K, class N> constexpr auto operator!(square_mask<Q, K, N> a) { return make_square<Q, K>(!as_node(std::move(a))); }
}  // namespace detail

template <class Query, class Key, class N, operand X, operand Y, class M = detail::square_mask<Query, Key, N>,
          class R = decltype(where(as_node(std::declval<M&>()), std::declval<X>(), std::declval<Y>())),
          class unequal = detail::not_square<shape_of_operand<R>, M>, bool ok = detail::as_many_as<typename unequal::query, typename unequal::key>>
auto where(detail::square_mask<Query, Key, N> mask, X&& x, Y&& y) -> std::conditional_t<ok, R, ill_shaped> {
  auto result = where(as_node(mask), std::forward<X>(x), std::forward<Y>(y));
  static_assert(detail::as_many_as<typename unequal::query, typename unequal::key>,
                "causal<Query, Key>(): there must be as many queries as keys; where not, write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)");
  if constexpr (!ok) return {};
  else {
    if constexpr (!is_ill_shaped<R>) detail::check_square(mask, result);
    return result;
  }
}

namespace detail {
// shape_rule knows nodes only, not what is derived from them.
template <class Q, class K, class N> struct axes_of_operand<square_mask<Q, K, N>> : axes_of_operand<node_of<N>> {};
}  // namespace detail

/// A mask that is assigned as it is gets its extents from the target.
template <class Target, class Query, class Key, class N, assign_op Op>
void assign_expression(Target& target, const detail::square_mask<Query, Key, N>& mask, assign_op_constant<Op> op) {
  using unequal = detail::not_square<typename Target::shape_type, detail::square_mask<Query, Key, N>>;
  static_assert(detail::as_many_as<typename unequal::query, typename unequal::key>,
                "causal<Query, Key>(): there must be as many queries as keys; where not, write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)");
  if constexpr (detail::as_many_as<typename unequal::query, typename unequal::key>) {
    detail::check_square(mask, target);
    assign_expression(target, as_node(mask), op);
  }
}

// [causal]
/// A query sees the keys up to its own position: {Query, Key}. As many queries as keys: where static extents differ it does not
/// compile, where run-time extents do it throws shape_error, because libraries disagree silently about what is meant.
template <class Query, class Key> constexpr auto causal() { return detail::make_square<Query, Key>(position<Key> <= position<Query>); }
/// The first query is at the position of the first key.
template <class Query, class Key> constexpr auto causal(top_left_alignment) { return position<Key> <= position<Query>; }
/// The last query is at the position of the last key, as when a text is continued.
template <class Query, class Key> constexpr auto causal(bottom_right_alignment) {
  return position<Key> - length<axis_of<Key>> <= position<Query> - length<axis_of<Query>>;
}
// [/causal]

// [sliding_window]
/// A query sees the `left` keys before its own position, that one, and the `right` keys after it (Beltagy et al. 2020).
template <class Query, class Key, operand L, operand R> constexpr auto sliding_window(const L& left, const R& right, top_left_alignment = {}) {
  return position<Key> >= position<Query> - left && position<Key> <= position<Query> + right;
}
/// The same, the last query at the position of the last key.
template <class Query, class Key, operand L, operand R> constexpr auto sliding_window(const L& left, const R& right, bottom_right_alignment) {
  return sliding_window<Query, Key>(left + (length<axis_of<Query>> - length<axis_of<Key>>), right + (length<axis_of<Key>> - length<axis_of<Query>>));
}
// [/sliding_window]

// [prefix_lm]
/// Every query sees the first `prefix` keys, and from there on the keys up to its own position (Raffel et al. 2020).
/// prefix: a number, or integers {Batch}.
template <class Query, class Key, operand N, class... Alignment> constexpr auto prefix_lm(const N& prefix, Alignment... alignment) {
  return position<Key> < prefix || causal<Query, Key>(alignment...);
}
// [/prefix_lm]

// [padding]
/// The first `lengths` keys are there, the others are padding. lengths: a number, or integers {Batch}.
template <class Key, operand N> constexpr auto padding(const N& lengths) { return position<Key> < lengths; }
// [/padding]

// [same_document]
/// Texts packed into one sequence: a query sees the keys of its own document. ids: integers {Query, …} or {Key, …}.
template <class Query, class Key, named_operand I> constexpr auto same_document(const I& ids) {
  if constexpr (contains_axis<shape_of_operand<const I&>, Query>) return ids == rename<Query, Key>(ids);
  else return rename<Key, Query>(ids) == ids;
}
// [/same_document]

}  // namespace heed

HEED_QUIET_END
