// What layers are made of: norms, feed-forward, multi-head attention; and layers.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/attention/attention.hpp>
#include <heed/attention/other_calls.hpp>
#include <heed/axes.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class X, class... A> concept reducible_over = operand<X> && verdict_on<reducing<A...>, X>::ok;
struct by_gelu {
  template <class H> auto operator()(H&& hidden) const { return gelu(std::forward<H>(hidden)); }
};
template <class Model, class Hidden, class X, class U, class D>
using feed_verdict = first_wrong<verdict_on<contracting<Model>, X, U>, verdict_on<reducing<Hidden>, U>, verdict_on<meeting_in<Hidden>, U, D>>;
// (That queries, keys and values have the same heads is said by attention: shared keys have none.)
template <class Token, class Model, class Head, class Feature, class Value, class X, class WQ, class WK, class WV, class WO>
using projections_verdict = first_wrong<verdict_on<reducing<Token, Model>, X>, verdict_on<contracting<Model>, X, WQ>, verdict_on<contracting<Model>, X, WK>, verdict_on<contracting<Model>, X, WV>,
                                        verdict_on<contracting<Model, Feature>, WQ, WK>, verdict_on<meeting_in<Value>, WV, WO>, verdict_on<reducing<Head, Value>, WO>>;
}  // namespace detail

// [norms]
/// (x - mean) / √(variance + epsilon) over Model, one axis or several (Ba et al. 2016).
template <class Model, class... More, detail::reducible_over<Model, More...> X> auto layer_norm(X&& x, double epsilon = 1e-5) {
  return let(std::forward<X>(x), [=](auto t) { return (t - mean<Model, More...>(t)) * rsqrt(var<Model, More...>(t) + epsilon); });
}
/// The same, times gain, {Model}, and plus bias, {Model}, if there is one.
template <class Model, class... More, detail::reducible_over<Model, More...> X, named_operand G> auto layer_norm(X&& x, G&& gain, double epsilon = 1e-5) {
  return layer_norm<Model, More...>(std::forward<X>(x), epsilon) * std::forward<G>(gain);
}
template <class Model, class... More, detail::reducible_over<Model, More...> X, named_operand G, named_operand B> auto layer_norm(X&& x, G&& gain, B&& bias, double epsilon = 1e-5) {
  return layer_norm<Model, More...>(std::forward<X>(x), epsilon) * std::forward<G>(gain) + std::forward<B>(bias);
}
/// x / √(mean of squares + epsilon) over Model (Zhang and Sennrich 2019).
template <class Model, class... More, detail::reducible_over<Model, More...> X> auto rms_norm(X&& x, double epsilon = 1e-6) {
  return let(detail::as_floats(as_node(std::forward<X>(x))), [=](auto t) { return t * rsqrt(mean<Model, More...>(t * t) + epsilon); });
}
template <class Model, class... More, detail::reducible_over<Model, More...> X, named_operand G> auto rms_norm(X&& x, G&& gain, double epsilon = 1e-6) {
  return rms_norm<Model, More...>(std::forward<X>(x), epsilon) * std::forward<G>(gain);
}
// [/norms]

// [feed_forward]
/// down · activation(up · x), of Vaswani et al. (2017): x {…, Model}, up {Model, Hidden}, down {Hidden, Model}. The activation is gelu
/// where none is given.
template <class Model, class Hidden, operand X, operand U, operand D, class F = detail::by_gelu> requires(detail::feed_verdict<Model, Hidden, X, U, D>::ok && !operand<F>)
auto feed_forward(X&& x, U&& up, D&& down, const F& activation = {}) {
  return dot<Hidden>(activation(dot<Model>(std::forward<X>(x), std::forward<U>(up))), std::forward<D>(down));
}
// [/feed_forward]

// [multi_head_attention]
/// Self-attention of x {Token, Model}: wq, wk {Model, Head, Feature}, wv {Model, Head, Value}, wo {Head, Value, Model}. Query and Key are names for Token
/// inside; modifiers (masks, biases, functions of scores) say Query and Key.
template <class Token = axes::Token, class Model = axes::Model, class Head = axes::Head, class Query = axes::Query, class Key = axes::Key, class Feature = axes::Feature,
          class Value = axes::Value, operand X, operand WQ, operand WK, operand WV, operand WO, class... M>
  requires(detail::projections_verdict<Token, Model, Head, Feature, Value, X, WQ, WK, WV, WO>::ok)
auto multi_head_attention(X&& x, WQ&& wq, WK&& wk, WV&& wv, WO&& wo, M&&... modifiers) {
  return let(std::forward<X>(x), [&](auto t) {
    auto q = rename<Token, Query>(dot<Model>(t, std::forward<WQ>(wq)));
    auto k = rename<Token, Key>(dot<Model>(t, std::forward<WK>(wk)));
    auto v = rename<Token, Key>(dot<Model>(t, std::forward<WV>(wv)));
    return rename<Query, Token>(dot<Head, Value>(attention<Key, Feature>(q, k, v, std::forward<M>(modifiers)...), std::forward<WO>(wo)));
  });
}
// [/multi_head_attention]

// [transformer_layer]
/// x + attend(layer_norm(x)), and that, h, + feed(layer_norm(h)): a pre-norm layer (Xiong et al. 2020). attend and feed are functions of
/// expressions {…, Model}, such as calls of multi_head_attention and feed_forward.
template <class Model, detail::reducible_over<Model> X, class A, class F> auto transformer_layer(X&& x, const A& attend, const F& feed) {
  auto hidden = let(std::forward<X>(x), [&](auto t) { return t + attend(layer_norm<Model>(t)); });
  return let(std::move(hidden), [&](auto h) { return h + feed(layer_norm<Model>(h)); });
}
// [/transformer_layer]

// ---- of operands that do not fit: errors, one each
template <class... A, operand X, class... Y, class V = detail::verdict_on<detail::reducing<A...>, X>, holds<V> ok = answer<V>> requires(sizeof...(A) > 0 && !V::ok)
constexpr ill_shaped layer_norm(X&&, Y&&...) {
  static_assert(ok, HEED_SENTENCE("layer_norm<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return {};
}
template <class... A, operand X, class... Y, class V = detail::verdict_on<detail::reducing<A...>, X>, holds<V> ok = answer<V>> requires(sizeof...(A) > 0 && !V::ok)
constexpr ill_shaped rms_norm(X&&, Y&&...) {
  static_assert(ok, HEED_SENTENCE("rms_norm<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return {};
}
template <class Model, class Hidden, operand X, operand U, operand D, class... F, class V = detail::feed_verdict<Model, Hidden, X, U, D>, holds<V> ok = answer<V>> requires(!V::ok)
constexpr ill_shaped feed_forward(X&&, U&&, D&&, const F&...) {
  static_assert(ok, HEED_SENTENCE("feed_forward<Model, Hidden>(x, up, down): x and up must have Model, up and down Hidden, each of one extent", V, axis_list<Model, Hidden>, shape_of_operand<X>,
                                  shape_of_operand<U>, shape_of_operand<D>));
  return {};
}
template <class Token = axes::Token, class Model = axes::Model, class Head = axes::Head, class Query = axes::Query, class Key = axes::Key, class Feature = axes::Feature,
          class Value = axes::Value, operand X, operand WQ, operand WK, operand WV, operand WO, class... M,
          class V = detail::projections_verdict<Token, Model, Head, Feature, Value, X, WQ, WK, WV, WO>, holds<V> ok = answer<V>>
  requires(!V::ok)
constexpr ill_shaped multi_head_attention(X&&, WQ&&, WK&&, WV&&, WO&&, const M&...) {
  static_assert(ok, HEED_SENTENCE("multi_head_attention(x, wq, wk, wv, wo): x must have Token and Model, wq and wk Model and Feature, wv Model and Value, wo Head and Value, each of one extent",
                                  V, axis_list<>, shape_of_operand<X>, shape_of_operand<WQ>, shape_of_operand<WK>, shape_of_operand<WV>, shape_of_operand<WO>));
  return {};
}
template <class Model, operand X, class A, class F, class V = detail::verdict_on<detail::reducing<Model>, X>, holds<V> ok = answer<V>> requires(!V::ok)
constexpr ill_shaped transformer_layer(X&&, const A&, const F&) {
  static_assert(ok, HEED_SENTENCE("transformer_layer<Model>(x, attend, feed): name the one axis of the layer, which x must have", V, axis_list<Model>, shape_of_operand<X>));
  return {};
}

}  // namespace heed
HEED_SENTENCES_END

HEED_QUIET_END
