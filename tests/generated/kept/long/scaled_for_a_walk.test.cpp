// A walk over an axis which the result, or another one, has as rows: the scores were planned for the walk first, scaled as only that reads them, and
// then held for all rows, scaled again. (Seed 8011, program 4; in one expression, too, where its fold stands before the scores.)
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

TEST_CASE("a product of scaled scores beside their softmax") {
  tensor<float, Value[2], Hidden[13]> t1;
  tensor<float, Model[15], Head[31], Hidden[13]> t2;
  tensor<float, Value[2], Tap[16]> t3;
  fill(t1, 322, -1, 1), fill(t2, 174, -1, 1), fill(t3, 351, -5, 3);
  const auto shared = ((30 * tanh((dot<Hidden>(t1, t2) * 0.651f) / 30)) * 0.1);
  check_both(dot<Value>(shared, t3), softmax<Value>(shared));
  check_both(softmax<Value>(shared), dot<Value>(shared, t3));
}

TEST_CASE("a fold of scaled scores times the scores") {
  tensor<float, Query[37], Feature[11]> q;
  tensor<float, Key[23], Feature[11]> k;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1);
  const auto scores = dot<Feature>(q, k);
  check_eval(let(tanh(scores * 0.3f), [](auto t) { return sum<Key>(t) * t; }));
  check_eval(let(tanh(scores * 0.3f), [](auto t) { return t * sum<Key>(t); }));
  check_eval(let(tanh(scores / 4.f), [](auto t) { return max<Key>(t) - t; }));
  check_eval(let(scores, [](auto t) { return sum<Key>(tanh(t * 0.3f)) * tanh(t * 0.3f); }));
  check_eval(logsumexp<Key>(scores * 0.3f) - scores * 0.3f);
}

TEST_CASE("a context and its weights") {
  for (const index_t keys : {0, 1, 5, 300}) {
    tensor<float, Query[37], Feature[11]> q;
    tensor<float, Key[], Feature[11]> k(sized<Key>(keys));
    tensor<float, Key[], Value[9]> v(sized<Key>(keys));
    fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
    const auto weights = softmax<Key>(where(position<Key> <= position<Query>, dot<Feature>(q, k) / 3.f, -inf));
    check_both(dot<Key>(weights, v), weights);
    check_both(weights, dot<Key>(weights, v));
  }
}
