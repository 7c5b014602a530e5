// Scores of several heads in one walk: the operand in the lanes changes with the heads, and the scores are the micro-kernel's all the same. None is
// stored.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr index_t heads = 3, queries = 70, keys = 67, features = 9, columns = 5;
const auto q = numbers(tensor<float, Head[heads], Query[queries], Feature[features]>{}, 1);
const auto k = numbers(tensor<float, Head[heads], Key[keys], Feature[features]>{}, 2);
const auto v = numbers(tensor<float, Head[heads], Key[keys], Value[columns]>{}, 3);
const auto scores = dot<Feature>(q, k) * 0.5f;
constexpr unsigned long long of_scores = 2 * heads * queries * keys * features;

// Times: how often the scores are computed. Stored are normalisers, or so many elements for each head and query.
template <unsigned long long Times, index_t Stored = 2, class E> void multiplies_scores(const E& e) {
  constexpr auto& plan = plan_of<E>;
  static_assert(plan.flops >= Times * of_scores && plan.flops <= Times * of_scores + 2 * heads * queries * (keys + 1) * columns);
  static_assert(plan.temporary_bytes <= Stored * 4 * heads * queries);
  const std::string text = explain(e);
  std::size_t products = 0;
  for (std::size_t at = text.find("sum<Feature>"); at != std::string::npos; at = text.find("sum<Feature>", at + 1)) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    CHECK_THAT(line, Catch::Contains("micro-kernel"));
    ++products;
  }
  CHECK(products == Times);
  CHECK(agrees(e));
}
}  // namespace

TEST_CASE("What all heads give is walked over heads and keys") {
  multiplies_scores<1>(dot<Head, Key>(softmax<Head, Key>(scores), v));
  multiplies_scores<1>(logsumexp<Head, Key>(scores));
  multiplies_scores<1>(max<Head, Key>(scores));
  multiplies_scores<1>(let(scores, [](auto s) { return sum<Head, Key>(s * s); }));
  // normalised for each head: a sum over heads of contexts, which are stored
  multiplies_scores<1, columns>(dot<Head, Key>(softmax<Key>(scores), v));
  multiplies_scores<2, 3>(max<Head, Key>(softmax<Key>(scores)));
}

TEST_CASE("Weights are averaged over heads, for every query and key") {
  multiplies_scores<2>(mean<Head>(softmax<Key>(scores)));
  multiplies_scores<2>(max<Head>(softmax<Key>(scores)));
  multiplies_scores<2>(mean<Head>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf))));
  multiplies_scores<1>(mean<Head>(tanh(scores)));
}

TEST_CASE("What each key receives is summed over heads and queries, and no array has an element for every query and key") {
  multiplies_scores<2>(sum<Head, Query>(softmax<Key>(scores)));
  multiplies_scores<2>(sum<Query>(softmax<Key>(scores)));
}

TEST_CASE("The same of run-time extents") {
  const auto check = [](index_t h, index_t n, index_t m, index_t f) {
    CAPTURE(h, n, m, f);
    const auto a = numbers(tensor<float, Head[], Query[], Feature[]>(sized<Head>(h), sized<Query>(n), sized<Feature>(f)), 1);
    const auto b = numbers(tensor<float, Head[], Key[], Feature[]>(sized<Head>(h), sized<Key>(m), sized<Feature>(f)), 2);
    const auto c = numbers(tensor<float, Head[], Key[], Value[2]>(sized<Head>(h), sized<Key>(m)), 3);
    const auto s = dot<Feature>(a, b) * 0.5f;
    CHECK(agrees(mean<Head>(softmax<Key>(s))));
    CHECK(agrees(sum<Head, Query>(softmax<Key>(s))));
    CHECK(agrees(dot<Head, Key>(softmax<Head, Key>(s), c)));
  };
  check(3, 70, 67, 9);
  check(1, 1, 1, 1);
  check(2, 1, 40, 3);
  check(2, 37, 1, 16);
  check(5, 1300, 50, 3);  // queries in chunks
}

TEST_CASE("More than a thousand queries, or an unknown number, are held in chunks") {
  const auto many = numbers(tensor<float, Head[heads], Query[1500], Feature[features]>{}, 1);
  const auto weights = mean<Head>(softmax<Key>(dot<Feature>(many, k)));
  CHECK_THAT(explain(weights), Catch::Contains("for Query[1500] in chunks of"));
  CHECK(agrees(weights));
  CHECK(agrees(max<Head>(tanh(dot<Feature>(many, k)))));
  const auto some = numbers(tensor<float, Head[heads], Query[], Feature[features]>(sized<Query>(1500)), 1);
  const auto others = numbers(tensor<float, Head[heads], Key[], Feature[features]>(sized<Key>(200)), 2);
  CHECK_THAT(explain(mean<Head>(tanh(dot<Feature>(some, others)))), Catch::Contains("in chunks of"));
  CHECK(agrees(mean<Head>(tanh(dot<Feature>(some, others)))));
}
