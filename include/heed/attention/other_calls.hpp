// Calls of the attention vocabulary with other axes or arguments than they have: attention(q, k, v), padding(lengths), softcap(30, scores).
// Refused in a sentence that says what to write. Whatever else can be called comes first: these need a conversion of their arguments.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/expression/other_calls.hpp>

namespace heed {

namespace detail {
template <class... X> concept has_operand = (named_operand<X> || ...);
template <class X> inline constexpr bool mask_stands_in_where = std::is_void_v<X>;
}  // namespace detail

// ---- attention and scores
template <class... A, class... X> requires(detail::has_operand<X...> && (sizeof...(A) != 2 || sizeof...(X) < 3)) constexpr ill_shaped attention(const X&...) {
  static_assert(detail::is_called_so<axis_list<A...>>, "attention<Key, Feature>(q, k, v): name the axis of the keys and the one of the products, and give all three");
  return {};
}
template <class Key, class Feature, class Q, class K, class V, class... M> requires(detail::bare_container<Q> || detail::bare_container<K> || detail::bare_container<V>)
constexpr ill_shaped attention(const Q&, const K&, const V&, const M&...) {
  static_assert(detail::container_has_axes<Q> && detail::container_has_axes<K> && detail::container_has_axes<V>, "attention<Key, Feature>(q, k, v): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return {};
}
template <class Key, class Feature, operand Q, operand K, operand V, class R, class... M> constexpr ill_shaped attention(const Q&, const K&, const V&, R (&)(), const M&...) {
  static_assert(detail::is_called_so<axis_list<Key, Feature>>, "attention<Key, Feature>(q, k, v, modifiers...): a modifier is a mask, a bias, or a function from scores to scores; masks of positions are called, as causal<Query, Key>()");
  return {};
}
template <class... A> constexpr ill_shaped scaled_dot(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "scaled_dot<Feature>(q, k): name the one axis of the products, and give q and k");
  return {};
}
template <class... A> constexpr ill_shaped bilinear(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "bilinear<Feature, KeyFeature>(q, w, k): name the axis of q and the one of k, and give all three");
  return {};
}
template <class... A> constexpr ill_shaped additive(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "additive<Hidden>(q, k, w): name the axis that all three have");
  return {};
}
template <class... A> constexpr ill_shaped cosine(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "cosine<Feature>(q, k): name the one axis of the products, and give q and k");
  return {};
}
template <class... A> constexpr ill_shaped unit(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "unit<Feature>(x): name the one axis over which the length is taken");
  return {};
}
template <class... A> constexpr ill_shaped softcap(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "softcap(scores, c): the scores come first, and no axis is named; softcap(c) alone is for attention<Key, Feature>(q, k, v, softcap(30))");
  return {};
}
template <class... A> constexpr ill_shaped temperature(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "temperature(scores, t): the scores come first, and no axis is named; temperature(t) alone is for attention<Key, Feature>(q, k, v, temperature(2))");
  return {};
}
template <class... A> constexpr ill_shaped softmax_with_sink(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "softmax_with_sink<Key>(scores, sink): name the one axis of the keys, and give the sink, a number or {Head}");
  return {};
}

// ---- masks, biases and positions
template <class Query, class Key, named_operand X> constexpr ill_shaped causal(X&&) {
  static_assert(detail::mask_stands_in_where<std::remove_cvref_t<X>>, "causal<Query, Key>(): a mask takes no scores; it stands beside them, as in where(causal<Query, Key>(), scores, -heed::inf)");
  return {};
}
template <class... A, class... X> requires(sizeof...(A) != 2) constexpr ill_shaped causal(const X&...) {
  static_assert(detail::is_called_so<axis_list<A...>>, "causal<Query, Key>(): name both axes, as in where(causal<Query, Key>(), scores, -heed::inf)");
  return {};
}
template <class... A> constexpr ill_shaped sliding_window(detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "sliding_window<Query, Key>(left, right): name both axes, and how many keys a query sees before its own position and after it; the scores stand beside it, as in where(mask, scores, -heed::inf)");
  return {};
}
template <class... A> constexpr ill_shaped prefix_lm(detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "prefix_lm<Query, Key>(prefix): name both axes, and how many keys every query sees; the scores stand beside it, as in where(mask, scores, -heed::inf)");
  return {};
}
template <class... A> constexpr ill_shaped padding(detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "padding<Key>(lengths): name the one axis of the keys, and how many are there: a number, or integers {Batch}; the scores stand beside it, as in where(mask, scores, -heed::inf)");
  return {};
}
template <class... A> constexpr ill_shaped same_document(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "same_document<Query, Key>(ids): name both axes, and give the ids, integers with one of them");
  return {};
}
template <class... A, class... X> requires(sizeof...(A) != 3 || sizeof...(X) != 0) constexpr ill_shaped alibi(const X&...) {
  static_assert(detail::is_called_so<axis_list<A...>>, "alibi<Head, Query, Key>(): name the three axes; it takes no scores and is added to them");
  return {};
}
template <class... A> constexpr ill_shaped relative_position(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "relative_position<Query, Key, Distance>(table): name the three axes, and give the table {..., Distance}");
  return {};
}
template <class... A, class... X> requires(sizeof...(A) != 2 || detail::has_operand<X...>) constexpr ill_shaped sinusoidal(const X&...) {
  static_assert(detail::is_called_so<axis_list<A...>>, "sinusoidal<Token, Model>(): name the axis of the positions and the one of the features; it is added to x, which it does not take");
  return {};
}
template <class... A> constexpr ill_shaped rotary(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "rotary<Token, Feature>(x): name the axis of the positions and the one that is turned, and give x");
  return {};
}

// ---- layers
template <class... A> constexpr ill_shaped layer_norm(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "layer_norm<Axis...>(x): name the axis, as in layer_norm<Model>(x); behind x come its gain, or its gain and bias");
  return {};
}
template <class... A> constexpr ill_shaped rms_norm(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "rms_norm<Axis...>(x): name the axis, as in rms_norm<Model>(x); behind x comes its gain, and no bias");
  return {};
}
template <class... A> constexpr ill_shaped feed_forward(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "feed_forward<Model, Hidden>(x, up, down): name both axes, and give all three; a function may follow, gelu where there is none");
  return {};
}
template <class... A> constexpr ill_shaped multi_head_attention(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "multi_head_attention(x, wq, wk, wv, wo): give x and the four projections; of queries, keys and values it is attention<Key, Feature>(q, k, v)");
  return {};
}
template <class... A> constexpr ill_shaped transformer_layer(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "transformer_layer<Model>(x, attend, feed): name the one axis of the layer, and give x and two functions of expressions");
  return {};
}

}  // namespace heed

HEED_QUIET_END
