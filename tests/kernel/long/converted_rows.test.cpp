// Queries over a cache of integers: its elements become floats as they are read, and nothing is stored.
#include <cstdint>

#include <heed/attention.hpp>

#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
// Scores and contexts of a cache that is scaled for each key, written inside and outside of the products.
template <class Q, class K, class V> void attend(const Q& queries, const K& k, const V& v) {
  const auto ks = numbers(tensor<float, Head[2], Key[]>(sized<Key>(extent<Key>(k))), 4), vs = numbers(tensor<float, Head[2], Key[]>(sized<Key>(extent<Key>(k))), 5);
  const auto inside = dot<Key>(softmax<Key>(dot<Feature>(queries, cast<float>(k) * ks) / 50.f), cast<float>(v) * vs);
  const auto outside = dot<Key>(softmax<Key>(dot<Feature>(queries, k) * ks * 0.02f) * vs, v);
  CHECK(agrees(inside));
  CHECK(plan(inside).temporaries == 0);
  CHECK(agrees(outside));
  CHECK(plan(outside).temporaries == 0);
  const auto one = eval(inside), two = eval(par(inside, 2));
  CHECK(all_close(one, two, 1e-4, 1e-4));
}
template <class T> auto keys_of(index_t n) { return whole_numbers(tensor<T, Head[2], Key[], Feature[67]>(sized<Key>(n)), 2); }
template <class T> auto values_of(index_t n) { return whole_numbers(tensor<T, Head[2], Key[], Value[35]>(sized<Key>(n)), 3); }
const auto q = numbers(tensor<float, Head[2], Feature[67]>{}, 1);
}  // namespace

TEST_CASE("A query alone reads integers as they lie") {
  for (const index_t keys : {0, 1, 37, 300}) attend(q, keys_of<std::int8_t>(keys), values_of<std::int8_t>(keys));
}
TEMPLATE_TEST_CASE("and elements of other types", "", bool, std::uint16_t, double) {
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(q, keys_of<TestType>(37)) * 0.02f), values_of<TestType>(37))));
}

TEST_CASE("So do several, a few row by row and more of them block by block") {
  const auto k = whole_numbers(tensor<std::int8_t, Head[2], Key[], Feature[64]>(sized<Key>(131)), 2);
  const auto v = whole_numbers(tensor<std::int8_t, Head[2], Key[], Value[128]>(sized<Key>(131)), 3);
  attend(numbers(tensor<float, Head[2], Query[4], Feature[64]>{}, 1), k, v);
  attend(numbers(tensor<float, Head[2], Query[65], Feature[64]>{}, 1), k, v);
  for (const index_t n : {1, 3, 5, 40, 131}) attend(numbers(tensor<float, Head[2], Query[], Feature[64]>(sized<Query>(n)), 1), k, v);
}
TEST_CASE("A few queries at a time read a cache of floats, too") {
  const auto k = numbers(tensor<float, Key[], Feature[67]>(sized<Key>(131)), 2);
  const auto v = numbers(tensor<float, Key[], Value[80]>(sized<Key>(131)), 3);
  const auto context = [&](const auto& queries) { return dot<Key>(softmax<Key>(dot<Feature>(queries, k)), v); };
  for (const index_t n : {1, 2, 3, 4, 5}) CHECK(agrees(context(numbers(tensor<float, Query[], Feature[67]>(sized<Query>(n)), 1))));
  CHECK(agrees(context(numbers(tensor<float, Query[4], Feature[67]>{}, 1))));
  CHECK(agrees(context(numbers(tensor<float, Query[67], Feature[67]>{}, 1))));
}
