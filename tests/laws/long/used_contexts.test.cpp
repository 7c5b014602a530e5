// What is done to a context of one head does not compute it again: projected, normalised, gated, attended to. `flops` of a plan counts
// every nest, so that a second walk over the scores shows.
#include <heed/attention.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Out {};

constexpr index_t tokens = 61, keys = 300, features = 11, columns = 9, outs = 13;
const auto q = numbers(tensor<float, Query[tokens], Feature[features]>{}, 1);
const auto k = numbers(tensor<float, Key[keys], Feature[features]>{}, 2);
const auto v = numbers(tensor<float, Key[keys], Value[columns]>{}, 3);
const auto wo = numbers(tensor<float, Value[columns], Out[outs]>{}, 4);
const auto context = dot<Key>(softmax<Key>(dot<Feature>(q, k)), v);

constexpr unsigned long long of_context = 2 * tokens * keys * (features + columns), of_projection = 2 * tokens * columns * outs;

template <unsigned long long Flops, class E> void computes_once(const E& e) {
  static_assert(plan_of<E>.flops <= Flops + Flops / 20);
  CHECK(agrees(e));
}
}  // namespace

TEST_CASE("a context is projected, and what comes after") {
  auto projected = dot<Value>(context, wo);
  computes_once<of_context + of_projection>(projected);
  computes_once<of_context + of_projection>(dot<Value>(wo, context));
  computes_once<of_context + of_projection>(sum<Value>(0.5f * wo * context));
  computes_once<of_context + of_projection>(relu(projected));
  computes_once<of_context + of_projection>(layer_norm<Out>(projected));
  computes_once<of_context + of_projection>(dot<Value>(relu(context), wo));
}

TEST_CASE("a context is normalised before it is projected") {
  computes_once<of_context + of_projection>(dot<Value>(layer_norm<Value>(context), wo));
  computes_once<of_context + of_projection>(dot<Value>(softmax<Value>(context), wo));
  computes_once<of_context + of_projection>(let(context, [](auto c) { return dot<Value>(c * rsqrt(sum<Value>(c * c)), wo); }));
}

TEST_CASE("what else one pass gives is not walked for again beside the projection") {
  const auto scores = dot<Feature>(q, k);
  const auto with_weights = [&](auto formula) { return let(scores, [=](auto s) { return let(exp(s - max<Key>(s)), formula); }); };
  computes_once<of_context + of_projection>(with_weights([](auto e) { return dot<Value>(dot<Key>(e, v), wo) / sum<Key>(e); }));
  computes_once<of_context + of_projection>(with_weights([](auto e) { return relu(dot<Value>(wo, dot<Key>(e, v))) * (1 / sum<Key>(e)); }));
  computes_once<of_context + of_projection>(with_weights([](auto e) { return dot<Value>(dot<Key>(e, v) / sum<Key>(e), wo) + log(sum<Key>(e)); }));
  computes_once<of_context + of_projection>(let(scores, [](auto s) { return dot<Value>(dot<Key>(softmax<Key>(s), v), wo) - logsumexp<Key>(s); }));
  computes_once<of_context + of_projection>(let(softmax<Key>(scores), [](auto p) { return dot<Value>(dot<Key>(p, v), wo) - sum<Key>(p * p); }));
  const auto of_heads = numbers(tensor<float, Head[3], Value[columns], Out[outs]>{}, 8);
  computes_once<of_context + 3 * of_projection>(with_weights([&](auto e) { return sum<Head>(dot<Value>(dot<Key>(e, v), of_heads) / sum<Key>(e)); }));
}

TEST_CASE("a second layer reads the context of the first, and stores no weights") {
  const auto x = numbers(tensor<float, Token[300], Feature[features]>{}, 5);
  auto layer = [](const auto& y) {
    auto own = rename<Token, Query>(y);
    auto others = rename<Token, Key>(y);
    return rename<Query, Token>(dot<Key>(softmax<Key>(dot<Feature>(own, others)), others));
  };
  auto two = let(layer(x), layer);
  static_assert(plan_of<decltype(two)>.temporaries == 1);
  computes_once<2 * 4ull * 300 * 300 * features>(two);
}

TEST_CASE("heads that differ in a slope or a gate only") {
  const auto slopes = numbers(tensor<float, Head[3]>{}, 6);
  const auto of_heads = numbers(tensor<float, Head[3], Key[keys], Value[columns]>{}, 7);
  auto sloped = dot<Key>(softmax<Key>(dot<Feature>(q, k) - slopes * abs(position<Query> - position<Key>)), of_heads);
  static_assert(plan_of<decltype(sloped)>.temporaries == 0);  // no scores
  CHECK(agrees(sloped));
  const auto gates = numbers(tensor<float, Query[tokens], Head[3]>{}, 8);
  const auto q3 = numbers(tensor<float, Head[3], Query[tokens], Feature[features]>{}, 9);
  auto gated = dot<Head>(softmax<Head>(gates), dot<Key>(softmax<Key>(dot<Feature>(q3, k)), of_heads));
  computes_once<3 * of_context>(gated);
}

TEST_CASE("contexts of all heads are projected, and reduced for each query") {
  const auto q3 = numbers(tensor<float, Head[3], Query[tokens], Feature[features]>{}, 9);
  const auto of_heads = numbers(tensor<float, Head[3], Key[keys], Value[columns]>{}, 7);
  const auto w = numbers(tensor<float, Head[3], Value[columns], Out[outs]>{}, 10);
  auto logits = dot<Head, Value>(dot<Key>(softmax<Key>(dot<Feature>(q3, k)), of_heads), w);
  computes_once<3 * of_context + 3 * of_projection>(mean<Query>(logsumexp<Out>(logits)));
  computes_once<3 * of_context + 3 * of_projection>(let(logits, [](auto y) { return sum<Query>(sum<Out>(y * y)); }));
  computes_once<3 * of_context + 3 * of_projection>(softmax<Out>(logits));
  computes_once<3 * of_context + 3 * of_projection>(dot<Head, Value>(w, dot<Key>(of_heads, softmax<Key>(dot<Feature>(k, q3)))));
}

TEST_CASE("a chain of products whose inner sum lacks an outer loop stores it") {
  struct A {};
  struct B {};
  struct C {};
  const auto a = numbers(tensor<float, Query[23], A[7]>{}, 1);
  const auto core = numbers(tensor<float, A[7], B[5], C[6]>{}, 2);
  const auto b = numbers(tensor<float, Key[31], B[5]>{}, 3);
  const auto c = numbers(tensor<float, Value[29], C[6]>{}, 4);
  auto tucker = dot<A>(a, dot<B>(b, dot<C>(core, c)));
  static_assert(plan_of<decltype(tucker)>.temporaries == 1);
  CHECK(agrees(tucker));
}
