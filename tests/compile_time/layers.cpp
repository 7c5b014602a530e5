// HEED_LAYERS transformer layers as one expression.
#include <cmath>
#include <utility>

#include <heed/heed.hpp>

struct Token {};
struct Model {};
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Hidden {};

struct layer {
  heed::tensor<float, Model[256], Head[4], Feature[64]> wq, wk;
  heed::tensor<float, Model[256], Head[4], Value[64]> wv;
  heed::tensor<float, Head[4], Value[64], Model[256]> wo;
  heed::tensor<float, Model[256], Hidden[1024]> up;
  heed::tensor<float, Hidden[1024], Model[256]> down;
};

const auto layer_norm = [](auto&& x) {
  return let(std::forward<decltype(x)>(x), [](auto t) { return (t - heed::mean<Model>(t)) * rsqrt(heed::var<Model>(t) + 1e-5f); });
};

const auto attend = [](auto&& x, const layer& w) {
  return let(std::forward<decltype(x)>(x), [&](auto t) {
    auto q = heed::rename<Token, Query>(dot<Model>(t, w.wq));
    auto k = heed::rename<Token, Key>(dot<Model>(t, w.wk));
    auto v = heed::rename<Token, Key>(dot<Model>(t, w.wv));
    auto scores = heed::expect<Query, Head, Key>(dot<Feature>(q, k) / std::sqrt(heed::extent<Feature>(q)));
    return heed::rename<Query, Token>(dot<Head, Value>(dot<Key>(heed::softmax<Key>(scores), v), w.wo));
  });
};

const auto feed_forward = [](auto&& x, const layer& w) {
  return dot<Hidden>(maximum(dot<Model>(std::forward<decltype(x)>(x), w.up), 0), w.down);
};

const auto transformer_layer = [](auto&& x, const layer& w) {
  return let(std::forward<decltype(x)>(x), [&](auto t) {
    return let(t + attend(layer_norm(t), w), [&](auto u) { return u + feed_forward(layer_norm(u), w); });
  });
};

template <int n> auto layers(const auto& x, const layer* w) {
  if constexpr (n == 1) return transformer_layer(x, w[0]);
  else return transformer_layer(layers<n - 1>(x, w), w[n - 1]);
}

using words = heed::tensor<float, Token[128], Model[256]>;

void run(const words& x, const layer* w, words& out) { out = layers<HEED_LAYERS>(x, w); }
