// A container beside tensors, `q + std::vector`, or where a tensor is meant, softmax<Key>(std::vector): refused in a sentence, where there would be a list of every operator+ there is.
#pragma once

#include <heed/expression/operand.hpp>

namespace heed {

namespace detail {
template <class X, class Y> concept container_beside = (named_operand<X> && bare_container<Y>) || (bare_container<X> && named_operand<Y>);
template <class X, class Y> inline constexpr bool both_have_axes =
    container_has_axes<std::conditional_t<bare_container<X>, std::remove_cvref_t<X>, std::remove_cvref_t<Y>>>;
template <class... X> concept container_among = (bare_container<X> || ...);
template <class... X> inline constexpr bool all_have_axes = !container_among<X...>;
/// (Other libraries' functions have types of elements there: sum<double>(x).)
template <class... A> concept types_of_axes = sizeof...(A) > 0 && (std::is_class_v<std::remove_all_extents_t<A>> && ...);
}  // namespace detail

template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator+(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator+: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator-(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator-: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator*(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator*: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator/(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator/: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator==(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator==: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator!=(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator!=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator<(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator<: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator<=(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator<=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator>(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator>: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator>=(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator>=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator&&(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator&&: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped operator||(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "operator||: a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}

template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped sum(const C&) {
  static_assert(detail::container_has_axes<C>, "sum<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped mean(const C&) {
  static_assert(detail::container_has_axes<C>, "mean<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped max(const C&) {
  static_assert(detail::container_has_axes<C>, "max<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped min(const C&) {
  static_assert(detail::container_has_axes<C>, "min<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped softmax(const C&) {
  static_assert(detail::container_has_axes<C>, "softmax<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped log_softmax(const C&) {
  static_assert(detail::container_has_axes<C>, "log_softmax<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container C> requires detail::types_of_axes<A...> constexpr ill_shaped logsumexp(const C&) {
  static_assert(detail::container_has_axes<C>, "logsumexp<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class... A, detail::bare_container X, detail::bare_container Y> requires detail::types_of_axes<A...> constexpr ill_shaped dot(const X&, const Y&) {
  static_assert(detail::container_has_axes<X>, "dot<Axis...>(x, y): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}

template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped maximum(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "maximum(x, y): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr ill_shaped minimum(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "minimum(x, y): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class C, class X, class Y> requires detail::container_among<C, X, Y> constexpr ill_shaped where(C&&, X&&, Y&&) {
  static_assert(detail::all_have_axes<C, X, Y>, "where(c, x, y): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class Axis, class X, class I> requires detail::container_among<X, I> constexpr ill_shaped gather(X&&, I&&) {
  static_assert(detail::all_have_axes<X, I>, "gather<Axis>(table, ids): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class Axis, detail::bare_container I, class... N> constexpr ill_shaped one_hot(const I&, N...) {
  static_assert(detail::container_has_axes<I>, "one_hot<Axis[n]>(ids): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}

}  // namespace heed
