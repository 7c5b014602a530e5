// Rows of a product that are computed while they are multiplied, of known extents: for a query alone in registers, for a block of queries beside them.
#include <cstdint>

#include <heed/attention.hpp>

#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto centred = [](auto x) { return static_cast<float>(x) / 64 - 1; };
const auto halved = [](double x) { return x / 2; };

template <index_t Keys, index_t Features, index_t Values> void attend() {
  const auto q = numbers(tensor<float, Head[2], Feature[Features]>{}, 1);
  const auto k = whole_numbers(tensor<std::uint8_t, Head[2], Key[Keys], Feature[Features]>{}, 2);
  const auto v = whole_numbers(tensor<std::int8_t, Head[2], Key[Keys], Value[Values]>{}, 3);
  const auto zero = numbers(tensor<float, Head[2], Key[Keys]>{}, 4);
  const auto context = [&](const auto& keys, const auto& values) { return dot<Key>(softmax<Key>(dot<Feature>(q, keys) * 0.02f), values); };
  CHECK(stores_nothing(context((cast<float>(k) - 60) * zero + zero, (cast<float>(v) - 50) * zero - zero)));
  CHECK(stores_nothing(context(pointwise(centred, k), pointwise(centred, v))));
}
}  // namespace

TEST_CASE("A query alone multiplies them in registers: of whole vectors and of what is left over, and of more keys than a block") {
  attend<3, 1, 1>();
  attend<37, 67, 35>();
  attend<40, 64, 130>();
  attend<1100, 128, 144>();
}
TEST_CASE("however they lie") {
  const auto q = numbers(tensor<float, Head[2], Feature[70]>{}, 1);
  const auto context = [&](const auto& k, const auto& v) { return dot<Key>(softmax<Key>(dot<Feature>(q, pointwise(centred, k)) * 0.02f), cast<float>(v) - 9); };
  const auto v = whole_numbers(tensor<std::uint8_t, Value[33], Key[50], Head[2]>{}, 3);
  CHECK(stores_nothing(context(whole_numbers(tensor<std::uint16_t, Head[2], Feature[70], Key[50]>{}, 2), v)));
  CHECK(stores_nothing(context(whole_numbers(tensor<std::uint16_t, Feature[70], Head[2], Key[50]>{}, 2), v)));
  CHECK(stores_nothing(context(whole_numbers(tensor<std::uint16_t, Key[50], Feature[70], Head[2]>{}, 2), v)));
  // every third feature of a query, and of keys
  const auto wide = numbers(tensor<float, Head[2], Token[210]>{}, 1);
  const auto third = at<Batch>(split<Token, Feature[70], Batch[3]>(wide), 1);
  const auto k = whole_numbers(tensor<std::uint8_t, Head[2], Key[50], Token[210]>{}, 2);
  CHECK(agrees(dot<Feature>(third, cast<float>(at<Batch>(split<Token, Feature[70], Batch[3]>(k), 2)) - 3)));
  // sums over two axes: what is multiplied with a row lies apart, of more elements than are gathered at a time
  const auto long_q = numbers(tensor<float, Head[2], Feature[600]>{}, 1);
  const auto long_k = whole_numbers(tensor<std::uint8_t, Key[50], Head[2], Feature[600]>{}, 5);
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature, Head>(long_q, pointwise(centred, long_k)) * 0.02f), cast<float>(at<Head>(v, 0)) - 9)));
  const auto heads_last = whole_numbers(tensor<std::uint8_t, Key[50], Feature[70], Head[2]>{}, 5);
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature, Head>(q, cast<float>(heads_last) - 5) * 0.002f), cast<float>(v) - 9)));
}
TEST_CASE("of more digits, of fewer, and of floats") {
  const auto q = numbers(tensor<double, Head[2], Feature[70]>{}, 1);
  const auto k = numbers(tensor<float, Head[2], Key[50], Feature[70]>{}, 2);
  const auto v = whole_numbers(tensor<std::int16_t, Head[2], Key[50], Value[33]>{}, 3);
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(q, maximum(k, 0))), cast<double>(v) * 0.5 - 1)));
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(q, pointwise(halved, k))), pointwise(halved, v))));
  const auto single = eval(cast<float>(q));
  CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(single, exp(k))), tanh(k + 1))));
  // what is nowhere a number is one only where it is multiplied
  CHECK(agrees(dot<Feature>(single, where(k > 0, log(k), 0))));
}
TEST_CASE("One block of queries computes them once, whatever they are, and stores nothing") {
  const auto attends = [](const auto& q) {
    const auto k = whole_numbers(tensor<std::uint16_t, Head[2], Key[150], Feature[70]>{}, 2);
    const auto v = numbers(tensor<float, Head[2], Key[150], Value[33]>{}, 3);
    CHECK(stores_nothing(dot<Key>(softmax<Key>(dot<Feature>(q, pointwise(centred, k)) * 0.1f), tanh(v))));
    CHECK(stores_nothing(dot<Key>(softmax<Key>(where(position<Key> <= position<Query> + 90, dot<Feature>(q, exp(cast<float>(k) / 64)), -inf)), v * v)));
  };
  attends(numbers(tensor<float, Head[2], Query[5], Feature[70]>{}, 1));
  attends(numbers(tensor<float, Head[2], Query[16], Feature[70]>{}, 1));
  attends(numbers(tensor<float, Head[2], Query[19], Feature[70]>{}, 1));
}
