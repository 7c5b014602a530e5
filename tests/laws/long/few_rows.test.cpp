// A few rows times much that lies in rows of its own, some of them whole pages apart: tokens times weights, grouped queries times the keys of a cache.
#include <laws/invariance.hpp>

using namespace laws;
using generated::check_eval;
using generated::fill;

namespace {
template <index_t Tokens, index_t Width, index_t Wide, bool Doubles = false> void check_weights() {
  INFO(Tokens << " tokens, " << Width << " x " << Wide);
  tensor<float, Token[Tokens], Feature[Width]> x;
  tensor<float, Feature[Width], Hidden[Wide]> w;
  tensor<float, Hidden[Wide], Feature[Width]> turned;
  tensor<float, Hidden[Wide], Value[Width]> back;
  fill(x, 1, -1, 1), fill(w, 2, -1, 1), fill(back, 3, -1, 1);
  turned = w;
  check_eval(dot<Feature>(x, w));
  check_eval(dot<Feature>(x, turned));
  check_eval(dot<Hidden>(maximum(dot<Feature>(x, w), 0), back));
  check_eval(dot<Hidden>(maximum(dot<Feature>(x, turned), 0), back));
  if constexpr (Doubles) check_eval(dot<Feature>(cast<double>(x), w));
  tensor<float, Token[], Feature[Width]> some(sized<Token>(Tokens));
  some = x;
  check_eval(dot<Feature>(some, w));
  check_eval(dot<Feature>(some, turned));
}

template <index_t Queries, class K, class V> void check_cache(const K& k, const V& v) {
  INFO(Queries << " queries");
  tensor<float, Head[8], Query[Queries], Feature[128]> q;
  fill(q, 1, -1, 1);
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k) / 8), v));
  check_eval(dot<Key>(softmax<Key>(where(position<Key> < 50 * position<Query> + 3, dot<Feature>(q, k), -std::numeric_limits<float>::infinity())), v));
}
template <index_t Features, index_t Values> void check_one_query() {
  INFO(Features << " features, " << Values << " values");
  tensor<float, Head[2], Feature[Features]> q;
  tensor<float, Head[2], Key[1037], Feature[Features]> k;
  tensor<float, Head[2], Key[1037], Value[Values]> v;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k) / 8), v));
  tensor<float, Head[2], Query[1], Feature[Features]> one;
  fill(one, 4, -1, 1);
  check_eval(dot<Key>(softmax<Key>(where(position<Key> % 5 != 3, dot<Feature>(one, k), -std::numeric_limits<float>::infinity())), v));
}
}  // namespace

TEST_CASE("One query, with as many values as some registers hold, and others") {
  check_one_query<1, 8>();
  check_one_query<80, 64>();
  check_one_query<37, 80>();
  check_one_query<128, 128>();
  check_one_query<256, 256>();
  check_one_query<129, 300>();
}

TEST_CASE("A few tokens times weights: rows of pages, and others") {
  check_weights<1, 40, 1024>();
  check_weights<2, 1024, 37, true>();
  check_weights<8, 64, 1024, true>();
  check_weights<16, 128, 1024>();
  check_weights<13, 1000, 40, true>();
  check_weights<33, 1024, 70>();
}

TEST_CASE("Grouped queries of a token over a cache of keys, {Head, Key} and {Key, Head}") {
  tensor<float, Head[8], Key[301], Feature[128]> k;
  tensor<float, Head[8], Key[301], Value[128]> v;
  fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  tensor<float, Key[301], Head[8], Feature[128]> by_key;
  tensor<float, Key[301], Head[8], Value[128]> values_by_key;
  by_key = k, values_by_key = v;
  check_cache<2>(k, v), check_cache<5>(k, v), check_cache<16>(k, v), check_cache<20>(k, v);
  check_cache<4>(by_key, values_by_key);
  check_cache<8>(k, values_by_key), check_cache<8>(by_key, v);
}

// (4 KiB of keys and of values are read in turn then.)
TEST_CASE("One query over more keys and values than the caches hold") {
  constexpr index_t keys = 140'003;
  tensor<float, Feature[32]> q;
  tensor<float, Key[keys], Feature[32]> k;
  tensor<float, Key[], Value[32]> v(sized<Key>(keys));
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k)), v));
  tensor<float, Query[], Feature[32]> one(sized<Query>(1));
  fill(one, 4, -1, 1);
  check_eval(dot<Key>(softmax<Key>(where(position<Key> < keys - 1001, dot<Feature>(one, k), -std::numeric_limits<float>::infinity())), v));
}
