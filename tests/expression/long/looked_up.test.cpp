// Products of which one operand is looked up at places that the other shares an axis with: relative positions, kinds of edges.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Relative {};
struct Kind {};

template <index_t Heads, index_t Queries, index_t Keys, index_t Features> struct attention_data {
  static constexpr index_t relative = Queries + Keys - 1;
  tensor<float, Head[Heads], Query[Queries], Feature[Features]> q = numbers(tensor<float, Head[Heads], Query[Queries], Feature[Features]>{}, 1);
  tensor<float, Head[Heads], Key[Keys], Feature[Features]> k = numbers(tensor<float, Head[Heads], Key[Keys], Feature[Features]>{}, 2);
  tensor<float, Head[Heads], Key[Keys], Value[5]> v = numbers(tensor<float, Head[Heads], Key[Keys], Value[5]>{}, 3);
  tensor<float, Relative[relative], Feature[Features]> r = numbers(tensor<float, Relative[relative], Feature[Features]>{}, 4);
  tensor<float, Relative[5], Feature[Features]> near_r = numbers(tensor<float, Relative[5], Feature[Features]>{}, 5);
  tensor<float, Relative[5], Value[5]> near_v = numbers(tensor<float, Relative[5], Value[5]>{}, 6);
  tensor<float, Head[Heads], Relative[relative]> bias = numbers(tensor<float, Head[Heads], Relative[relative]>{}, 7);
};
constexpr auto distance = [](auto queries) { return position<Key> - position<Query> + static_cast<int>(queries - 1); };
constexpr auto clipped = [] { return clamp(position<Key> - position<Query>, -2, 2) + 2; };

template <index_t Heads, index_t Queries, index_t Keys, index_t Features> void check_relative() {
  const attention_data<Heads, Queries, Keys, Features> d;
  const auto at = distance(Queries);
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(d.q, d.k + gather<Relative>(d.r, at)) + gather<Relative>(d.bias, at)), d.v)));
}
}  // namespace

TEST_CASE("Sums for each relative position are one product for a block of queries, and looked up") {
  check_relative<1, 1, 7, 3>();
  check_relative<2, 70, 1, 1>();
  constexpr index_t queries = 37, keys = 29;
  const attention_data<3, queries, keys, 11> d;
  const auto at = distance(queries);
  const auto attend = [&](const auto& scores) { return dot<Key>(softmax<Key>(scores), d.v); };
  CHECK(agrees(attend(dot<Feature>(d.q, d.k) + gather<Relative>(dot<Feature>(d.q, d.r) / 3.f, at))));
  CHECK(agrees(attend(where(position<Key> <= position<Query>, dot<Feature>(d.q, d.k) - gather<Relative>(dot<Feature>(d.q, d.r), at), -inf))));
  CHECK(agrees(attend(dot<Feature>(d.q, d.k) * gather<Relative>(dot<Feature>(d.q, tanh(d.near_r)), clipped()))));
  CHECK(agrees(attend(dot<Feature>(d.q, d.k) + gather<Relative>(dot<Feature>(d.k, d.near_r), clipped()))));
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(d.q, d.k)), d.v + gather<Relative>(d.near_v, clipped()))));
  CHECK(agrees(dot<Feature>(d.q, d.k) + gather<Relative>(dot<Feature>(d.q, d.r), at)));
  CHECK(agrees(max<Key>(gather<Relative>(dot<Feature>(d.q, d.r), position<Key[keys]> - position<Query> + static_cast<int>(queries - 1)))));
}

TEST_CASE("They are held, and no integers are stored") {
  const attention_data<2, 64, 48, 16> d;
  auto relative = dot<Key>(softmax<Key>(dot<Feature>(d.q, d.k + gather<Relative>(d.r, distance(64)))), d.v);
  constexpr auto& plan = plan_of<decltype(relative)>;
  static_assert(plan.temporaries == 0);
  static_assert(plan.flops == 2ull * 2 * 64 * (48 * 16 + 111 * 16 + 48 * 5));
  CHECK_THAT(explain(relative), Catch::Contains("gather<Relative>(s1, "));
}

TEST_CASE("Kinds of edges are data; float64; run-time lengths; other orders of axes") {
  tensor<int, Key[23], Query[31]> kinds;
  for (index_t i = 0; i < kinds.size(); ++i) kinds.data()[i] = static_cast<int>(i * 7 % 4);
  const attention_data<2, 31, 23, 9> d;
  const auto edges = numbers(tensor<float, Kind[4], Head[2], Feature[9]>{}, 8);
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(d.q, d.k) + dot<Feature>(d.q, gather<Kind>(edges, kinds))), d.v)));
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(d.q, d.k) + gather<Kind>(dot<Feature>(d.q, edges), (kinds + 1) % 4)), d.v)));
  const auto scales = numbers(tensor<float, Kind[4]>{}, 9);
  CHECK(agrees(dot<Feature>(d.q, gather<Kind>(edges, kinds) * gather<Kind>(scales, 3 - kinds))));

  const auto q = numbers(tensor<double, Feature[6], Query[19]>{}, 1);
  const auto k = numbers(tensor<double, Feature[6], Key[17]>{}, 2);
  const auto r = numbers(tensor<double, Feature[6], Relative[35]>{}, 3);
  CHECK(agrees(softmax<Key>(dot<Feature>(q, k + gather<Relative>(r, distance(19))))));

  for (const index_t n : {0, 1, 45}) {
    tensor<float, Query[], Feature[9]> some_q{sized<Query>(n)};
    tensor<float, Key[], Feature[9]> some_k{sized<Key>(n)};
    some_q = numbers(some_q, 4);
    some_k = numbers(some_k, 5);
    tensor<float, Relative[], Feature[9]> some_r{sized<Relative>(2 * n + 1)};
    some_r = numbers(some_r, 6);
    CHECK(agrees(softmax<Key>(dot<Feature>(some_q, some_k + gather<Relative>(some_r, position<Key> - position<Query> + static_cast<int>(n))))));
    tensor<float, Relative[]> bias{sized<Relative>(2 * n + 1)};
    bias = numbers(bias, 7);
    CHECK(agrees(softmax<Key>(dot<Feature>(some_q, some_k) + gather<Relative>(bias, position<Key> - position<Query> + static_cast<int>(n)))));
  }
}

TEST_CASE("Places outside the table are refused before anything is written, those that nothing uses are not") {
  const attention_data<2, 24, 24, 8> d;
  const auto attend = [&](const auto& scores) { return dot<Key>(softmax<Key>(scores), d.v); };
  tensor<float, Head[2], Query[24], Value[5]> out;
  out = 3.f;
  CHECK_THROWS_WITH((out = attend(dot<Feature>(d.q, d.k + gather<Relative>(d.r, position<Key> - position<Query> + 22)))),
                    Catch::Contains("gather<Relative>") && Catch::Contains("-1"));
  CHECK_THROWS_WITH((out = attend(dot<Feature>(d.q, d.k) + gather<Relative>(d.bias, position<Key> - position<Query> + 24))), Catch::Contains("47"));
  CHECK(equal(out, eval(0 * out + 3.f)));
  const auto past = numbers(tensor<float, Relative[24], Feature[8]>{}, 3);
  CHECK(agrees(attend(where(position<Key> <= position<Query>, dot<Feature>(d.q, d.k) + dot<Feature>(d.q, gather<Relative>(past, position<Query> - position<Key>)), -inf))));
  CHECK_THROWS_WITH((out = attend(dot<Feature>(d.q, d.k) + dot<Feature>(d.q, gather<Relative>(past, position<Query> - position<Key>)))), Catch::Contains("-1"));
  CHECK(equal(out, eval(0 * out + 3.f)));
  const auto relative = attend(dot<Feature>(d.q, d.k + gather<Relative>(d.r, distance(24))));
  CHECK(all_close(eval(par(relative, 2)), eval(relative), 1e-5, 1e-6));
}
