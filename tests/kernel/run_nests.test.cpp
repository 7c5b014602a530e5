// Nests that compute the same of other operands run the loops of the first, with what is theirs.
#include <heed/attention.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto x = numbers(tensor<float, Token[37], Model[24]>{}, 1);
const auto wq = numbers(tensor<float, Model[24], Head[2], Feature[16]>{}, 2), wk = numbers(tensor<float, Model[24], Head[2], Feature[16]>{}, 3);
const auto wv = numbers(tensor<float, Model[24], Head[2], Value[16]>{}, 4), wv2 = numbers(tensor<float, Model[24], Head[2], Value[16]>{}, 5);
const auto wo = numbers(tensor<float, Head[2], Value[16], Model[24]>{}, 6), wo2 = numbers(tensor<float, Head[2], Value[16], Model[24]>{}, 7);

// Checks that an expression is computed right, by one thread and by two, in so many nests, of which so many have loops of their own.
template <int Own, int Nests, class E> void has_loops(const E& e) {
  using P = heed::detail::unchecked_plan<node_of<E>, false>;
  static_assert(P::value.nest_count == Nests);
  static_assert([]<int... I>(std::integer_sequence<int, I...>) { return (0 + ... + (planner::loops_of_nest<P, I> == I)); }(std::make_integer_sequence<int, Nests>{}) == Own);
  CHECK(agrees(e));
  const auto one = eval(e), two = eval(par(e, 2));
  for (index_t i = 0; i < one.size(); ++i) CHECK(std::abs(one.data()[i] - two.data()[i]) < 1e-4f);
}

// Attention of words, as one head or more see them.
auto attend(const auto& words, const auto& q, const auto& k, const auto& v, const auto& o, const auto& scale) {
  const auto scores = dot<Feature>(rename<Token, Query>(dot<Model>(words, q)), rename<Token, Key>(dot<Model>(words, k)));
  return rename<Query, Token>(dot<Head, Value>(dot<Key>(softmax<Key>(scores * scale), rename<Token, Key>(dot<Model>(words, v))), o));
}
}  // namespace

TEST_CASE("Projections of one form run the loops of the first") {
  const auto keys = stored(dot<Model>(x, wk));
  const auto values = stored(dot<Model>(x, wv)), more = stored(dot<Model>(x, wv2));
  has_loops<2, 4>(dot<Value>(values, more) + sum<Feature>(keys));
}

TEST_CASE("Layers of a stack run the loops of the first, with weights and numbers of their own") {
  const auto layer = [](const auto& words, const auto& v, const auto& o, float scale, float share) {
    return let(words, [&, scale, share](auto t) { return t + attend(t, wq, wk, v, o, scale) * share; });
  };
  constexpr bool wide = simd::batch<float>::size >= 16;  // (products with 16 lanes are in nests of their own where that is a whole register)
  has_loops<wide ? 7 : 4, wide ? 15 : 12>(layer(layer(layer(x, wv, wo, 0.25f, 0.5f), wv2, wo2, 1.f, -0.25f), wv, wo, -0.5f, 2.f));
}

TEST_CASE("Nests of other lengths, strides and places run the loops of the first") {
  const auto t = numbers(tensor<float, Batch[3], Head[2], Query[67], Feature[64]>{}, 7);
  const auto first = at<Head>(at<Batch>(t, 1), 0), second = at<Head>(at<Batch>(t, 2), 1);
  has_loops<2, 3>(stored(dot<Feature>(first, first)) * stored(dot<Feature>(second, second)));
  for (const auto& [keys, keys2] : {std::pair<index_t, index_t>{53, 17}, {1, 64}, {7, 0}}) {
    const auto k = numbers(tensor<float, Key[], Feature[64]>(sized<Key>(keys)), 3), k2 = numbers(tensor<float, Key[], Feature[64]>(sized<Key>(keys2)), 4);
    const auto v = numbers(tensor<float, Key[], Value[24]>(sized<Key>(keys)), 5), v2 = numbers(tensor<float, Key[], Value[24]>(sized<Key>(keys2)), 6);
    has_loops<2, 3>(stored(dot<Key>(softmax<Key>(dot<Feature>(first, k)), v)) * stored(dot<Key>(softmax<Key>(dot<Feature>(second, k2)), v2)));
    // causal, each with its own offset
    const auto causal = [](const auto& s, int before) { return softmax<Key>(where(position<Key> <= position<Query> + before, s, -inf)); };
    has_loops<2, 3>(stored(dot<Key>(causal(dot<Feature>(first, k), 3), v)) * stored(dot<Key>(causal(dot<Feature>(second, k2), -2), v2)));
  }
}

TEST_CASE("Nests that differ have loops of their own") {
  const auto q = numbers(tensor<float, Query[37], Feature[16]>{}, 1);
  const auto k = numbers(tensor<float, Key[53], Feature[16]>{}, 2);
  const auto k2 = numbers(tensor<float, Feature[16], Key[53]>{}, 3);
  const auto s = [&](const auto& key) { return dot<Feature>(q, key); };
  has_loops<3, 3>(stored(logsumexp<Key>(s(k))) + stored(logsumexp<Key>(s(k2))));                           // another order in memory
  has_loops<3, 3>(stored(max<Key>(s(k))) + stored(min<Key>(s(k))));                                        // another fold
  has_loops<3, 3>(stored(sum<Key>(exp(s(k)))) + stored(sum<Key>(tanh(s(k)))));                             // another function
  has_loops<3, 3>(stored(sum<Key>(exp(s(k)))) + stored(sum<Key>(exp(s(k) * s(k)))));                       // another tree
  has_loops<3, 3>(stored(sum<Key>(pointwise(batchwise([](auto a) { return a + 1.f; }), s(k)))) + stored(sum<Key>(pointwise(batchwise([](auto a) { return a - 1.f; }), s(k)))));
}

TEST_CASE("A nest that takes no longer than to say what it reads has loops of its own") {
  const auto a = numbers(tensor<float, Query[8], Feature[8]>{}, 1), b = numbers(tensor<float, Query[8], Feature[8]>{}, 2);
  const auto k = numbers(tensor<float, Key[8], Feature[8]>{}, 3);
  has_loops<3, 3>(stored(dot<Feature>(a, k)) * stored(dot<Feature>(b, k)));
}
