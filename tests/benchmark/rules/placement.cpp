// What is stored and what is recomputed, and the order of products. One head: what is recomputed is recomputed often.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;
using heed::rename;

using words = heed::tensor<float, Token[256], Model[128]>;
using weights = heed::tensor<float, Model[128], Feature[64]>;
using some_queries = heed::tensor<float, Query[256], Feature[64]>;
using some_values = heed::tensor<float, Key[256], Value[64]>;
constexpr double projection = 2. * 256 * 128 * 64, attention = 4. * 256 * 256 * 64;

const measured stored_keys("rules/keys_projected_once", over_plain(projection + attention), [] {
  return fused([](auto& q, auto& x, auto& w, auto& v) {
    return dot<Key>(heed::softmax<Key>(dot<Feature>(q, rename<Token, Key>(dot<Model>(x, w))) / 8.f), v);
  }, numbers<some_queries, 1>(), numbers<words, 2>(), numbers<weights, 3>(0.09f), numbers<some_values, 4>());
});
const measured recomputed_keys("rules/keys_projected_again", over_plain(projection + attention), [] {
  return fused([](auto& q, auto& x, auto& w, auto& v) {
    return dot<Key>(heed::softmax<Key>(dot<Feature>(q, recomputed(rename<Token, Key>(dot<Model>(x, w)))) / 8.f), v);
  }, numbers<some_queries, 1>(), numbers<words, 2>(), numbers<weights, 3>(0.09f), numbers<some_values, 4>());
});

const measured linear("rules/linear_attention", over_plain(8. * 2 * 64 * 64 * 2048), [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Key>(dot<Feature>(q, k), v); }, q(), k(), v());
});
const measured as_written("rules/linear_attention_as_written", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) { return heed::as_written(dot<Key>(dot<Feature>(q, k), v)); }, q(), k(), v());
});

using sequence = heed::tensor<float, Head[8], Token[1024], Feature[64]>;
using contents = heed::tensor<float, Head[8], Token[1024], Value[64]>;
constexpr double products = 4. * 8 * 1024 * 64 * 64;  // into the sums, and out of them
const measured carried("rules/running_sums_carried", over_plain(products), [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Feature>(q, heed::cumsum<Token>(k * v)); }, numbers<sequence, 1>(), numbers<sequence, 2>(), numbers<contents, 3>());
});
const measured stored_sums("rules/running_sums_stored", over_plain(products), [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Feature>(q, heed::stored(heed::cumsum<Token>(k * v))); }, numbers<sequence, 1>(), numbers<sequence, 2>(), numbers<contents, 3>());
});

// Scores of all heads that are mixed before they are normalised: once for all mixed heads, in a loop inside blocks of keys, or for each.
struct Mixed {};
using mixing = heed::tensor<float, Mixed[8], Head[8]>;
using mixed_values = heed::tensor<float, Mixed[8], Key[1024], Value[64]>;
const measured mixed("rules/mixed_heads", over_plain(plain_flops + 2. * 8 * plain_scores), [] {
  return fused([](auto& q, auto& k, auto& w, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Head>(w, dot<Feature>(q, k)) / 8.f), v); }, q(), k(), numbers<mixing, 3>(0.2f), numbers<mixed_values, 4>());
});
const measured mixed_again("rules/mixed_heads_one_product", over_plain(plain_flops * 4.5), [] {
  return fused([](auto& q, auto& k, auto& w, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Head, Feature>(w * q, k) / 8.f), v); }, q(), k(), numbers<mixing, 3>(0.2f), numbers<mixed_values, 4>());
});

const auto entropy = [](auto p) { return -heed::sum<Key>(p * log(p + 1e-9f)); };
const measured bound("rules/entropy_with_let", over_plain(plain_flops, {arithmetic("log", plain_scores)}), [] {
  return fused([](auto& q, auto& k) { return let(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), entropy); }, q(), k());
});
// Written in two ways, it is two values: neither types nor operands say that it is one.
const measured twice("rules/entropy_written_twice", over_plain(plain_flops, {arithmetic("log", plain_scores)}), [] {
  return fused([](auto& q, auto& k) {
    return -heed::sum<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f) * log(heed::softmax<Key>(0.125f * dot<Feature>(q, k)) + 1e-9f));
  }, q(), k());
});

}  // namespace
