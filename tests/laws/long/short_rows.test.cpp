// Rows of some ten elements that are folded each: their lanes along the row, or many rows side by side, from caches and from memory. And axes of one point, which
// change nothing.
#include <limits>

#include <laws/inputs.hpp>

using namespace laws;
using namespace heed;
using generated::check_eval;
using generated::fill;

namespace {
template <class X, class Q> void check_rows(const X& x, const Q& q) {
  check_eval(dot<Feature>(q, x));
  check_eval(sum<Feature>(abs(x - q)));
  check_eval(max<Feature>(x));
  check_eval(var<Feature>(x));
  check_eval(argmax<Feature>(x));
  check_eval(logsumexp<Feature>(x));
  check_eval(softmax<Feature>(x));
  check_eval(x / norm<Feature>(x));
  check_eval((x - mean<Feature>(x)) / sqrt(var<Feature>(x) + 1e-5f));
  check_eval(gelu(dot<Feature>(q, x)));
}
template <index_t Features> void check_short_rows() {
  INFO(Features << " elements");
  tensor<float, Feature[Features]> q;
  tensor<float, Key[203], Feature[Features]> x;
  fill(q, 1, -1, 1), fill(x, 2, -1, 1);
  check_rows(x, q);
}

#ifndef HEED_REFERENCE_ONLY
template <class E> std::string loops(const E& e) {
  const std::string text = explain(e);
  return text.substr(text.find("result"));
}
bool is_in(const char* part, const std::string& text) { return text.find(part) != std::string::npos; }
#endif
}  // namespace

TEST_CASE("Short rows, folded each") {
  check_short_rows<7>();
  check_short_rows<17>();
  check_short_rows<32>();
  check_short_rows<50>();
}

TEST_CASE("Short rows that no cache holds, side by side, further apart, and a number known at run time") {
  constexpr index_t rows = 3001, features = 67, apart = 80;
  tensor<float, Key[rows], Feature[apart]> all;
  tensor<float, Feature[features]> q;
  fill(all, 1, -1, 1), fill(q, 2, -1, 1);
  const auto further_apart = slice<Feature, 0, features>(all);
  tensor<float, Key[rows], Feature[features]> side_by_side = further_apart;
  tensor<float, Key[], Feature[features]> some(sized<Key>(rows));
  some = side_by_side;
  for (const auto& check : {0, 1, 2}) {
    const auto check_these = [&](const auto& x) {
      check_eval(var<Feature>(x));
      check_eval(argmax<Feature>(x));
      check_eval(logsumexp<Feature>(x));
      check_eval(tanh(dot<Feature>(q, x)));
    };
    if (check == 0) check_these(side_by_side);
    else if (check == 1) check_these(further_apart);
    else check_these(some);
  }
}

TEST_CASE("A function of what rows are folded to is computed of many, and the rows along the lanes") {
  tensor<float, Key[77], Feature[100]> x;
  tensor<float, Feature[100]> w;
  tensor<float, Key[77]> b;
  fill(x, 1, -1, 1), fill(w, 2, -1, 1), fill(b, 3, -1, 1);
  check_eval(sigmoid(dot<Feature>(w, x) + b));
  check_eval(gelu(dot<Feature>(x, w)));
  check_eval(exp(dot<Feature>(x, w) / norm<Feature>(x)));
  check_eval(log(var<Feature>(x) + 1));
  check_eval(mean<Key>(log(1 + exp(-b * dot<Feature>(w, x)))));
  tensor<float, Key[], Feature[]> any(sized<Key>(77), sized<Feature>(100));
  tensor<float, Feature[]> any_w(sized<Feature>(100));
  any = x, any_w = w;
  check_eval(tanh(dot<Feature>(any, any_w)) + b);
#ifndef HEED_REFERENCE_ONLY
  CHECK(plan_of<decltype(sigmoid(dot<Feature>(w, x) + b))>.temporaries == 1);
  CHECK(is_in("t1", loops(sigmoid(dot<Feature>(w, x) + b))));
  CHECK(plan_of<decltype(sqrt(dot<Feature>(w, x)))>.temporaries == 0);  // cheap
  CHECK(plan_of<decltype(sigmoid(recomputed(dot<Feature>(w, x))))>.temporaries == 0);
#endif
}

TEST_CASE("Scores of one query are stored where something is folded over them, and nothing else is") {
  tensor<float, Head[8], Feature[64]> q;
  tensor<float, Head[8], Key[91], Feature[64]> k;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1);
  const auto s = dot<Feature>(q, k) / 8;
  check_eval(logsumexp<Key>(s));
  check_eval(max<Key>(s));
  check_eval(sum<Key>(exp(s - max<Key>(s))));
  check_eval(softmax<Key>(s));
#ifndef HEED_REFERENCE_ONLY
  CHECK(plan_of<decltype(logsumexp<Key>(s))>.temporaries == 1);
  CHECK(is_in("pass over lanes of Key[91]", loops(logsumexp<Key>(s))));
#endif
}

TEST_CASE("An axis of one point is no loop: a query with it is planned as without") {
  tensor<float, Head[3], Feature[24]> q;
  tensor<float, Head[3], Query[1], Feature[24]> one;
  tensor<float, Head[3], Key[100], Feature[24]> k;
  tensor<float, Head[3], Key[100], Value[10]> v;
  tensor<float, Head[3], Query[1], Key[100]> bias;
  tensor<float, Feature[24]> w;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(bias, 4, -1, 1), fill(w, 5, -1, 1);
  for (index_t h = 0; h < 3; ++h)
    for (index_t f = 0; f < 24; ++f) one(h, 0, f) = q(h, f);
  const auto additive = [&](const auto& x) { return dot<Key>(softmax<Key>(sum<Feature>(w * tanh(x + k))), v); };
  check_eval(additive(one));
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(one, k) + bias), v));
  check_eval(dot<Key>(softmax<Key>(where(position<Key> <= position<Query> + 50, dot<Feature>(one, k), -inf)), v));
  check_eval(shift<Query>(dot<Feature>(one, k), 1, -1.f));
  check_eval(softmax<Query>(dot<Feature>(one, k)));
  check_eval(dot<Feature>(one, k) + cast<float>(position<Query>));
  check_eval(mean<Query, Key>(dot<Feature>(one, k)));
  check_eval(concat<Query>(dot<Feature>(one, k), bias));
  const auto with = eval(additive(one));
  const auto without_it = eval(additive(q));
  for (index_t h = 0; h < 3; ++h)
    for (index_t j = 0; j < 10; ++j) CHECK(with(h, 0, j) == without_it(h, j));
#ifndef HEED_REFERENCE_ONLY
  CHECK(loops(dot<Feature>(one, k)).substr(6) == loops(dot<Feature>(q, k)).substr(6));
#endif
}
