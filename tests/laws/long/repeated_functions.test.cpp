// Functions of one operand that loops around it would compute again, for every pair, row or head: stored once. The values are those of the formula.
#include <heed/attention.hpp>

#include <laws/inputs.hpp>

using namespace laws;
using namespace heed;
using generated::check_eval;
using generated::fill;

namespace {
struct Left {};
struct Right {};

template <class X, class Y> void check_pairs(const X& x, const Y& y) {  // both above 0
  check_eval(sum<Feature>(x * (log(x) - log(y))));
  check_eval(norm<Feature>(sqrt(x) - sqrt(y)));
  check_eval(max<Feature>(tanh(x) + tanh(y)));
  check_eval(min<Right>(sum<Feature>(abs(log(x) - log(y)))));
  check_eval(sum<Right>(exp(-sum<Feature>(abs(tanh(x) - tanh(y))))));
  check_eval(tanh(x) * sigmoid(max<Right>(y)));
}
template <index_t Lefts, index_t Rights, index_t Features> void check_static_pairs() {
  INFO(Lefts << " and " << Rights << " of " << Features);
  tensor<float, Left[Lefts], Feature[Features]> x;
  tensor<float, Right[Rights], Feature[Features]> y;
  tensor<float, Feature[Features], Right[Rights]> turned;
  fill(x, 1, 0.1, 1), fill(y, 2, 0.1, 1), turned = y;
  check_pairs(x, y);
  check_pairs(x, turned);
}

#ifndef HEED_REFERENCE_ONLY
template <class E> constexpr int stored_by = plan_of<std::remove_cvref_t<E>>.temporaries;
#endif
}  // namespace

TEST_CASE("Functions of each of two sets of points, for all pairs") {
  check_static_pairs<1, 1, 1>();
  check_static_pairs<5, 67, 3>();
  check_static_pairs<97, 33, 17>();
  check_static_pairs<64, 96, 64>();
}

TEST_CASE("Functions of points whose number is known at run time") {
  for (const index_t lefts : {0, 1, 37})
    for (const index_t rights : {1, 53}) {
      INFO(lefts << " and " << rights);
      tensor<float, Left[], Feature[19]> x(sized<Left>(lefts));
      tensor<float, Right[], Feature[19]> y(sized<Right>(rights));
      fill(x, 1, 0.1, 1), fill(y, 2, 0.1, 1);
      check_pairs(x, y);
    }
}

TEST_CASE("A function of one row or column beside a matrix") {
  tensor<float, Key[203], Feature[37]> x;
  tensor<float, Feature[37]> row;
  tensor<float, Key[203]> column;
  fill(x, 1, -1, 1), fill(row, 2, -1, 1), fill(column, 3, -1, 1);
  check_eval(x * exp(row));
  check_eval(x * exp(column));
  check_eval(softmax<Feature>(x / exp(row)));
  check_eval(max<Feature>(x + tanh(row)));
  check_eval(max<Key>(x + tanh(column)));
  check_eval(tanh(row) + tanh(column));
  x = x * exp(row) + sigmoid(column);  // in place
  row = exp(row) * row;
  check_eval(x * exp(row));
}

TEST_CASE("A function of queries inside a sum that is no product, for every key") {
  tensor<float, Head[3], Query[37], Feature[17]> q;
  tensor<float, Key[53], Feature[17]> k;
  tensor<float, Key[53], Value[19]> v;
  tensor<float, Query[37], Key[53]> b;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(b, 4, -1, 1);
  check_eval(dot<Key>(softmax<Key>(sum<Feature>(relu(tanh(q) + tanh(k)))), v));
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k) + tanh(b)), v));
  check_eval(dot<Key>(softmax<Key>(where(position<Key> <= position<Query> + 20, dot<Feature>(q, tanh(k)) + log(sigmoid(b)), -inf)), v));
}

TEST_CASE("Turned keys that heads share, or have of their own") {
  tensor<float, Head[5], Feature[16]> q;
  tensor<float, Head[5], Key[67], Feature[16]> k;
  tensor<float, Head[5], Key[67], Value[19]> v;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  check_eval(rotary<Key, Feature>(k));
  check_eval(dot<Feature>(q, rotary<Key, Feature>(k)));
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, rotary<Key, Feature>(k))), v));
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, rotary<Key, Feature>(at<Head>(k, 2)))), v));
}

#ifndef HEED_REFERENCE_ONLY
TEST_CASE("What is stored is no larger than an operand, and nothing that is computed once is stored") {
  tensor<float, Left[512], Feature[64]> x;
  tensor<float, Right[512], Feature[64]> y;
  tensor<float, Feature[64]> row;
  CHECK(stored_by<decltype(norm<Feature>(sqrt(x) - sqrt(y)))> == 2);
  CHECK(stored_by<decltype(x * exp(row))> == 1);
  CHECK(stored_by<decltype(norm<Feature>(x - y))> == 0);
  CHECK(stored_by<decltype(tanh(x) * row)> == 0);
  CHECK(stored_by<decltype(recomputed(exp(row)) * x)> == 0);
  // one for each pair of points, of an axis that both have
  CHECK(stored_by<decltype(sum<Feature>(exp(x * y)))> == 0);
}

TEST_CASE("Places that depend on neither operand's order") {
  tensor<float, Left[40], Feature[16]> x;
  tensor<float, Right[50], Feature[16]> y;
  fill(x, 1, 0.1, 1), fill(y, 2, 0.1, 1);
  const auto whole = eval(norm<Feature>(sqrt(x) - sqrt(y)));
  const auto in_part = eval(norm<Feature>(recomputed(sqrt(x)) - recomputed(sqrt(y))));
  CHECK(all_close(whole, in_part, 1e-6, 1e-6));
}
#endif
