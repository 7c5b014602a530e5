// par where few results wait for long folds: walks are cut into parts, and partial results are merged.
#include <heed/heed.hpp>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class Tensor> void fill(Tensor& t, double step) {
  for (index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<typename Tensor::element_type>(std::sin(step * static_cast<double>(i + 1)));
}
template <class Tensor> bool same_bits(const Tensor& a, const Tensor& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(typename Tensor::element_type)) == 0;
}

// Threads; or tasks one after another, the last first. It counts how often it is asked.
struct either {
  bool in_turn = false;
  int calls = 0;
  template <class F> void operator()(int n, const F& f) {
    ++calls;
    if (!in_turn) return system_threads{}(n, f);
    for (int i = n - 1; i >= 0; --i) f(i);
  }
};

// x on 1 to 4 threads: the same bits; near the float64 reference; and shared out `calls` times, if that is said.
template <class X> void check_parts(const X& x, int calls, double tolerance = 1e-5) {
  either threads, in_turn{true};
  const auto one = eval(par(x, 1, threads));
  CHECK(threads.calls == 0);
  CHECK(values(one) == near(values(eval(in_float64(x))), tolerance));
  for (int n = 2; n <= 4; ++n) {
    CAPTURE(n);
    CHECK(same_bits(eval(par(x, n, threads)), one));
  }
  CHECK(same_bits(eval(par(x, 3, in_turn)), one));
  if (calls >= 0) CHECK(in_turn.calls == calls);
}
}  // namespace

TEST_CASE("One query and many keys: parts of the keys") {
  tensor<float, Feature[4]> q{0.3f, -0.7f, 0.9f, 0.4f};
  tensor<float, Key[], Feature[4]> k;
  tensor<float, Key[], Value[3]> v;
  int first = 0;
  const auto context = dot<Key>(softmax<Key>(where(position<Key> >= first, 3 * dot<Feature>(q, k), -inf)), v);
  for (int n : {4095, 4096, 7001, 12289}) {
    CAPTURE(n);
    k = tensor<float, Key[], Feature[4]>(sized<Key>(n));
    v = tensor<float, Key[], Value[3]>(sized<Key>(n));
    fill(k, 0.7), fill(v, 0.2);
    const int calls = n < 4096 ? 0 : 1;  // then there is nothing to share
    check_parts(context, calls);
    k(n - 2, 2) = 40;                    // a score far above those of all other parts
    check_parts(context, calls);
    if (n < 4096) continue;
    const auto here = dot<Key>(softmax<Key>(where(position<Key> >= 3000, 3 * dot<Feature>(q, k), -inf)), v);
    check_parts(here, 1);                // a part that a mask excludes
    check_parts(dot<Key>(softmax<Key>(where(position<Key> >= n, 3 * dot<Feature>(q, k), -inf)), v), 1);  // all of them
    k(100, 1) = std::nanf("");
    CHECK(std::isnan(eval(par(context, 2))(1)));
    CHECK(!std::isnan(eval(par(here, 2))(1)));
  }
}

TEST_CASE("Some queries and heads: every fold of a walk is merged, in one pass and in two") {
  tensor<float, Head[], Query[], Feature[5]> q{sized<Head>(2), sized<Query>(19)};
  tensor<float, Head[], Key[6000], Feature[5]> k{sized<Head>(2)};
  tensor<float, Key[6000], Value[3]> v;
  fill(q, 0.3), fill(k, 0.7), fill(v, 0.2);
  const auto scores = dot<Feature>(q, k);
  const auto weights = softmax<Key>(scores);
  // two walks, and what is left for 19 queries of 2 heads
  check_parts(dot<Key>(let(weights, [](auto p) { return p * log(p + 1e-6f); }), v), 3, 1e-4);
  const auto [context, lse, spread, least] = eval(par(dot<Key>(weights, v), 3), logsumexp<Key>(scores), var<Key>(scores), argmin<Key>(scores));
  CHECK(values(context) == near(values(eval(in_float64(dot<Key>(weights, v)))), 1e-5));
  CHECK(values(lse) == near(values(eval(in_float64(logsumexp<Key>(scores)))), 1e-5));
  CHECK(values(spread) == near(values(eval(in_float64(var<Key>(scores)))), 1e-5));
  CHECK(same_bits(least, eval(argmin<Key>(scores))));
}

TEST_CASE("A whole tensor as one value, and one long row") {
  tensor<float, Token[20011], Model[40]> x;
  fill(x, 0.3);
  check_parts(sum<Token, Model>(x * x), 1);
  tensor<float, Token[]> line{sized<Token>(140'001)};
  fill(line, 0.7);
  line(139'000) = 2;
  const auto facts = max<Token>(line) + var<Token>(line) + logsumexp<Token>(line) + cast<float>(argmax<Token>(line) - 139'000);
  check_parts(facts, 5);  // four tensors, as far as the plan knows, of one length each; logsumexp walks its own twice
  check_parts(softmax<Token>(line), 3);  // two walks over its lanes, and writing them
  tensor<float, Token[]> other;
  other = par(softmax<Token>(line), 2);
  CHECK(values(eval(sum<Token>(other))) == near({1.0}, 1e-5));
}

TEST_CASE("What a function of the user's throws in a part") {
  tensor<float, Token[], Feature[2]> x{sized<Token>(9000)};
  fill(x, 0.3);
  x(8500, 1) = 7;
  const auto checked = sum<Token>(pointwise([](float e) { return e > 2 ? throw std::runtime_error("seven") : e; }, x));
  CHECK_THROWS_AS(eval(par(checked, 2)), std::runtime_error);
  x(8500, 1) = 1;
  check_parts(checked, 1, 1e-4);
}

TEST_CASE("Few run-time queries, which are taken one at a time: parts of the keys") {
  for (const index_t queries : {1, 2, 9})
    for (const index_t n : {4000, 9001}) {
      CAPTURE(queries, n);
      tensor<float, Query[], Feature[5]> q(sized<Query>(queries));
      tensor<float, Key[], Feature[5]> k(sized<Key>(n));
      tensor<float, Key[], Value[3]> v(sized<Key>(n));
      fill(q, 0.3), fill(k, 0.7), fill(v, 0.2);
      const int calls = queries > 1 ? -1 : n < 4096 ? 0 : 1;
      check_parts(dot<Key>(softmax<Key>(sum<Feature>(tanh(q + k))), v), calls);
      check_parts(cast<float>(argmin<Key>(sum<Feature>(abs(q - k)))), calls);
      check_parts(dot<Key>(softmax<Key>(dot<Feature>(q, k)), v), calls);
    }
}
