// par: the same elements whatever the number of threads, executors of the user's, and exceptions.
#include <heed/heed.hpp>

#include <atomic>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class Tensor> void fill(Tensor& t, double step) {
  for (index_t i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<typename Tensor::element_type>(std::sin(step * static_cast<double>(i + 1)));
}
template <class Tensor> bool same_bits(const Tensor& a, const Tensor& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(typename Tensor::element_type)) == 0;
}

// x by one thread as ever, and by 1 to 5: the same bits; and near the float64 reference.
template <class X> void check_threads(const X& x) {
  const auto serial = eval(x);
  for (int n = 1; n <= 5; ++n) {
    CAPTURE(n);
    CHECK(same_bits(eval(par(x, n)), serial));
  }
  std::vector<double> expected = values(eval(in_float64(x)));
  CHECK(values(serial) == near(expected, 1e-4));
}

// Runs tasks one after another, the last first, and counts them.
struct backwards {
  int calls = 0, tasks = 0;
  template <class F> void operator()(int n, const F& f) {
    ++calls;
    for (int i = n - 1; i >= 0; --i) f(i);
    tasks += n;
  }
};
}  // namespace

TEST_CASE("Attention is the same for any number of threads") {
  tensor<float, Head[3], Query[37], Feature[8]> q;
  tensor<float, Head[3], Key[41], Feature[8]> k;
  tensor<float, Head[3], Key[41], Value[5]> v;
  fill(q, 0.3), fill(k, 0.7), fill(v, 0.2);
  const auto causal = where(position<Key> <= position<Query>, dot<Feature>(q, k) / 3, -inf);
  const auto context = dot<Key>(softmax<Key>(causal), v);
  check_threads(context);

  // several results
  const auto [o, lse] = eval(context, par(logsumexp<Key>(causal), 2));
  tensor<float, Value[5], Head[3], Query[37]> transposed;
  tensor<float, Head[3], Query[37]> sums;
  assign(to(transposed, sums), par(context, 3), logsumexp<Key>(causal));
  CHECK(same_bits(sums, lse));
  CHECK(transposed(4, 2, 36) == o(2, 36, 4));
}

TEST_CASE("Temporaries are computed together, before what reads them") {
  tensor<float, Token[], Model[24]> x{sized<Token>(53)};
  tensor<float, Model[24], Head[2], Feature[8]> wq, wk;
  tensor<float, Model[24], Head[2], Value[7]> wv;
  tensor<float, Head[2], Value[7], Model[24]> wo;
  fill(x, 0.3), fill(wq, 0.7), fill(wk, 0.2), fill(wv, 0.9), fill(wo, 0.4);
  const auto layer = let(x, [&](auto t) {
    auto normal = (t - mean<Model>(t)) * rsqrt(var<Model>(t) + 1e-5f);
    return let(normal, [&](auto n) {
      auto scores = dot<Feature>(rename<Token, Query>(dot<Model>(n, wq)), rename<Token, Key>(dot<Model>(n, wk))) / 3;
      return rename<Query, Token>(dot<Head, Value>(dot<Key>(softmax<Key>(scores), rename<Token, Key>(dot<Model>(n, wv))), wo));
    });
  });
  REQUIRE(plan(layer).nests > 2);
  check_threads(layer);

  backwards order;
  const auto out = eval(par(layer, 4, order));
  CHECK(order.calls > 2);
  CHECK(same_bits(out, eval(layer)));
}

TEST_CASE("Rows in chunks, lanes without an outer axis, folds over the lanes") {
  tensor<float, Token[301], Model[31]> x;
  tensor<float, Model[31], Value[19]> w;
  fill(x, 0.3), fill(w, 0.7);
  check_threads(dot<Model>(x, w));        // a micro-kernel's rows in chunks
  check_threads(sum<Token, Model>(x));    // one value: all lanes are one thread's
  tensor<float, Token[], Model[31]> none{sized<Token>(0)};
  CHECK(eval(par(none * 2, 3)).size() == 0);
  CHECK(values(eval(par(sum<Token>(none), 3))) == near(std::vector<double>(31)));
}

TEST_CASE("What is done once for all lanes, and between nests") {
  tensor<float, Head[3], Token[301]> x;
  tensor<float, Head[3]> slope;
  tensor<int, Token[301]> ids;
  tensor<float, Vocab[5]> table{5, 4, 3, 2, 1};
  fill(x, 0.3), fill(slope, 0.7);
  for (int i = 0; i < 301; ++i) ids(i) = i % 5;
  const auto hoisted = x * exp(slope);
  REQUIRE(explain(hoisted).find("once for all lanes") != std::string::npos);
  check_threads(hoisted);
  const auto summed = cumsum<Token>(2 * x) + gather<Vocab>(table, ids + 0);
  REQUIRE(plan(summed).temporaries > 0);
  check_threads(summed);
  ids(300) = 5;
  CHECK_THROWS_AS(eval(par(summed, 2)), shape_error);
}

TEST_CASE("A target in its own expression, and combined assignments") {
  tensor<float, Token[29], Model[29]> x, y;
  fill(x, 0.3), fill(y, 0.7);
  auto expected = eval(x + 2 * y);
  auto z = x;
  z = par(z + 2 * y, 3);
  CHECK(same_bits(z, expected));
  z = x;
  z += par(2 * y, 3);
  CHECK(same_bits(z, expected));
  z = par(rename<Value, Model>(rename<Model, Token>(rename<Token, Value>(z))), 2);  // transposed: computed aside
  CHECK(z(3, 28) == expected(28, 3));
  CHECK(z(28, 3) == expected(3, 28));
}

TEST_CASE("An executor of the user's") {
  tensor<float, Token[1030], Model[32]> x, out;  // more points than are cut into blocks of lanes
  fill(x, 0.3);
  backwards order;
  out = par(exp(x), 3, order);
  CHECK(order.calls == 1);
  CHECK(order.tasks == 3);
  CHECK(same_bits(out, eval(exp(x))));
  out = par(exp(2 * x), 1, order);  // nothing to run together
  CHECK(order.calls == 1);

  std::atomic<int> called{0};
  auto counting = [&called](int n, const auto& f) {
    ++called;
    system_threads{}(n, f);
  };
  static_assert(executor<decltype(counting)> && executor<system_threads> && !executor<int>);
  out = par(exp(2 * x), 2, counting);       // a name: by reference
  out = par(par(exp(2 * x), 4), 2, [&](int n, const auto& f) { counting(n, f); });  // the outer one decides; kept
  CHECK(called == 2);
  CHECK(same_bits(out, eval(exp(2 * x))));
  out = par(out + 1);
  CHECK(out(63, 31) == std::exp(2 * x(63, 31)) + 1);

  std::vector<int> visits(9);
  system_threads{}(9, [&](int i) { ++visits[static_cast<std::size_t>(i)]; });
  CHECK(visits == std::vector<int>(9, 1));
  CHECK(system_threads::available() >= 1);
}

TEST_CASE("Errors reach the caller") {
  tensor<float, Token[64], Model[32]> x, out;
  auto refuse = [](float e) -> float { return e < 0 ? throw std::runtime_error("negative") : e; };
  x(63, 31) = -1;
  for (int n = 1; n <= 4; ++n) CHECK_THROWS_WITH((out = par(pointwise(refuse, x), n)), "negative");
  x(63, 31) = 5;
  out = par(pointwise(refuse, x), 4);
  CHECK(out(63, 31) == 5);

  CHECK_THROWS_WITH(par(x, 0), "par(x, n): n is 0, and must be at least 1");
  tensor<float, Token[]> short_one{sized<Token>(63)};
  CHECK_THROWS_AS((out = par(x + short_one, 2)), shape_error);
  CHECK(out(63, 31) == 5);
}

TEST_CASE("par changes neither axes nor plan") {
  tensor<float, Token[4], Model[6]> x;
  fill(x, 0.3);
  const auto expression = softmax<Model>(x);
  const auto shared = par(expression, 2);
  static_assert(has_axes<decltype(shared), Token[4], Model[6]> && well_shaped<decltype(shared)>);
  static_assert(plan_of<decltype(shared)>.passes == plan_of<decltype(expression)>.passes);
  CHECK(explain(shared) == explain(expression));
  CHECK(plan(shared).nests == plan(expression).nests);
  CHECK(extent<Token>(shared) == 4);
  CHECK(values(eval(in_float64(shared))) == values(eval(par(in_float64(expression), 2))));
  static_assert(!well_shaped<decltype(par(sum<Vocab>(x)))>);
}
