// Folds over heads of what is computed from their scores, inside attention: a block holds the scores of all heads.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Mixed {};

constexpr index_t heads = 3, mixed = 2, queries = 29, keys = 301, features = 5, columns = 7;
const auto q = numbers(tensor<float, Head[heads], Query[queries], Feature[features]>{}, 1);
const auto k = numbers(tensor<float, Head[heads], Key[keys], Feature[features]>{}, 2);
const auto v = numbers(tensor<float, Mixed[mixed], Key[keys], Value[columns]>{}, 3);
const auto shared_v = numbers(tensor<float, Key[keys], Value[columns]>{}, 4);
const auto w = numbers(tensor<float, Mixed[mixed], Head[heads]>{}, 5);
const auto scores = dot<Feature>(q, k);

// Nothing is stored, there is one pass, and the scores are the micro-kernel's: of the plan's lines none computes them row by row.
template <class E> void holds_scores(const E& e) {
  static_assert(plan_of<E>.temporaries == 0 && plan_of<E>.passes == 1);
  CHECK_THAT(explain(e), Catch::Contains("[3], Key[") && Catch::Contains("= sum<Feature>(") && !Catch::Contains("(sum<Feature>("));
  CHECK(agrees(e));
}
}  // namespace

TEST_CASE("functions of scores are summed over heads before they are normalised") {
  holds_scores(dot<Key>(softmax<Key>(dot<Head>(w, relu(scores))), v));
  holds_scores(dot<Key>(softmax<Key>(sum<Head>(w * tanh(0.5f * scores + w))), v));
  holds_scores(dot<Key>(softmax<Key>(sum<Head>(scores * scores)), shared_v));
  holds_scores(dot<Key>(normalize<Key>(exp(-max<Head>(scores))), shared_v));
  holds_scores(dot<Key>(softmax<Key>(max<Head>(abs(scores) - 0.25f * w)), v));
}

TEST_CASE("under masks, relative to a maximum over heads, and beside the heads' own scores") {
  holds_scores(dot<Key>(softmax<Key>(where(position<Key> <= 9 * position<Query>, dot<Head>(w, relu(scores)), -inf)), v));
  CHECK(agrees(dot<Key>(softmax<Key>(sum<Head>(where(position<Key> % 4 != 3, w * relu(scores), 0))), v)));
  CHECK(agrees(dot<Key>(softmax<Key>(logsumexp<Head>(scores)), shared_v)));
  CHECK(agrees(dot<Key>(softmax<Key>(let(scores, [](auto s) { return dot<Head>(w, softmax<Head>(s)); })), v)));
  CHECK(agrees(dot<Key>(dot<Head>(w, sigmoid(scores)), v)));
  CHECK(agrees(dot<Key>(dot<Head>(w, softmax<Key>(scores)), v)));
}

TEST_CASE("of run-time extents, doubles, more heads than are held, and on two threads") {
  const auto few = numbers(tensor<float, Head[heads], Query[], Feature[features]>(sized<Query>(3)), 6);
  const auto many = numbers(tensor<float, Head[heads], Key[], Feature[features]>(sized<Key>(533)), 7);
  const auto values = numbers(tensor<float, Key[], Value[columns]>(sized<Key>(533)), 8);
  CHECK(agrees(dot<Key>(softmax<Key>(sum<Head>(relu(dot<Feature>(few, many)))), values)));
  CHECK(agrees(dot<Key>(softmax<Key>(sum<Head>(relu(dot<Feature>(few, k)))), shared_v)));
  const auto dq = numbers(tensor<double, Head[heads], Query[queries], Feature[features]>{}, 9);
  CHECK(agrees(dot<Key>(softmax<Key>(sum<Head>(relu(dot<Feature>(dq, k)))), v)));
  const auto q17 = numbers(tensor<float, Head[17], Query[queries], Feature[2]>{}, 10);
  const auto k17 = numbers(tensor<float, Head[17], Key[keys], Feature[2]>{}, 11);
  CHECK(agrees(dot<Key>(softmax<Key>(sum<Head>(relu(dot<Feature>(q17, k17)))), shared_v)));
  auto both = dot<Key>(softmax<Key>(dot<Head>(w, relu(scores))), v);
  CHECK(heed::equal(eval(par(both, 2)), eval(both)));
}
