// Functions of each element, called with an axis, as exp<Key>(x), or with another argument, as gelu(x, true): refused in a sentence.
#pragma once

#include <heed/expression/other_calls.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

template <class A, class... B> constexpr ill_shaped abs(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped abs(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped exp(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped exp(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped exp2(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped exp2(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped log(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped log(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped log1p(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped log1p(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped sqrt(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped sqrt(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped rsqrt(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped rsqrt(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped sin(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped sin(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped cos(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped cos(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped tanh(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped tanh(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped erf(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped erf(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped relu(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped relu(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped gelu(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped gelu(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped silu(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped silu(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped sigmoid(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped sigmoid(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class A, class... B> constexpr ill_shaped softplus(detail::any_argument) {
  static_assert(detail::is_called_so<axis_list<A, B...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}
template <class... A> constexpr ill_shaped softplus(detail::any_argument, detail::any_argument, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument");
  return {};
}

}  // namespace heed
HEED_SENTENCES_END
