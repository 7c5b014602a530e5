// Few rows beside all of another operand, as distances and additive scores compare them: taken one at a time, with vectors along the other operand.
#include <heed/heed.hpp>

#include <array>
#include <limits>
#include <vector>

#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Place {};

template <class T = float> auto queries(index_t count, index_t features) { return numbers(tensor<T, Query[], Feature[]>(sized<Query>(count), sized<Feature>(features)), 2); }
template <class T = float> auto keys(index_t count, index_t features) { return numbers(tensor<T, Key[], Feature[]>(sized<Key>(count), sized<Feature>(features)), 3); }
auto of_keys(index_t count, int seed = 4) { return numbers(tensor<float, Key[]>(sized<Key>(count)), seed); }
const auto square = [](auto x) { return x * x; };

template <class E> bool one_at_a_time(const E& e) { return explain(e).find("one at a time, with vectors along rows") != std::string::npos; }
constexpr index_t few = detail::this_machine.float_lanes / 4;
}  // namespace

TEST_CASE("Few rows beside all of another operand are taken one at a time, many are lanes") {
  const auto k = keys(40, 9);
  const auto v = numbers(tensor<float, Key[], Value[]>(sized<Key>(40), sized<Value>(5)));
  const auto distances = [&](index_t n) { return sum<Key>(exp(-sum<Feature>(abs(tensor<float, Query[], Feature[]>(queries(n, 9)) - k)))); };
  if (few > 0) CHECK(one_at_a_time(distances(few)));
  CHECK_FALSE(one_at_a_time(distances(few + 1)));
  CHECK(plan(distances(1)).scratch_bytes <= plan(distances(few + 1)).scratch_bytes);
  // (those of a batch are as many together as there are, where the other operand has no batch)
  const auto of_batch = [&](index_t n) { return sum<Key>(exp(-sum<Feature>(abs(numbers(tensor<float, Head[], Query[], Feature[]>(sized<Head>(2), sized<Query>(n), sized<Feature>(9))) - k)))); };
  if (few > 0) CHECK(one_at_a_time(of_batch(few)));
  CHECK(agrees(of_batch(1)));
  CHECK(agrees(of_batch(7)));
  // (of products the vectors run along the other operand in any case, and a few queries read that once)
  const auto attention = [&](index_t n) { return dot<Key>(softmax<Key>(dot<Feature>(tensor<float, Query[], Feature[]>(queries(n, 9)), k)), v); };
  CHECK(one_at_a_time(attention(1)));
  CHECK_FALSE(one_at_a_time(attention(2)));
  CHECK_FALSE(one_at_a_time(dot<Feature>(tensor<float, Query[], Feature[]>(queries(1, 9)), k)));
  CHECK_FALSE(one_at_a_time(mean<Key>(k)));
}

TEST_CASE("Distances and pairs of few rows") {
  for (const index_t count : {0, 1, 2, 5, 16, 33, 300, 1100})
    for (const index_t features : {1, 3, 16, 37})
      for (const index_t n : {0, 1, 2, 4, 5}) {
        if (n != 1 && (count > 300 || features == 37)) continue;
        CAPTURE(n, count, features);
        const auto q = queries(n, features);
        const auto k = keys(count, features);
        const auto w = of_keys(count);
        CHECK(agrees(sum<Key>(w * exp(-sum<Feature>(square(q - k))))));
        CHECK(agrees(logsumexp<Key>(-sum<Feature>(abs(q - k)))));
        CHECK(agrees(sum<Key>((q - k) / (sum<Feature>(square(q - k)) + 1))));
        CHECK(agrees(sum<Key>(cast<int>(sum<Feature>(abs(q - k)) < 1))));
        CHECK(agrees(any_of<Key>(sum<Feature>(q * tanh(q - k)) > 0.3f)));
        if (count == 0) continue;
        CHECK(agrees(cast<float>(argmin<Key>(sum<Feature>(square(q - k))))));
        CHECK(agrees(min<Key>(max<Feature>(abs(q - k)))));
        CHECK(agrees(var<Key>(sum<Feature>(abs(q - k)))));
      }
}

TEST_CASE("Additive scores of few queries, with masks, and with values") {
  for (const index_t count : {1, 7, 64, 261})
    for (const index_t n : {1, 2, 3, 4}) {
      CAPTURE(n, count);
      const auto a = queries(n, 24);
      const auto b = keys(count, 24);
      const auto w = numbers(tensor<float, Feature[]>(sized<Feature>(24)), 5);
      const auto v = numbers(tensor<float, Key[], Value[]>(sized<Key>(count), sized<Value>(20)), 6);
      tensor<bool, Key[]> kept(sized<Key>(count));
      kept = position<Key> % 5 != 2;
      constexpr float nothing = -std::numeric_limits<float>::infinity();
      const auto scores = sum<Feature>(w * tanh(a + b));
      CHECK(agrees(dot<Key>(softmax<Key>(where(kept, scores, nothing)), v)));
      CHECK(agrees(dot<Key>(softmax<Key>(where(position<Key> <= 60 * position<Query> + 3, scores, nothing)), v)));
      CHECK(agrees(dot<Key>(softmax<Key>(where(position<Key> < 0, scores, nothing)), v)));  // nothing is let through
      CHECK(agrees(max<Key>(scores)));
    }
}

TEST_CASE("Other layouts: keys that are turned, with heads inside, apart, and reversed") {
  std::vector<float> memory(20000);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i * 7919 % 61) / 61 - 0.4f;
  for (const index_t n : {1, 3}) {
    const auto all_agree = [&](const auto& q, const auto& k) {
      CHECK(agrees(sum<Key>(where(position<Key> != 20, exp(-sum<Feature>(abs(q - k))), 0))));
      CHECK(agrees(cast<float>(argmax<Key>(sum<Feature>(abs(q - k))))));
    };
    const auto q = queries(n, 19);
    all_agree(q, named<Key[], Feature[]>(memory.data(), sized<Key>(101), strided<Key>(40), sized<Feature>(19), strided<Feature>(2)));
    all_agree(q, named<Key[], Feature[]>(memory.data(), sized<Key>(101), strided<Key>(1), sized<Feature>(19), strided<Feature>(101)));
    all_agree(q, named<Key[], Feature[]>(memory.data(), sized<Key>(101), strided<Key>(0), sized<Feature>(19)));
    all_agree(q, numbers(tensor<float, Feature[], Key[]>(sized<Feature>(19), sized<Key>(67))));
    all_agree(reverse<Feature>(q), slice<Key>(keys(45, 19), 3, 40));
    all_agree(numbers(tensor<float, Head[], Query[], Feature[]>(sized<Head>(3), sized<Query>(n), sized<Feature>(19))),
              numbers(tensor<float, Key[], Head[], Feature[]>(sized<Key>(37), sized<Head>(3), sized<Feature>(19))));
    all_agree(queries<double>(n, 19), keys(45, 19));
    tensor<std::int8_t, Query[], Feature[]> small(sized<Query>(n), sized<Feature>(19));
    small = cast<std::int8_t>(100 * q);
    all_agree(small, keys(45, 19));
    tensor<int, Place[]> places(sized<Place>(50));
    places = position<Place> * 5 % 12;
    const auto table = keys(12, 19);
    CHECK(agrees(min<Place>(sum<Feature>(abs(q - gather<Key>(table, places))))));
  }
}

TEST_CASE("Weights of one query without softmax are not stored either") {
  const tensor<float, Feature[64]> q = numbers(tensor<float, Feature[64]>{});
  const tensor<float, Key[1024], Feature[64]> k = numbers(tensor<float, Key[1024], Feature[64]>{}, 3);
  const tensor<float, Key[1024], Value[64]> v = numbers(tensor<float, Key[1024], Value[64]>{}, 5);
  const auto scores = dot<Feature>(q, k);
  const auto one_pass = [](const auto& e) {
    INFO(explain(e));
    CHECK(plan(e).passes == 1);
    CHECK(plan(e).temporaries == 0);
    CHECK(agrees(e));
  };
  one_pass(dot<Key>(1 / (1 + exp(-scores)), v));
  one_pass(dot<Key>(maximum(scores, 0), v));
  one_pass(let(log1p(exp(scores)), [&](auto p) { return dot<Key>(p / sum<Key>(p), v); }));
}

TEST_CASE("NaN and infinities of one row stay where they are") {
  auto q = queries(3, 5);
  auto k = keys(40, 5);
  q.data()[7] = std::numeric_limits<float>::quiet_NaN();
  k.data()[13] = std::numeric_limits<float>::infinity();
  const auto nearest = eval(min<Key>(sum<Feature>(abs(q - k))));
  CHECK(std::isfinite(nearest.data()[0]));
  CHECK(std::isnan(nearest.data()[1]));
  CHECK(std::isfinite(nearest.data()[2]));
  const auto sums = eval(sum<Key>(sum<Feature>(abs(q - k))));
  CHECK(std::isinf(sums.data()[0]));
  CHECK(std::isnan(sums.data()[1]));
}

TEST_CASE("Several results, and static rows") {
  const tensor<float, Query[2], Feature[24]> q = numbers(tensor<float, Query[2], Feature[24]>{});
  const tensor<float, Key[333], Feature[24]> k = numbers(tensor<float, Key[333], Feature[24]>{}, 3);
  CHECK(agrees(sum<Key>(exp(-sum<Feature>(abs(q - k))))));
  CHECK(agrees(cast<float>(argmin<Key>(sum<Feature>(square(q - k))))));
  CHECK(agrees(dot<Key>(softmax<Key>(sum<Feature>(tanh(q + k))), k)));
  const auto run_time = queries(2, 24);
  tensor<float, Query[]> nearest, farthest;
  const auto distance = sum<Feature>(abs(run_time - k));
  assign(to(nearest, farthest), min<Key>(distance), max<Key>(distance));
  CHECK(values(nearest) == values(eval(min<Key>(distance))));
  CHECK(values(farthest) == values(eval(max<Key>(distance))));
}
