// A container beside tensors, `q + std::vector`: refused in a sentence, where there would be a list of every operator+ there is.
#pragma once

#include <heed/expression/operand.hpp>

namespace heed {

namespace detail {
template <class X, class Y> concept container_beside = (named_operand<X> && bare_container<Y>) || (bare_container<X> && named_operand<Y>);
template <class X, class Y> inline constexpr bool both_have_axes =
    container_has_axes<std::conditional_t<bare_container<X>, std::remove_cvref_t<X>, std::remove_cvref_t<Y>>>;
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

}  // namespace heed
