// A sum over several axes, one of which has no element when it runs, inside a block of rows: it is 0, not what the memory held before.
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

TEST_CASE("Sums over several axes, one of them empty, that something else is folded from") {
  for (const index_t batches : {0, 1, 3}) {
    INFO(batches);
    tensor<float, Key[31], Query[], Head[], Batch[]> x(sized<Query>(3), sized<Head>(13), sized<Batch>(batches));
    tensor<float, Value[], Head[], Batch[]> y(sized<Value>(5), sized<Head>(13), sized<Batch>(batches));
    tensor<double, Value[], Head[], Batch[]> z(sized<Value>(5), sized<Head>(13), sized<Batch>(batches));
    fill(x, 1, 0.1, 1), fill(y, 2, 0, 1), fill(z, 3, 0, 1);
    check_eval(max<Value>(dot<Batch, Head>(y, x)));
    check_eval(max<Value>(dot<Batch, Head>(z, x)));
    check_eval(sum<Value>(exp(dot<Batch, Head>(y, x))));
    check_eval(softmax<Value>(dot<Batch, Head>(y, x)));
    check_eval(dot<Batch, Head>(y, x));
  }
}

TEST_CASE("Scores of no features: of one query, of few, of many") {
  for (const index_t queries : {1, 2, 3, 40}) {
    INFO(queries);
    tensor<float, Query[], Feature[]> q(sized<Query>(queries), sized<Feature>(0));
    tensor<float, Key[], Feature[]> k(sized<Key>(19), sized<Feature>(0));
    tensor<float, Feature[], Key[]> turned(sized<Feature>(0), sized<Key>(19));
    tensor<float, Key[], Value[6]> v(sized<Key>(19));
    tensor<float, Feature[]> one(sized<Feature>(0));
    fill(v, 1, -1, 1);
    check_eval(dot<Feature>(q, k));
    check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k)), v));
    check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, turned)), v));
    check_eval(dot<Key>(softmax<Key>(dot<Feature>(one, k)), v));
    check_eval(max<Key>(dot<Feature>(one, k) + 1));
  }
}
