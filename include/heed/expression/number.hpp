// A number where a tensor is meant, mean<Key>(3.0): refused in a sentence, where there would be a list of all that could be called so.
#pragma once

#include <heed/expression/container.hpp>

namespace heed {

namespace detail {
template <class N> concept plain_number = std::is_arithmetic_v<N>;
template <class N> inline constexpr bool number_has_axes = !plain_number<N>;
}  // namespace detail

template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped sum(N) {
  static_assert(detail::number_has_axes<N>, "sum<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped prod(N) {
  static_assert(detail::number_has_axes<N>, "prod<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped mean(N) {
  static_assert(detail::number_has_axes<N>, "mean<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped max(N) {
  static_assert(detail::number_has_axes<N>, "max<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped min(N) {
  static_assert(detail::number_has_axes<N>, "min<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped var(N) {
  static_assert(detail::number_has_axes<N>, "var<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped norm(N) {
  static_assert(detail::number_has_axes<N>, "norm<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped any_of(N) {
  static_assert(detail::number_has_axes<N>, "any_of<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped all_of(N) {
  static_assert(detail::number_has_axes<N>, "all_of<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped argmax(N) {
  static_assert(detail::number_has_axes<N>, "argmax<Axis>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped argmin(N) {
  static_assert(detail::number_has_axes<N>, "argmin<Axis>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped softmax(N) {
  static_assert(detail::number_has_axes<N>, "softmax<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped log_softmax(N) {
  static_assert(detail::number_has_axes<N>, "log_softmax<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped logsumexp(N) {
  static_assert(detail::number_has_axes<N>, "logsumexp<Axis...>(x): a number has no axes; x is a tensor, a view or an expression");
  return {};
}
template <class... A, detail::plain_number N> requires detail::types_of_axes<A...> constexpr ill_shaped normalize(N) {
  static_assert(detail::number_has_axes<N>, "normalize<Axis...>(phi): a number has no axes; phi is a tensor, a view or an expression");
  return {};
}

}  // namespace heed
