// One query that is made in the formula, from a token or by a matrix between queries and keys: it is there before the walk over the keys, whose products
// go along what lies side by side.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Inner {};
struct Latent {};
const auto k = numbers(tensor<float, Head[3], Key[70], Feature[16]>{}, 2);
const auto v = numbers(tensor<float, Head[3], Key[70], Value[5]>{}, 3);
const auto token = numbers(tensor<float, Model[20]>{}, 1);
const auto batch = numbers(tensor<float, Batch[2], Model[20]>{}, 4);
const auto w = numbers(tensor<float, Model[20], Head[3], Feature[16]>{}, 5);
const auto between = numbers(tensor<float, Feature[16], Inner[16]>{}, 6);

// So much is stored, and in the walk over the keys nothing is turned.
template <int Temporaries, class E> void reads_keys_as_they_lie(const E& e) {
  static_assert(plan_of<E>.temporaries == Temporaries);
  const std::string text = explain(e);
  const std::size_t walk = text.find("pass over Key");
  REQUIRE(walk != std::string::npos);
  CHECK(text.find("turned for the block", walk) == std::string::npos);
  CHECK(agrees(e));
}
}  // namespace

TEST_CASE("A token is projected to the query of each head, and several before their walks, for which the weights are read once") {
  const auto q = dot<Model>(token, w);
  reads_keys_as_they_lie<0>(dot<Key>(softmax<Key>(dot<Feature>(q, k) / 4.f), v));
  reads_keys_as_they_lie<0>(dot<Key>(softmax<Key>(where(position<Key> < 40, dot<Feature>(q, k) / 4.f, -inf)), v));
  reads_keys_as_they_lie<1>(dot<Key>(softmax<Key>(dot<Feature>(dot<Model>(batch, w), k)), v));
}

TEST_CASE("A matrix stands between the query and the keys, on either side") {
  const auto q = numbers(tensor<float, Head[3], Feature[16]>{}, 7);
  reads_keys_as_they_lie<1>(dot<Key>(softmax<Key>(dot<Inner>(dot<Feature>(q, between), rename<Feature, Inner>(k))), v));
  reads_keys_as_they_lie<1>(dot<Key>(softmax<Key>(dot<Inner>(rename<Feature, Inner>(q), dot<Feature>(k, between))), v));
}

namespace {
// DeepSeek-AI 2024, section 2.1: keys and values are the same latents, and the queries are taken to these.
template <index_t Keys, index_t Latents> void with_latents(const auto& f) {
  const auto q = numbers(tensor<float, Head[16], Feature[8]>{}, 8);
  const auto to_latents = numbers(tensor<float, Head[16], Feature[8], Latent[Latents]>{}, 9);
  const auto latents = numbers(tensor<float, Key[Keys], Latent[Latents]>{}, 10);
  f(dot<Key>(softmax<Key>(dot<Latent>(dot<Feature>(q, to_latents), latents) / 20.f), latents));
}
}  // namespace

TEST_CASE("Keys that all heads share are read once: what takes the queries to their features is stored first") {
  with_latents<50, 160>([](const auto& context) { CHECK(agrees(context)); });
  with_latents<1024, 512>([](const auto& context) {
    static_assert(plan_of<decltype(context)>.temporaries == 1);
    CHECK_THAT(explain(context), Catch::Contains("for Head[16] in blocks of"));
  });
}

namespace {
template <index_t Stored, index_t Sequences, index_t Tokens> void check_sequences() {
  const auto tokens = numbers(tensor<float, Batch[Sequences], Token[Tokens], Model[128]>{}, 11);
  const auto weights = numbers(tensor<float, Model[128], Head[3], Feature[16]>{}, 12);
  const auto keys = numbers(tensor<float, Batch[Sequences], Key[20], Head[3], Feature[16]>{}, 13);
  const auto values = numbers(tensor<float, Batch[Sequences], Key[20], Head[3], Value[5]>{}, 14);
  const auto context = dot<Key>(softmax<Key>(dot<Feature>(rename<Token, Query>(dot<Model>(tokens, weights)), keys) / 4.f), values);
  static_assert(plan_of<decltype(context)>.temporaries == Stored);
  CHECK(agrees(context));
}
}  // namespace

TEST_CASE("A few tokens of each sequence are projected before their walk, in whole vectors; many as the walk goes along") {
  check_sequences<1, 5, 3>();
  check_sequences<1, 2, 8>();
  check_sequences<1, 3, 17>();
  check_sequences<0, 2, 64>();
}
