// Masks over as many queries as keys: libraries disagree silently about what is meant where there are not, so that this is an error.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <string>

#include <heed/expression/index.hpp>
#include <heed/expression/pointwise.hpp>

namespace heed {

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

// What is made with such a mask is such, too, until it has both axes: then it is asked.
template <class S, class A> inline constexpr bool has_extent_of = contains_axis<S, A> && !is_open<extent_in_shape<S, A>>;
template <class M> struct settling {
  template <class R> static constexpr R of(R result) { return result; }
};
template <class Q, class K, class N> struct settling<square_mask<Q, K, N>> {
  template <class R> static constexpr auto of(R result) {
    using S = shape_of_operand<R>;
    if constexpr (is_ill_shaped<R> || (has_extent_of<S, axis_of<Q>> && has_extent_of<S, axis_of<K>>)) return settling<N>::of(std::move(result));
    else return make_square<Q, K>(settling<N>::of(std::move(result)));
  }
};
template <class M, class R, class unequal = not_square<shape_of_operand<R>, M>> using settled =
    std::conditional_t<as_many_as<typename unequal::query, typename unequal::key>, decltype(settling<M>::of(std::declval<R>())), ill_shaped>;
template <class M, class R, class unequal = not_square<shape_of_operand<R>, M>> constexpr auto settle(const M& mask, R result) -> settled<M, R> {
  static_assert(as_many_as<typename unequal::query, typename unequal::key>,
                "causal<Query, Key>(): there must be as many queries as keys; where not, write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)");
  if constexpr (!as_many_as<typename unequal::query, typename unequal::key>) return {};
  else {
    if constexpr (!is_ill_shaped<R>) check_square(mask, result);
    return settling<M>::of(std::move(result));
  }
}
template <class Q, class K, class N, operand Y> constexpr auto operator+(square_mask<Q, K, N> a, Y&& b) -> settled<square_mask<Q, K, N>, decltype(as_node(a) + std::forward<Y>(b))> {
  return settle(a, as_node(a) + std::forward<Y>(b));
}
template <operand X, class Q, class K, class N> constexpr auto operator+(X&& a, square_mask<Q, K, N> b) -> settled<square_mask<Q, K, N>, decltype(std::forward<X>(a) + as_node(b))> {
  return settle(b, std::forward<X>(a) + as_node(b));
}
template <class Q, class K, class N, operand Y> constexpr auto operator*(square_mask<Q, K, N> a, Y&& b) -> settled<square_mask<Q, K, N>, decltype(as_node(a) * std::forward<Y>(b))> {
  return settle(a, as_node(a) * std::forward<Y>(b));
}
template <operand X, class Q, class K, class N> constexpr auto operator*(X&& a, square_mask<Q, K, N> b) -> settled<square_mask<Q, K, N>, decltype(std::forward<X>(a) * as_node(b))> {
  return settle(b, std::forward<X>(a) * as_node(b));
}
template <class Q, class K, class N, class P, class L, class M> constexpr auto operator+(square_mask<Q, K, N> a, square_mask<P, L, M> b) { return make_square<Q, K>(make_square<P, L>(as_node(std::move(a)) + as_node(std::move(b)))); }
template <class Q, class K, class N, class P, class L, class M> constexpr auto operator*(square_mask<Q, K, N> a, square_mask<P, L, M> b) { return make_square<Q, K>(make_square<P, L>(as_node(std::move(a)) * as_node(std::move(b)))); }
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
auto where(detail::square_mask<Query, Key, N> mask, X&& x, Y&& y) -> detail::settled<M, R> {
  auto result = where(as_node(mask), std::forward<X>(x), std::forward<Y>(y));
  static_assert(detail::as_many_as<typename unequal::query, typename unequal::key>,
                "causal<Query, Key>(): there must be as many queries as keys; where not, write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)");
  if constexpr (!ok) return {};
  else {
    if constexpr (!is_ill_shaped<R>) detail::check_square(mask, result);
    return detail::settling<M>::of(std::move(result));
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

}  // namespace heed

HEED_QUIET_END
