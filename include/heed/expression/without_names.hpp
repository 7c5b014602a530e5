// Calls whose axes are missing, or stand elsewhere, as in other libraries: sum(x, 1), sum<1>(x), dot<x>(x, y), split<Model, 8, 64>(x),
// at<Query, 3>(x). Refused in a sentence that says where axes, extents and numbers go.
#pragma once

#include <concepts>

#include <heed/expression/operand.hpp>

HEED_SENTENCES_BEGIN
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
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "softmax<Axis...>(x): axes go into angle brackets, as in softmax<Key>(x); a mask goes into x, as where(mask, x, -heed::inf)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped log_softmax(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "log_softmax<Axis...>(x): axes go into angle brackets, as in log_softmax<Key>(x); a mask goes into x, as where(mask, x, -heed::inf)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped logsumexp(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "logsumexp<Axis...>(x): axes go into angle brackets, as in logsumexp<Key>(x); a mask goes into x, as where(mask, x, -heed::inf)");
  return {};
}
template <class... A, named_operand X, class Y, class... Z> constexpr ill_shaped norm(X&&, Y&&, Z&&...) {
  static_assert(detail::axes_go_into_angle_brackets<std::remove_cvref_t<Y>>, "norm<Axis...>(x): axes go into angle brackets, as in norm<Key>(x); it is the root of the sum of squares");
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

// Numbers where an axis with its extent belongs, an extent that is left out, and arguments that are none of the function's.
namespace detail {
/// An extent belongs to an axis: Head[8].
template <auto... Number> inline constexpr bool extents_belong_to_axes = sizeof...(Number) == 0;
template <class A> inline constexpr bool extent_is_given = is_extent<A>;
/// Begin and count, as two arguments or as two numbers in the angle brackets.
template <class A> inline constexpr bool begin_and_count_are_given = std::is_void_v<A>;
template <class From> inline constexpr bool new_name_is_given = std::is_void_v<From>;
template <class X> inline constexpr bool an_axis_is_named = std::is_void_v<X>;
template <class A, class... B> inline constexpr bool one_axis_is_named = sizeof...(B) == 0;
template <class... A> inline constexpr bool two_names_are_given = sizeof...(A) == 2;
template <class... A> inline constexpr bool three_axes_are_named = sizeof...(A) == 3;
template <class X> inline constexpr bool type_is_named = std::is_void_v<X>;
}  // namespace detail

// No axis at all, or axes as arguments. (By const reference and a pack: a function of the user's with such a name comes first.)
template <named_operand X, class... Y> constexpr ill_shaped rename(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "rename<From, To>(x): axes go into angle brackets, as in rename<Token, Query>(x)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped at(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "at<Axis>(x, index): name the axis, as in at<Query>(x, 3)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped slice(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "slice<Axis>(x, begin, count): name the axis, as in slice<Query>(x, 16, 32)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped split(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "split<Axis, Parts...>(x): axes go into angle brackets, as in split<Model, Head[8], Feature[64]>(x)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped merge(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "merge<Axis, Parts...>(x): axes go into angle brackets, as in merge<Model, Head, Feature>(x)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped broadcast(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "broadcast<Axis[n]>(x): name the axis, as in broadcast<Head[8]>(x)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped concat(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "concat<Axis>(x, y): name the axis, as in concat<Key>(x, y)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped stack(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "stack<Axis>(x, y, ...): name the new axis, as in stack<Batch>(x, y)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped gather(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "gather<Axis>(table, ids): name the axis of the table, as in gather<Vocab>(table, ids)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped one_hot(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "one_hot<Axis[n]>(ids): name the new axis, as in one_hot<Vocab[1000]>(ids)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped cumsum(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "cumsum<Axis>(x): name the axis, as in cumsum<Key>(x)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped shift(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "shift<Axis>(x, by, fill): name the axis, as in shift<Token>(x, 1, 0)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped window(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "window<Axis, Tap[n]>(x): name the axes, as in window<Token, Tap[5]>(x)");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped reverse(const X&, const Y&...) {
  static_assert(detail::an_axis_is_named<X>, "reverse<Axis>(x): name the axis, as in reverse<Token>(x)");
  return {};
}
template <named_operand X> constexpr index_t extent(const X&) {
  static_assert(detail::an_axis_is_named<X>, "extent<Axis>(x): name the axis, as in extent<Query>(x)");
  return 0;
}

template <class A, auto N, auto... M, named_operand X> constexpr ill_shaped split(X&&) {
  static_assert(detail::extents_belong_to_axes<N, M...>, "split<Axis, Parts...>(x): a part is an axis with its extent, as in split<Model, Head[8], Feature[64]>(x)");
  return {};
}
template <class A, auto N, named_operand X> constexpr ill_shaped window(X&&) {
  static_assert(detail::extents_belong_to_axes<N>, "window<Axis, Tap[n]>(x): the places of a window are an axis with its extent, as in window<Token, Tap[5]>(x)");
  return {};
}
template <class A, operand X> requires(!is_extent<A>) constexpr ill_shaped broadcast(X&&) {
  static_assert(detail::extent_is_given<A>, "broadcast<Axis[n]>(x): the axis needs an extent, as in broadcast<Head[8]>(x) or broadcast<Head>(x, 8)");
  return {};
}
template <class A, named_operand I> requires(!is_extent<A>) constexpr ill_shaped one_hot(I&&) {
  static_assert(detail::extent_is_given<A>, "one_hot<Axis[n]>(ids): the axis needs an extent, as in one_hot<Vocab[1000]>(ids) or one_hot<Vocab>(ids, 1000)");
  return {};
}
template <class A, named_operand X, class I> constexpr ill_shaped slice(X&&, I) {
  static_assert(detail::begin_and_count_are_given<A>, "slice<Axis>(x, begin, count): give a begin and a count, as in slice<Query>(x, 16, 32)");
  return {};
}
template <class A, index_t Begin, named_operand X> constexpr ill_shaped slice(X&&) {
  static_assert(detail::begin_and_count_are_given<A>, "slice<Axis, Begin, Count>(x): give a begin and a count, as in slice<Query, 16, 32>(x)");
  return {};
}
template <class A, index_t I, named_operand X> constexpr ill_shaped at(X&&) {
  static_assert(detail::extents_belong_to_axes<I>, "at<Axis>(x, index): the index is an argument, as in at<Query>(x, 3)");
  return {};
}
template <class A, class B, class... C, named_operand X> constexpr ill_shaped cumsum(X&&) {
  static_assert(detail::one_axis_is_named<A, B, C...>, "cumsum<Axis>(x): name one axis; to sum along another, too, cumsum<Query>(cumsum<Key>(x))");
  return {};
}
template <class A, class B, class... C, named_operand X> constexpr ill_shaped reverse(X&&) {
  static_assert(detail::one_axis_is_named<A, B, C...>, "reverse<Axis>(x): name one axis; to turn another round, too, reverse<Query>(reverse<Key>(x))");
  return {};
}
template <class... A, named_operand X> requires(sizeof...(A) < 3) constexpr ill_shaped diagonal(X&&) {
  static_assert(detail::three_axes_are_named<A...>, "diagonal<A, B, Out>(x): name both axes and the one of the result, as in diagonal<Query, Key, Token>(scores)");
  return {};
}
template <class A, named_operand X> constexpr ill_shaped window(X&&) {
  static_assert(detail::extent_is_given<A>, "window<Axis, Tap[n]>(x): the places of a window are an axis with its extent, as in window<Token, Tap[5]>(x)");
  return {};
}
template <class A, auto N, named_operand I> constexpr ill_shaped one_hot(I&&) {
  static_assert(detail::extents_belong_to_axes<N>, "one_hot<Axis[n]>(ids): the axis needs an extent, as in one_hot<Vocab[1000]>(ids) or one_hot<Vocab>(ids, 1000)");
  return {};
}
template <class A, class B, class C, class... D, named_operand X> constexpr ill_shaped rename(X&&) {
  static_assert(detail::two_names_are_given<A, B, C, D...>, "rename<From, To>(x): one axis is renamed at a time, as in rename<A, B>(rename<C, D>(x))");
  return {};
}
template <named_operand X, class... Y> constexpr ill_shaped cast(const X&, const Y&...) {
  static_assert(detail::type_is_named<X>, "cast<T>(x): name the type, as in cast<double>(x)");
  return {};
}
template <class From, class To, named_operand X, class Y, class... More> constexpr ill_shaped rename(X&&, const Y&, const More&...) {
  static_assert(detail::one_axis_is_named<From, Y, More...>, "rename<From, To>(x): one operand is renamed at a time, as in dot<Feature>(rename<Token, Query>(q), k)");
  return {};
}
template <class From, named_operand X> constexpr ill_shaped rename(X&&) {
  static_assert(detail::new_name_is_given<From>, "rename<From, To>(x): give the new name, too, as in rename<Token, Query>(x)");
  return {};
}
}  // namespace heed
HEED_SENTENCES_END
