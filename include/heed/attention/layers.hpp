// What layers are made of: norms, feed-forward, multi-head attention; and layers.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/attention/attention.hpp>
#include <heed/attention/other_calls.hpp>
#include <heed/axes.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>

namespace heed {

// [norms]
/// (x - mean) / √(variance + epsilon) over Model, one axis or several (Ba et al. 2016).
template <class Model, class... More, operand X> auto layer_norm(X&& x, double epsilon = 1e-5) {
  return let(std::forward<X>(x), [=](auto t) {
    auto centred = t - mean<Model, More...>(t);
    if constexpr (well_shaped<decltype(centred)>) return centred * rsqrt(var<Model, More...>(t) + epsilon);
    else return centred;  // what is wrong with the axis has been said
  });
}
/// The same, times gain, {Model}, and plus bias, {Model}, if there is one.
template <class Model, class... More, operand X, named_operand G> auto layer_norm(X&& x, G&& gain, double epsilon = 1e-5) {
  return layer_norm<Model, More...>(std::forward<X>(x), epsilon) * std::forward<G>(gain);
}
template <class Model, class... More, operand X, named_operand G, named_operand B> auto layer_norm(X&& x, G&& gain, B&& bias, double epsilon = 1e-5) {
  return layer_norm<Model, More...>(std::forward<X>(x), epsilon) * std::forward<G>(gain) + std::forward<B>(bias);
}
/// x / √(mean of squares + epsilon) over Model (Zhang and Sennrich 2019).
template <class Model, class... More, operand X> auto rms_norm(X&& x, double epsilon = 1e-6) {
  return let(std::forward<X>(x), [=](auto t) { return t * rsqrt(mean<Model, More...>(t * t) + epsilon); });
}
template <class Model, class... More, operand X, named_operand G> auto rms_norm(X&& x, G&& gain, double epsilon = 1e-6) {
  return rms_norm<Model, More...>(std::forward<X>(x), epsilon) * std::forward<G>(gain);
}
// [/norms]

// [feed_forward]
/// down · activation(up · x), of Vaswani et al. (2017): x {…, Model}, up {Model, Hidden}, down {Hidden, Model}. The activation is gelu
/// where none is given.
template <class Model, class Hidden, operand X, operand U, operand D, class F> auto feed_forward(X&& x, U&& up, D&& down, const F& activation) {
  return dot<Hidden>(activation(dot<Model>(std::forward<X>(x), std::forward<U>(up))), std::forward<D>(down));
}
template <class Model, class Hidden, operand X, operand U, operand D> auto feed_forward(X&& x, U&& up, D&& down) {
  return feed_forward<Model, Hidden>(std::forward<X>(x), std::forward<U>(up), std::forward<D>(down), [](auto&& hidden) { return gelu(std::forward<decltype(hidden)>(hidden)); });
}
// [/feed_forward]

// [multi_head_attention]
/// Self-attention of x {Token, Model}: wq, wk {Model, Head, Feature}, wv {Model, Head, Value}, wo {Head, Value, Model}. Query and Key are names for Token
/// inside; modifiers (masks, biases, functions of scores) say Query and Key.
template <class Token = axes::Token, class Model = axes::Model, class Head = axes::Head, class Query = axes::Query, class Key = axes::Key, class Feature = axes::Feature,
          class Value = axes::Value, operand X, operand WQ, operand WK, operand WV, operand WO, class... M>
auto multi_head_attention(X&& x, WQ&& wq, WK&& wk, WV&& wv, WO&& wo, const M&... modifiers) {
  return let(std::forward<X>(x), [&](auto t) {
    auto q = rename<Token, Query>(dot<Model>(t, std::forward<WQ>(wq)));
    if constexpr (!well_shaped<decltype(q)>) return q;  // what is wrong with x has been said
    else {
      auto k = rename<Token, Key>(dot<Model>(t, std::forward<WK>(wk)));
      auto v = rename<Token, Key>(dot<Model>(t, std::forward<WV>(wv)));
      return rename<Query, Token>(dot<Head, Value>(attention<Key, Feature>(q, k, v, modifiers...), std::forward<WO>(wo)));
    }
  });
}
// [/multi_head_attention]

// [transformer_layer]
/// x + attend(layer_norm(x)), and that, h, + feed(layer_norm(h)): a pre-norm layer (Xiong et al. 2020). attend and feed are functions of
/// expressions {…, Model}, such as calls of multi_head_attention and feed_forward.
template <class Model, operand X, class A, class F> auto transformer_layer(X&& x, const A& attend, const F& feed) {
  auto hidden = let(std::forward<X>(x), [&](auto t) { return t + attend(layer_norm<Model>(t)); });
  return let(std::move(hidden), [&](auto h) { return h + feed(layer_norm<Model>(h)); });
}
// [/transformer_layer]

}  // namespace heed

HEED_QUIET_END
