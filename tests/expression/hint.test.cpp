// Hints: the elements stay, the plan does as it is told.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto q = numbers(tensor<float, Query[29], Feature[5]>{}, 1);
const auto k = numbers(tensor<float, Key[31], Feature[5]>{}, 2);
const auto v = numbers(tensor<float, Key[31], Value[7]>{}, 3);
const auto scores = dot<Feature>(q, k) / 2;
}  // namespace

TEST_CASE("as_written: products in the order in which they stand, of the whole and of a part") {
  auto linear = dot<Key>(dot<Feature>(q, k) * 0.125f, v);
  constexpr auto flops = plan_of<decltype(linear)>.flops_as_written;
  static_assert(flops == 2ull * 29 * 31 * (5 + 7) && plan_of<decltype(linear)>.flops < flops);
  using kept = decltype(as_written(linear));
  static_assert(plan_of<kept>.flops == flops && plan_of<kept>.flops_as_written == flops);
  static_assert(plan_of<kept>.temporaries == 0 && plan_of<kept>.passes == 1);
  auto inner = dot<Key>(as_written(dot<Feature>(q, k)) * 0.125f, v);
  static_assert(plan_of<decltype(inner)>.flops == flops);
  CHECK(agrees(inner));
}

TEST_CASE("stored: over all its axes, in a nest of its own") {
  auto scores_stored = dot<Key>(softmax<Key>(stored(scores)), v);
  static_assert(plan_of<decltype(scores_stored)>.temporaries == 1 && plan_of<decltype(scores_stored)>.temporary_bytes == 4 * 29 * 31);
  static_assert(plan_of<decltype(scores_stored)>.nests == 2 && plan_of<decltype(scores_stored)>.passes == 2);
  CHECK(agrees(scores_stored));

  auto weights_stored = dot<Key>(stored(softmax<Key>(scores)), v);
  static_assert(plan_of<decltype(weights_stored)>.temporaries == 1 && plan_of<decltype(weights_stored)>.temporary_bytes == 4 * 29 * 31);
  CHECK(agrees(weights_stored));

  // a truth value, a number without axes, a result; inside each other; twice the same under other names
  auto parts = where(stored(position<Query> % 2 == 0), q / stored(norm<Query, Feature>(q)), stored(q - stored(mean<Query>(q))));
  static_assert(plan_of<decltype(parts)>.temporaries == 4);
  CHECK(agrees(parts));
  static_assert(plan_of<decltype(stored(q))>.temporaries == 1);
  auto self = let(stored(q * 2), [](auto x) { return dot<Feature>(x, rename<Query, Key>(x)); });
  static_assert(plan_of<decltype(self)>.temporaries == 1);
  CHECK(agrees(self));
}

TEST_CASE("recomputed: where it is used, never stored") {
  auto scores_again = dot<Key>(softmax<Key>(recomputed(scores)), v);
  static_assert(plan_of<decltype(scores_again)>.temporaries == 0 && plan_of<decltype(scores_again)>.flops == 2ull * 29 * 31 * (5 + 7));
  CHECK(agrees(scores_again));
  auto weights_again = dot<Key>(recomputed(softmax<Key>(scores)), v);
  static_assert(plan_of<decltype(weights_again)>.temporaries == 0);
  CHECK(agrees(weights_again));

  // keys that are projected are stored otherwise
  const auto w = numbers(tensor<float, Feature[5], Model[9]>{}, 4);
  const auto x = numbers(tensor<float, Key[31], Model[9]>{}, 5);
  using projected = decltype(dot<Key>(softmax<Key>(dot<Feature>(q, dot<Model>(x, w))), v));
  auto projected_again = dot<Key>(softmax<Key>(dot<Feature>(q, recomputed(dot<Model>(x, w)))), v);
  static_assert(plan_of<projected>.temporaries == 1 && plan_of<decltype(projected_again)>.temporaries == 0);
  CHECK(agrees(projected_again));

  // no lanes along what is folded inside them
  auto spread = (q - recomputed(mean<Query>(q))) * recomputed(rsqrt(var<Feature>(q) + 1e-5f)) + recomputed(max<Query, Feature>(q));
  static_assert(plan_of<decltype(spread)>.temporaries == 0 && plan_of<decltype(spread)>.nests == 1);
  CHECK(agrees(spread));
}

TEST_CASE("tiled: the register block and the rows a block") {
  auto context = dot<Key>(softmax<Key>(scores), v);
  auto all = tiled<tiles{.vectors = 2, .rows = 5, .block = 10}>(context);
  CHECK_THAT(explain(all), Catch::Contains("(2 vectors of ") && Catch::Contains("pass over Key[31], 10 rows a block") && Catch::Contains("micro-kernel 5 rows x 2 vectors"));
  static_assert(plan_of<decltype(all)>.temporaries == 0 && plan_of<decltype(all)>.passes == 1);
  CHECK(agrees(all));
  // a part is computed by the nest around it, or by its own
  auto part = dot<Key>(softmax<Key>(stored(tiled<tiles{.rows = 3}>(scores))), tiled<tiles{.vectors = 1}>(v));  // nothing computes v
  const std::string plan_of_part = explain(part);
  CHECK_THAT(plan_of_part.substr(0, plan_of_part.find("result")), Catch::Contains("micro-kernel 3 rows"));
  CHECK_THAT(plan_of_part.substr(plan_of_part.find("result")), Catch::Contains("micro-kernel") && !Catch::Contains("micro-kernel 3 rows"));
  static_assert(plan_of<decltype(part)>.temporaries == 1);
  CHECK(agrees(part));
  static_assert(plan_of<decltype(tiled<tiles{.vectors = 8, .rows = 1, .block = 1}>(scores))>.temporaries == 0);
}

TEST_CASE("lanes_along: the axis of the vectors") {
  auto along_both = lanes_along<Query>(lanes_along<Key>(scores));
  auto along_key = lanes_along<Key>(scores);
  CHECK_THAT(explain(along_both), Catch::Contains("for Query[29] in blocks of"));
  CHECK_THAT(explain(along_key), Catch::Contains("for Key[31] in blocks of"));
  CHECK(agrees(along_key));
  auto context = lanes_along<Value>(dot<Key>(softmax<Key>(scores), v));
  CHECK_THAT(explain(context), Catch::Contains("for Value[7] in blocks of"));
  CHECK(agrees(context));
  // projected keys, in the nest that stores them
  const auto w = numbers(tensor<float, Feature[5], Model[9]>{}, 4);
  const auto x = numbers(tensor<float, Key[31], Model[9]>{}, 5);
  auto keys = dot<Key>(softmax<Key>(dot<Feature>(q, lanes_along<Feature>(dot<Model>(x, w)))), v);
  CHECK_THAT(explain(keys), Catch::Contains("for Feature[5] in blocks of"));
  CHECK(agrees(keys));
}

TEST_CASE("Hints take run-time extents, strided views and their own target") {
  tensor<float, Query[], Feature[]> x{sized<Query>(13), sized<Feature>(6)};
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i % 11) - 4;
  auto half = slice<Query>(x, 1, 11);
  auto layered = tiled<tiles{.vectors = 1, .block = 4}>((half - recomputed(mean<Feature>(half))) * stored(rsqrt(var<Feature>(half) + 1e-5f)));
  static_assert(plan_of<decltype(layered)>.temporaries == 1);
  CHECK(agrees(layered));
  const tensor<float, Query[], Feature[]> before = x;
  x = stored(reverse<Query>(x)) + lanes_along<Query>(recomputed(x));
  for (index_t i = 0; i < 13; ++i) CHECK(x(i, 2) == before(12 - i, 2) + before(i, 2));
}
