// Caches of integers in other layouts, of other extents, and of which something is made point by point (converted_rows.test.cpp).
#include <cstdint>

#include <heed/attention.hpp>

#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto q = numbers(tensor<float, Head[2], Feature[67]>{}, 1);
}  // namespace

TEST_CASE("in more features than are converted at a time, under a mask, and of nothing") {
  const auto attends = [](index_t queries, index_t keys, index_t features) {
    const auto x = numbers(tensor<float, Query[], Feature[]>(sized<Query>(queries), sized<Feature>(features)), 1);
    const auto k = whole_numbers(tensor<std::int8_t, Key[], Feature[]>(sized<Key>(keys), sized<Feature>(features)), 2);
    const auto turned = whole_numbers(tensor<std::int16_t, Feature[], Key[]>(sized<Feature>(features), sized<Key>(keys)), 2);
    const auto v = whole_numbers(tensor<std::uint8_t, Key[], Value[]>(sized<Key>(keys), sized<Value>(features)), 3);
    const auto mask = position<Key> <= position<Query> + 20;
    CHECK(stores_nothing(dot<Key>(softmax<Key>(where(mask, dot<Feature>(x, k) * 0.001f, -inf)), v)));
    CHECK(stores_nothing(dot<Key>(softmax<Key>(where(mask, dot<Feature>(x, turned) * 0.001f, -inf)), v)));
    CHECK(agrees(dot<Feature>(x, cast<float>(k))));
  };
  attends(70, 300, 150);
  attends(7, 300, 129);
  attends(40, 20, 0);
  attends(0, 20, 5);
  attends(40, 0, 5);
}

TEST_CASE("However the cache lies, and where the product is the result") {
  const auto q33 = eval(slice<Feature, 0, 33>(q));
  const auto keys_first = whole_numbers(tensor<std::int8_t, Key[70], Head[2], Feature[33]>{}, 2);
  const auto features_first = whole_numbers(tensor<std::int8_t, Feature[33], Head[2], Key[70]>{}, 2);
  const auto heads_last = whole_numbers(tensor<std::uint8_t, Key[70], Feature[33], Head[2]>{}, 2);
  const auto v = whole_numbers(tensor<std::int8_t, Value[20], Key[70], Head[2]>{}, 3);
  const auto to_all = [&](const auto& k) {
    CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(q33, k) * 0.02f), v)));
    CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(at<Head>(q33, 1), at<Head>(k, 0)) * 0.02f), at<Head>(v, 1))));
    CHECK(agrees(dot<Feature>(q33, cast<float>(k))));
  };
  to_all(keys_first);
  to_all(features_first);
  to_all(heads_last);
  const auto one = numbers(tensor<float, Query[1], Feature[33]>{}, 6);
  CHECK(agrees(dot<Feature>(one, at<Head>(keys_first, 1))));
  tensor<float, Key[70], Query[1]> scores;
  scores = dot<Feature>(one, cast<float>(at<Head>(features_first, 1)));
  CHECK(heed::all_close(scores, dot<Feature>(one, eval(cast<float>(at<Head>(features_first, 1)))), 1e-5, 1e-5));
  // queries of more digits than the cache has
  const auto wide = eval(cast<double>(q33));
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(wide, keys_first) * 0.02), v)));
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(wide, eval(cast<float>(keys_first))) * 0.02), eval(cast<float>(v)))));
}

TEST_CASE("What is made of a cache point by point is made as it is multiplied: zero points, other encodings, masks") {
  const auto half = [](std::uint16_t bits) { return static_cast<float>(bits) / 64 - 1; };
  const auto attends = [&](const auto& queries, const auto& k, const auto& v) {
    const auto zero = numbers(tensor<float, Head[2], Key[]>(sized<Key>(extent<Key>(k))), 4);
    const auto of_features = numbers(tensor<float, Feature[70]>{}, 5);
    const auto scores = [&](const auto& keys) { return softmax<Key>(dot<Feature>(queries, keys) * 0.02f); };
    CHECK(agrees(dot<Key>(scores((cast<float>(k) - 9 * zero) * zero), (cast<float>(v) - 7 * zero) * zero)));
    CHECK(agrees(dot<Key>(scores(where(position<Key> < 50, cast<float>(k) - of_features, zero)), maximum(where(v > 3, cast<float>(v), 0), zero))));
    CHECK(agrees(dot<Feature>(queries, cast<float>(k) - zero)));
    const auto made = dot<Key>(scores(pointwise(half, k)), pointwise(half, v));
    CHECK(agrees(made));
    CHECK(all_close(eval(made), eval(par(made, 2)), 1e-4, 1e-4));
  };
  const auto k = whole_numbers(tensor<std::uint16_t, Head[2], Key[], Feature[70]>(sized<Key>(131)), 2);
  const auto turned = whole_numbers(tensor<std::uint16_t, Head[2], Feature[70], Key[]>(sized<Key>(131)), 2);
  const auto v = whole_numbers(tensor<std::uint16_t, Head[2], Key[], Value[64]>(sized<Key>(131)), 3);
  attends(numbers(tensor<float, Head[2], Feature[70]>{}, 1), k, v);
  attends(numbers(tensor<float, Head[2], Query[3], Feature[70]>{}, 1), turned, v);
  for (const index_t n : {0, 1, 4, 70}) attends(numbers(tensor<float, Head[2], Query[], Feature[70]>(sized<Query>(n)), 1), k, v);

  // two in one expression have the same loops; pages of a pool are looked up
  const auto one = numbers(tensor<float, Head[2], Feature[70]>{}, 1), another = numbers(tensor<float, Head[2], Feature[70]>{}, 8);
  const auto context = [](const auto& query, const auto& keys) { return dot<Key>(softmax<Key>(dot<Feature>(query, cast<float>(keys) - 30) * 0.02f), cast<float>(keys) - 9); };
  const auto other_k = whole_numbers(tensor<std::uint16_t, Head[2], Key[], Feature[70]>(sized<Key>(131)), 5);
  CHECK(agrees(context(one, k) - 2 * context(another, other_k)));
  const tensor<int, Token[3]> table{1, 0, 1};
  CHECK(agrees(dot<Feature>(at<Head>(one, 0), cast<float>(gather<Head>(k, table)) - 30)));
  CHECK(plan(dot<Key>(softmax<Key>(dot<Feature>(one, pointwise(half, k))), pointwise(half, v))).temporaries == 0);
  const auto several = numbers(tensor<float, Head[2], Query[], Feature[70]>(sized<Query>(5)), 1);
  CHECK(plan(dot<Key>(softmax<Key>(dot<Feature>(several, cast<float>(k) - 9)), cast<float>(v) - 9)).temporaries == 0);
}
