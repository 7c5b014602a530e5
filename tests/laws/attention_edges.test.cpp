// Where attention goes wrong first: rows without keys, infinities, NaN, large scores, views with strides, targets that are
// read.
#include <limits>

#include <laws/invariance.hpp>

using namespace laws;
using generated::check_assign;
using generated::check_both;
using generated::check_eval;
using generated::fill;

namespace {
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
}  // namespace

TEST_CASE("Rows of -inf have weights of 0, an lse of -inf, and leave no trace") {
  tensor<float, Query[37], Key[50]> s;
  tensor<float, Key[50], Value[19]> v;
  fill(s, 1, -3, 3), fill(v, 2, -1, 1);
  for (index_t j = 0; j < 50; ++j) s(0, j) = s(17, j) = s(36, j) = -infinity;
  for (index_t j = 10; j < 50; ++j) s(5, j) = -infinity;  // only at the end
  for (index_t j = 0; j < 49; ++j) s(6, j) = -infinity;   // all but the last
  check_eval(dot<Key>(softmax<Key>(s), v));
  check_eval(softmax<Key>(s));
  check_eval(softmax<Query>(s));
  check_eval(logsumexp<Key>(s));
  check_both(dot<Key>(softmax<Key>(s), v), logsumexp<Key>(s));
}

TEST_CASE("NaN and infinity show where they take part, and only there") {
  tensor<float, Query[20], Key[33]> s;
  tensor<float, Key[33], Value[9]> v;
  fill(s, 1, -3, 3), fill(v, 2, -1, 1);
  s(2, 3) = no_number;
  s(7, 32) = no_number;
  s(9, 0) = infinity;  // exp(inf - inf)
  check_eval(dot<Key>(softmax<Key>(s), v));
  check_eval(logsumexp<Key>(s));
  check_eval(max<Key>(s));
  check_eval(min<Query>(s));
  check_eval(maximum(s, 0));
  v(32, 0) = no_number;
  v(0, 8) = infinity;
  check_eval(dot<Key>(softmax<Key>(s), v));
  check_eval(dot<Key>(s, v));

#ifndef HEED_REFERENCE_ONLY
  // beyond a loop bound nothing is read
  tensor<float, Query[20], Key[33]> clean;
  fill(clean, 3, -3, 3);
  const auto context = heed::eval(dot<Key>(softmax<Key>(where(position<Key> < 32, clean, -inf)), v));
  for (index_t i = 0; i < 20; ++i) CHECK(context(i, 0) == context(i, 0));
#endif
}

TEST_CASE("Scores of +-1e4") {
  tensor<float, Query[41], Key[67]> s;
  tensor<float, Key[67], Value[17]> v;
  fill(s, 1, -1e4, 1e4), fill(v, 2, -1, 1);
  check_eval(dot<Key>(softmax<Key>(s), v));
  check_eval(dot<Key>(softmax<Key>(s * 1e-4f), v));
  check_both(softmax<Key>(s), logsumexp<Key>(s));
  // growing along Key: the running maximum changes in every block
  check_eval(dot<Key>(softmax<Key>(position<Key> * 150.f - s * 0.001f), v));
  check_eval(dot<Key>(softmax<Key>(position<Key> * -150.f - s * 0.001f), v));
  // all far below zero, where exp without a maximum is 0
  check_eval(dot<Key>(softmax<Key>(s - 1e5f), v));
  check_eval(logsumexp<Key>(s - 1e5f));
}

TEST_CASE("Operands and targets with strides") {
  tensor<float, Query[40], Head[3], Feature[20]> packed;  // q, k and v one after the other in one tensor
  tensor<float, Value[24], Key[80], Head[3]> values;
  tensor<float, Value[30], Query[44], Head[5]> out;
  fill(packed, 1, -1, 1), fill(values, 2, -1, 1), fill(out, 3, -1, 1);
  const auto q = slice<Feature, 0, 9>(packed);
  const auto k = slice<Feature, 11, 9>(packed);
  const auto v = slice<Key, 20, 40>(slice<Value, 1, 17>(values));
  const auto e = dot<Key>(softmax<Key>(dot<Feature>(q, rename<Query, Key>(k)) / 3), v);
  check_eval(e);
  check_assign(slice<Value, 5, 17>(slice<Query, 4, 40>(slice<Head, 1, 3>(out))), e);
  // one row, read and written in place
  check_assign(at<Head>(slice<Value, 5, 17>(slice<Query, 0, 40>(out)), 4), at<Head>(e, 1));

  std::vector<float> memory(40 * 50);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i % 17) / 8 - 1;
  const auto rows = named<Query[40], Key[33]>(memory.data(), strided<Query>(50));
  const auto every_third = named<Key[33], Value[5]>(memory.data(), strided<Key>(20), strided<Value>(3));
  check_eval(dot<Key>(softmax<Key>(rows), every_third));
}

TEST_CASE("A target may stand in its own expression") {
  tensor<float, Token[33], Model[16]> x;
  tensor<float, Model[16], Feature[8]> wq, wk;
  tensor<float, Model[16], prime<Model>[16]> wv;
  fill(x, 1, -1, 1), fill(wq, 2, -1, 1), fill(wk, 3, -1, 1), fill(wv, 4, -0.2, 0.2);
  for (int layer = 0; layer < 2; ++layer) {
    const auto q = rename<Token, Query>(dot<Model>(x, wq));
    const auto k = rename<Token, Key>(dot<Model>(x, wk));
    const auto v = rename<Token, Key>(rename<prime<Model>, Model>(dot<Model>(x, wv)));
    check_assign(x, x + rename<Query, Token>(dot<Key>(softmax<Key>(dot<Feature>(q, k) / 4), v)));
  }
  tensor<float, Query[20], Key[20]> s;
  fill(s, 5, -2, 2);
  check_assign(s, softmax<Key>(s));
  check_assign(s, rename<Transient, Query>(rename<Query, Key>(rename<Key, Transient>(s))));
  check_assign(s, s - mean<Query>(s));
  check_assign(slice<Query, 1, 19>(s), slice<Query, 0, 19>(s) * 2);
  check_assign(slice<Key, 0, 19>(s), slice<Key, 1, 19>(s) + at<Key>(s, 0));
}

TEST_CASE("A maximum that is a result is NaN where a score is, beside sums that show it anyway") {
  tensor<float, Query[20], Key[300]> s;
  fill(s, 1, -3, 3);
  s(2, 3) = s(7, 299) = no_number;
  s(9, 0) = infinity;
  s(10, 0) = infinity, s(10, 1) = no_number;
  check_both(sum<Key>(exp(s - max<Key>(s))), max<Key>(s));
  check_eval(let(s, [](auto t) {
    return let(max<Key>(t), [&](auto m) { return where(m > 0.5f, m, sum<Key>(exp(t - m))); });  // chosen by the maximum
  }));
}

TEST_CASE("NaN passes an exponential whatever its payload") {
  tensor<float, Query[3], Key[20]> s;
  fill(s, 1, -3, 3);
  s(1, 3) = std::nanf("1"), s(2, 19) = std::nanf("511");
  const auto weights = eval(softmax<Key>(s));
  const auto powers = eval(exp(s));
  CHECK(std::isnan(weights(1, 0)));
  CHECK(std::isnan(weights(2, 0)));
  CHECK_FALSE(std::isnan(weights(0, 0)));
  CHECK(std::isnan(powers(1, 3)));
  CHECK(std::isnan(powers(2, 19)));
}

TEST_CASE("Constants that scale scores go into the packed operand, if nothing else reads the product") {
  tensor<float, Query[37], Feature[8]> q;
  tensor<float, Key[300], Feature[8]> k;
  tensor<float, Key[300], Value[9]> v;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  const auto scaled = dot<Key>(softmax<Key>(0.5f * dot<Feature>(q, k) / 3.f), v);
  const auto read_twice = dot<Key>(softmax<Key>(let(dot<Feature>(q, k), [](auto d) { return d * 0.5f + tanh(d); })), v);
  check_eval(scaled);
  check_eval(read_twice);
  CHECK(explain(scaled).find("(a * 0.5) / 3   [packed") != std::string::npos);
  CHECK(explain(read_twice).find("= a   [packed") != std::string::npos);
}
