// Masks: blocks that they exclude are never computed, and what is left is right.
#include <laws/counted.hpp>
#include <laws/invariance.hpp>

using namespace laws;
using generated::check_eval;
using generated::fill;

namespace {
struct attention_operands {
  tensor<float, Head[2], Query[512], Feature[16]> q;
  tensor<float, Head[2], Key[512], Feature[16]> k;
  tensor<float, Head[2], Key[512], Value[16]> v;
  attention_operands() { fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1); }
  auto context(auto mask) const { return dot<Key>(softmax<Key>(where(mask, counted(dot<Feature>(q, k) / 4), -inf)), v); }
};
constexpr long all_scores = 2 * 512 * 512;
}  // namespace

#ifndef HEED_REFERENCE_ONLY
TEST_CASE("Masks that cannot exclude a block are not asked") {
  const attention_operands o;
  const auto scores = dot<Feature>(o.q, o.k) / 4;
  const auto causal = position<Key> <= position<Query>;
  const auto asks = [&](auto masked) { return explain(dot<Key>(softmax<Key>(masked), o.v)).find("blocks that a mask excludes left out") != std::string::npos; };
  CHECK(asks(where(causal, scores, -inf)));
  CHECK(asks(scores + where(causal, 0.f, -inf)));
  CHECK(asks(where(causal, scores, 0.5f * where(causal, 0.f, -inf))));
  CHECK_FALSE(asks(where(causal, scores, 0.5f * scores)));
  CHECK_FALSE(asks(scores + cast<float>(causal)));
  CHECK_FALSE(asks(where(position<Key> % 4 == 3, 0.5f * scores, scores) + cast<float>(position<Key> - position<Query>)));
  CHECK_FALSE(asks(scores * cast<float>(causal)));
  // weights below a threshold are 0, but not in any block for sure, whatever they were divided by
  const auto asks_of_weights = [&](auto weights) {
    return explain(dot<Key>(maximum(normalize<Key>(weights) - 0.001f, 0), o.v)).find("blocks that a mask excludes left out") != std::string::npos;
  };
  CHECK(asks_of_weights(where(causal, exp(scores), 0)));
  const auto weights = where(position<Key> % 4 == 3, 0.5f * exp(scores), exp(scores));
  CHECK_FALSE(asks_of_weights(weights));
  // however a guard, a threshold or a choice is written that compares what is computed
  const auto asks_of_chosen = [&](auto chosen) { return explain(dot<Key>(let(weights, chosen), o.v)).find("blocks that a mask excludes left out") != std::string::npos; };
  CHECK_FALSE(asks_of_chosen([](auto w) { return w * where(sum<Key>(w) > 0, 1 / sum<Key>(w), 0); }));
  CHECK_FALSE(asks_of_chosen([](auto w) { return w * where(!(sum<Key>(w) <= 0), 1 / sum<Key>(w), 0); }));
  CHECK_FALSE(asks_of_chosen([](auto w) { return let(w / sum<Key>(w), [](auto p) { return where(p > 0.001f, p, 0); }); }));
  CHECK_FALSE(asks_of_chosen([](auto w) { return let(w / sum<Key>(w), [](auto p) { return p * cast<float>(0.001f < p && p < 0.5f); }); }));
  CHECK(asks_of_chosen([&](auto w) { return let(w / sum<Key>(w), [&](auto p) { return where(p > 0.001f && causal, p, 0); }); }));
  CHECK(asks(where(causal && scores > 0, scores, -inf)));
  CHECK_FALSE(asks(where(causal || scores > 0, scores, -inf)));
}

TEST_CASE("A comparison of positions excludes blocks without a where, too") {
  const attention_operands o;
  const auto scores = counted(dot<Feature>(o.q, o.k) / 4);
  const auto causal = position<Key> <= position<Query>;
  const auto distance = position<Query> - position<Key>;
  CHECK(scores_computed(dot<Key>(cast<float>(causal) * scores, o.v)) < all_scores * 7 / 10);
  CHECK(scores_computed(dot<Key>(exp(scores) * cast<float>(distance >= 0 && distance < 32), o.v)) < all_scores * 4 / 10);
  CHECK(scores_computed(any_of<Key>(causal && scores > 3.f)) < all_scores * 7 / 10);
  CHECK(scores_computed(all_of<Key>(!causal || scores > 3.f)) < all_scores * 7 / 10);
  CHECK(scores_computed(min<Key>(where(causal, scores, inf) + cast<float>(distance))) < all_scores * 7 / 10);
  CHECK(scores_computed(max<Key>(where(causal, scores, -inf) - cast<float>(distance))) < all_scores * 7 / 10);
  check_eval(dot<Key>(cast<float>(causal) * (dot<Feature>(o.q, o.k) / 4), o.v));
  check_eval(any_of<Key>(causal && dot<Feature>(o.q, o.k) > 3.f));
}

TEST_CASE("Blocks that a mask excludes are never computed") {
  const attention_operands o;
  // every score once: nothing is skipped, and edges may add a few
  CHECK(scores_computed(o.context(position<Key> >= 0)) >= all_scores);
  CHECK(scores_computed(o.context(position<Key> >= 0)) < all_scores * 11 / 10);
  // a triangle, and the blocks on its diagonal
  const auto causal = position<Key> <= position<Query>;
  CHECK(scores_computed(o.context(causal)) > all_scores / 2);
  CHECK(scores_computed(o.context(causal)) < all_scores * 7 / 10);
  // a band
  const auto window = position<Key> <= position<Query> && position<Query> - position<Key> < 32;
  CHECK(scores_computed(o.context(window)) < all_scores * 4 / 10);
  // a band and a prefix
  CHECK(scores_computed(o.context(window || position<Key> < 8)) < all_scores * 6 / 10);
  // the first 100 keys; the bound of each head
  CHECK(scores_computed(o.context(position<Key> < 100)) < all_scores * 3 / 10);
  const tensor<int, Head[2]> lengths{50, 100};
  CHECK(scores_computed(o.context(position<Key> < lengths)) < all_scores * 3 / 10);
  // none at all
  CHECK(scores_computed(o.context(position<Key> < 0)) == 0);
}

TEST_CASE("What nothing proves neutral is computed") {
  const attention_operands o;
  const auto causal = position<Key> <= position<Query>;
  const auto scores = counted(dot<Feature>(o.q, o.k) / 4);
  const auto capped = dot<Key>(softmax<Key>(20 * tanh(where(causal, scores, -inf) / 20)), o.v);
  CHECK(scores_computed(capped) >= all_scores / 2);
  CHECK(scores_computed(dot<Key>(softmax<Key>(where(causal, scores, -1e9f)), o.v)) >= all_scores);
}
#endif

TEST_CASE("Masked attention is right, whatever is skipped") {
  tensor<float, Head[2], Query[70], Feature[16]> q;
  tensor<float, Head[2], Key[90], Feature[16]> k;
  tensor<float, Head[2], Key[90], Value[16]> v;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  tensor<int, Head[2], Query[70]> lengths;
  fill(lengths, 4, 0, 90);
  const auto s = dot<Feature>(q, k) / 4;
  for (const int width : {0, 1, 7, 33, 200}) {  // of width 0 no query sees any key
    check_eval(dot<Key>(softmax<Key>(where(position<Key> <= position<Query> && position<Query> - position<Key> < width, s, -inf)), v));
  }
  check_eval(dot<Key>(softmax<Key>(where(position<Key> < lengths, s, -inf)), v));
  check_eval(dot<Key>(softmax<Key>(20 * tanh(where(position<Key> <= position<Query>, s, -inf) / 20)), v));
  check_eval(sum<Key>(where(position<Key> < lengths, s, 0) * v));
}
