// Loops over what has no elements yet; printing without its header; calls as other libraries have them, sum(x, 1), max(x, y), sum<1>(x), and dot<x>(x, y): refused in a sentence that says where axes go.
#pragma once

#include <iosfwd>

#include <heed/expression/operand.hpp>

namespace heed {

namespace detail {
/// Axes stand in angle brackets, and are types. (What stands there instead only makes it a question of the call.)
template <class... Argument> inline constexpr bool axes_go_into_angle_brackets = sizeof...(Argument) == 0;
template <auto... Number> inline constexpr bool axes_are_structs = sizeof...(Number) == 0;
}  // namespace detail

template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped sum(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "sum<Axis...>(x): axes go into angle brackets, as in sum<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped prod(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "prod<Axis...>(x): axes go into angle brackets, as in prod<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped max(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "max<Axis...>(x): axes go into angle brackets, as in max<Key>(x); the larger of two is maximum(x, y)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped min(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "min<Axis...>(x): axes go into angle brackets, as in min<Key>(x); the smaller of two is minimum(x, y)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped mean(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "mean<Axis...>(x): axes go into angle brackets, as in mean<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped var(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "var<Axis...>(x): axes go into angle brackets, as in var<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped argmax(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "argmax<Axis>(x): axes go into angle brackets, as in argmax<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped argmin(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "argmin<Axis>(x): axes go into angle brackets, as in argmin<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped softmax(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "softmax<Axis...>(x): axes go into angle brackets, as in softmax<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped log_softmax(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "log_softmax<Axis...>(x): axes go into angle brackets, as in log_softmax<Key>(x)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped logsumexp(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "logsumexp<Axis...>(x): axes go into angle brackets, as in logsumexp<Key>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> constexpr ill_shaped sum(X&&) {
  static_assert(detail::axes_are_structs<A, B...>, "sum<Axis...>(x): an axis is a struct, not a number, as in sum<Key>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> constexpr ill_shaped max(X&&) {
  static_assert(detail::axes_are_structs<A, B...>, "max<Axis...>(x): an axis is a struct, not a number, as in max<Key>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> constexpr ill_shaped min(X&&) {
  static_assert(detail::axes_are_structs<A, B...>, "min<Axis...>(x): an axis is a struct, not a number, as in min<Key>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> constexpr ill_shaped mean(X&&) {
  static_assert(detail::axes_are_structs<A, B...>, "mean<Axis...>(x): an axis is a struct, not a number, as in mean<Key>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> constexpr ill_shaped argmax(X&&) {
  static_assert(detail::axes_are_structs<A, B...>, "argmax<Axis>(x): an axis is a struct, not a number, as in argmax<Key>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> constexpr ill_shaped softmax(X&&) {
  static_assert(detail::axes_are_structs<A, B...>, "softmax<Axis...>(x): an axis is a struct, not a number, as in softmax<Key>(x)");
  return {};
}
template <auto& A, auto&... B, named_operand X, named_operand Y> constexpr ill_shaped dot(X&&, Y&&) {
  static_assert(!named_operand<decltype(A)>, "dot<Axis...>(x, y): an axis is a struct, not a tensor, as in dot<Feature>(x, y)");
  return {};
}

// Deleted, so that nobody takes an expression for a range.
template <expression_node X> const double* begin(const X&) = delete;  // it has no elements before it is evaluated: for (auto e : heed::eval(x))
template <expression_node X> const double* end(const X&);

// Deleted, so that nobody takes it for printable: without it compilers list every << of the standard library.
template <named_operand X> std::ostream& operator<<(std::ostream&, const X&) = delete;  // to print: #include <heed/interop/io.hpp>

}  // namespace heed
