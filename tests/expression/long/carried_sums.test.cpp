// Running sums that are stored for one point at a time: plans, results against float64, threads, and where they may not be.
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <heed/attention.hpp>
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto queries = numbers(tensor<float, Head[3], Token[211], Feature[17]>{}, 1);
const auto keys = numbers(tensor<float, Head[3], Token[211], Feature[17]>{}, 2);
const auto contents = numbers(tensor<float, Head[3], Token[211], Value[29]>{}, 3);
const auto rows = numbers(tensor<float, Token[1301], Model[67]>{}, 4);

// Bytes of the sums of one token: of outer products, and of rows.
constexpr index_t of_products = 3 * 17 * 29 * 4, of_rows = 67 * 4;
template <class E> constexpr index_t bytes_stored = plan_of<E>.temporary_bytes;

template <class E> bool agrees_on_threads(const E& e) { return agrees(e) && equal(eval(par(e, 3)), eval(e)); }
}  // namespace

TEST_CASE("causal attention without softmax keeps one token's sums") {
  auto plain = dot<Feature>(queries, cumsum<Token>(keys * contents));
  static_assert(bytes_stored<decltype(plain)> == of_products);
  CHECK(agrees_on_threads(plain));
  // with functions of queries and keys, and weights that add up to one
  auto normalised = dot<Feature>(exp(queries), cumsum<Token>(exp(keys) * contents)) / dot<Feature>(exp(queries), cumsum<Token>(exp(keys)));
  static_assert(bytes_stored<decltype(normalised)> == of_products + 3 * (17 + 17 + 17 + 1) * 4);  // and the keys', functions of queries and of keys, the normaliser
  CHECK(agrees_on_threads(normalised));
  // with weights that decay, and in a projection
  auto decayed = dot<Feature>(queries, cumsum<Token>(keys * contents * exp(0.01f * position<Token>)) * exp(-0.01f * position<Token>));
  static_assert(bytes_stored<decltype(decayed)> == of_products);
  CHECK(agrees_on_threads(decayed));
  const auto weights = numbers(tensor<float, Head[3], Value[29], Model[19]>{}, 5);
  auto projected = dot<Head, Value>(plain, weights);
  static_assert(bytes_stored<decltype(projected)> == of_products + 3 * 211 * 29 * 4);
  CHECK(agrees_on_threads(projected));
}

TEST_CASE("sums are carried in any layout, in other types and of extents that only the running program knows") {
  const tensor<float, Token[211], Head[3], Feature[17]> q = queries, k = keys;
  const tensor<float, Token[211], Value[29], Head[3]> v = contents;
  CHECK(agrees_on_threads(dot<Feature>(q, cumsum<Token>(k * v))));
  const tensor<double, Head[3], Token[211], Value[29]> of_double = contents;
  CHECK(agrees_on_threads(dot<Feature>(q, cumsum<Token>(k * of_double))));
  const tensor<std::int8_t, Token[1301], Model[67]> small = cast<std::int8_t>(rows * 20);
  static_assert(bytes_stored<decltype(cumsum<Token>(small))> == of_rows);
  CHECK(equal(cumsum<Token>(small), in_float64(cumsum<Token>(small))));
  CHECK(equal(cumsum<Token>(small > 3), in_float64(cumsum<Token>(small > 3))));
  for (const index_t tokens : {0, 1, 2, 13, 64})
    for (const index_t values : {1, 9, 40}) {
      INFO(tokens << " tokens, " << values << " values");
      const auto a = numbers(tensor<float, Head[], Token[], Feature[]>(sized<Head>(2), sized<Token>(tokens), sized<Feature>(values / 2 + 1)), 6);
      const auto b = numbers(tensor<float, Head[], Token[], Value[]>(sized<Head>(2), sized<Token>(tokens), sized<Value>(values)), 7);
      CHECK(agrees_on_threads(dot<Feature>(a, cumsum<Token>(a * b))));
      CHECK(agrees_on_threads(cumsum<Token>(b) / (1.f + position<Token>)));
    }
}

TEST_CASE("what is point by point around a sum, in it, or between two, goes with it") {
  static_assert(bytes_stored<decltype(cumsum<Token>(rows) / (1.f + position<Token>))> == of_rows);
  CHECK(agrees_on_threads(cumsum<Token>(rows) / (1.f + position<Token>)));
  CHECK(agrees_on_threads(cumsum<Token>(rows) - rows));
  static_assert(bytes_stored<decltype(cumsum<Token>(cumsum<Token>(rows)))> == 2 * of_rows);
  CHECK(agrees_on_threads(cumsum<Token>(cumsum<Token>(rows) * 0.01f)));
  CHECK(agrees_on_threads(layer_norm<Model>(cumsum<Token>(rows))));
  CHECK(agrees_on_threads(dot<Feature>(softmax<Feature>(cumsum<Token>(queries)), cumsum<Token>(keys * contents))));
  auto [sums, means] = eval(cumsum<Token>(rows), cumsum<Token>(rows) / (1.f + position<Token>));
  CHECK(all_close(sums, in_float64(cumsum<Token>(rows)), 1e-4, 1e-4));
  CHECK(all_close(means, in_float64(cumsum<Token>(rows) / (1.f + position<Token>)), 1e-4, 1e-4));
}

TEST_CASE("what is projected in the same expression is a product of matrices before the loop") {
  const auto tokens = numbers(tensor<float, Token[211], Model[37]>{}, 8);
  const auto wq = numbers(tensor<float, Head[3], Model[37], Feature[17]>{}, 9), wk = numbers(tensor<float, Head[3], Model[37], Feature[17]>{}, 10);
  const auto wv = numbers(tensor<float, Head[3], Model[37], Value[29]>{}, 11);
  const auto wo = numbers(tensor<float, Head[3], Value[29], Model[37]>{}, 12);
  auto plain = dot<Feature>(dot<Model>(tokens, wq), cumsum<Token>(dot<Model>(tokens, wk) * dot<Model>(tokens, wv)));
  static_assert(bytes_stored<decltype(plain)> == of_products + 3 * 211 * (17 + 17 + 29) * 4);
  CHECK(agrees_on_threads(plain));
  auto positive = [](const auto& x) { return where(x > 0, x + 1, exp(x)); };
  auto layer = let(positive(dot<Model>(tokens, wq)), [&](auto q) {
    return let(positive(dot<Model>(tokens, wk)), [&](auto k) {
      return tokens + dot<Head, Value>(dot<Feature>(q, cumsum<Token>(k * dot<Model>(tokens, wv))) / dot<Feature>(q, cumsum<Token>(k)), wo);
    });
  });
  static_assert(bytes_stored<decltype(layer)> == of_products + 3 * (17 + 1) * 4 + 3 * 211 * (17 + 17 + 29 + 29) * 4);  // the sums; q, k, v and the context
  CHECK(agrees_on_threads(layer));
  // of few tokens nothing is carried, and the same is multiplied
  const auto few = numbers(tensor<float, Token[9], Model[37]>{}, 13);
  auto of_few = dot<Feature>(dot<Model>(few, wq), cumsum<Token>(dot<Model>(few, wk) * dot<Model>(few, wv)));
  static_assert(bytes_stored<decltype(of_few)> == 9 * of_products + 3 * 9 * (17 + 17 + 29) * 4);
  CHECK(agrees_on_threads(of_few));
}

TEST_CASE("sums from the end are carried, too") {
  auto after = reverse<Token>(cumsum<Token>(reverse<Token>(keys * contents)));
  static_assert(bytes_stored<decltype(dot<Feature>(queries, after))> == of_products);
  CHECK(agrees_on_threads(dot<Feature>(queries, after)));
  CHECK(agrees_on_threads(reverse<Token>(dot<Feature>(reverse<Token>(queries), cumsum<Token>(reverse<Token>(keys * contents))))));
  // both ways at once: one of them is stored whole
  auto around = dot<Feature>(queries, after + cumsum<Token>(keys * contents));
  static_assert(bytes_stored<decltype(around)> > 211 * of_products);
  CHECK(agrees_on_threads(around));
  CHECK(agrees_on_threads(cumsum<Token>(reverse<Token>(cumsum<Token>(rows)))));
}

TEST_CASE("sums that are read elsewhere are stored whole") {
  auto shifted = let(cumsum<Token>(rows), [](auto c) { return c - shift<Token>(c, 1, 0); });
  static_assert(bytes_stored<decltype(shifted)> == 1301 * of_rows);
  CHECK(agrees_on_threads(shifted));
  auto prefix = slice<Token, 0, 700>(cumsum<Token>(rows));
  static_assert(bytes_stored<decltype(prefix)> == 1301 * of_rows);
  CHECK(agrees_on_threads(prefix));
  CHECK(agrees_on_threads(slice<Token, 9, 700>(cumsum<Token>(rows))));
  CHECK(agrees_on_threads(max<Token>(cumsum<Token>(rows))));
  CHECK(agrees_on_threads(cumsum<Model>(cumsum<Token>(rows))));
  CHECK(agrees_on_threads(let(cumsum<Token>(queries), [](auto c) { return dot<Feature>(c, rename<Token, Key>(c)); })));
  const tensor<int, Query[5]> ids{0, 1300, 7, 7, 700};
  CHECK(agrees_on_threads(gather<Token>(cumsum<Token>(rows), ids)));
  // few, or of few elements
  static_assert(bytes_stored<decltype(cumsum<Token>(slice<Token, 0, 100>(rows)))> == 100 * of_rows);
  const tensor<float, Token[30000], Model[5]> narrow = broadcast<Token[30000]>(slice<Model, 0, 5>(at<Token>(rows, 3)));
  static_assert(bytes_stored<decltype(cumsum<Token>(narrow))> == 30000 * 5 * 4);
  CHECK(all_close(cumsum<Token>(narrow), in_float64(cumsum<Token>(narrow)), 1e-3, 1e-3));
}

TEST_CASE("carried sums: NaN, infinities, an output that is an operand, a function that throws") {
  auto holes = rows;
  holes(400, 5) = std::numeric_limits<float>::quiet_NaN();
  holes(500, 66) = std::numeric_limits<float>::infinity();
  const auto sums = eval(cumsum<Token>(holes) / 2.f);
  CHECK(std::isfinite(sums(399, 5)));
  CHECK((std::isnan(sums(400, 5)) && std::isnan(sums(1300, 5))));
  CHECK((std::isinf(sums(500, 66)) && std::isinf(sums(1300, 66)) && std::isfinite(sums(1300, 65))));
  auto x = rows;
  x = cumsum<Token>(x) - x;
  CHECK(equal(x, eval(cumsum<Token>(rows) - rows)));
  auto v = contents;
  v = dot<Feature>(queries, cumsum<Token>(keys * v));
  CHECK(equal(v, eval(dot<Feature>(queries, cumsum<Token>(keys * contents)))));
  v += dot<Feature>(queries, cumsum<Token>(keys * v));
  CHECK(v(2, 210, 28) == v(2, 210, 28));
  auto throws = pointwise([](float a) -> float { return a > 0.55f ? throw std::runtime_error("too large") : a; }, cumsum<Token>(rows));
  CHECK_THROWS_AS(eval(throws), std::runtime_error);
  CHECK_THROWS_AS(eval(par(throws, 3)), std::runtime_error);
  CHECK(agrees(cumsum<Token>(rows) * 2));
}
