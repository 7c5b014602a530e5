// Products on either side of a concat: only those that are there are computed.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
int calls = 0;
const auto counted = [](float x) {
  ++calls;
  return x * x;
};

const auto q = numbers(tensor<float, Query[37], Feature[5]>{});
const auto k1 = numbers(tensor<float, Key[700], Feature[5]>{}, 2);
const auto k2 = numbers(tensor<float, Key[], Feature[5]>(sized<Key>(301)), 3);
const auto v1 = numbers(tensor<float, Key[700], Value[3]>{}, 4);
const auto v2 = numbers(tensor<float, Key[], Value[3]>(sized<Key>(301)), 5);
}  // namespace

TEST_CASE("scores that are joined where an attention uses them") {
  auto scores = concat<Key>(dot<Feature>(q, k1), dot<Feature>(q, k2) * 2);
  CHECK(agrees(dot<Key>(softmax<Key>(where(position<Key> <= position<Query> * 20, scores, -inf)), concat<Key>(v1, v2))));
}

TEST_CASE("products that are joined along the lanes, three of them, of which one is NaN") {
  const auto bad = eval(where(position<Query> == 3, NAN, q));
  auto three = concat<Query>(dot<Feature>(q, k1), dot<Feature>(bad, k1), dot<Feature>(q + 1, k1));
  CHECK(agrees(three));
  const auto [all, sums] = eval(three, sum<Key>(three));
  int nan = 0;
  for (float x : all) nan += x != x ? 1 : 0;
  CHECK(nan == 700);
  CHECK((all(40, 0) != all(40, 0) && sums(40) != sums(40)));
}

TEST_CASE("what a fold computes for a side that is not there is left out") {
  auto one_side = [](const auto& x) { return sum<Feature>(pointwise(counted, x - q)); };
  auto both = concat<Key>(one_side(k1), one_side(k2));
  const int once = 1001 * 5 * 37;
  calls = 0;
  const auto sums = eval(sum<Key>(both));
  CHECK(calls >= once);
  CHECK(calls < 1.5 * once);  // 2: both sides
  calls = 0;
  const auto weights = eval(logsumexp<Key>(both));
  CHECK(calls >= once);
  CHECK(calls < 1.5 * once);
  CHECK(all_close(sums, in_float64(sum<Key>(both)), 1e-5, 1e-5));
  CHECK(all_close(weights, in_float64(logsumexp<Key>(both)), 1e-4, 1e-6));
}

TEST_CASE("a side of few elements is computed once, before") {
  const auto cache = numbers(tensor<float, Key[64], Head[2], Feature[5]>{}, 6);
  const auto x = numbers(tensor<float, Key[1], Model[11]>{}, 7), y = numbers(tensor<float, Key[1], Model[11]>{}, 9);
  const auto w = numbers(tensor<float, Model[11], Head[2], Feature[5]>{}, 8);
  auto longer = concat<Key>(cache, dot<Model>(x, w));
  static_assert(plan_of<decltype(longer)>.flops == 2 * 11 * 10);
  CHECK(agrees(slice<Key, 2, 64>(concat<Key>(dot<Model>(y, w), longer))));
  auto attend = [](const auto& k, const auto& query) { return dot<Key>(softmax<Key>(dot<Feature>(query, k)), k); };
  const auto some = numbers(tensor<float, Query[3], Head[2], Feature[5]>{}, 9);
  CHECK(agrees(let(dot<Model>(x, w), [&](auto added) { return attend(concat<Key>(cache, added), some) + sum<Key>(added); })));
  // a tensor that grows by it
  tensor<float, Key[], Head[2], Feature[5]> grown = cache;
  for (const auto& added : {x, y}) grown = concat<Key>(grown, dot<Model>(added, w));
  CHECK(extent<Key>(grown) == 66);
  CHECK(values(eval(at<Key>(grown, 65))) == near(values(eval(at<Key>(dot<Model>(y, w), 0))), 1e-6));
}
