// Expressions against what NumPy gives for the same arrays (make.py): the reference evaluator, and the planned loops.
#include <string>

#if __has_include(<xtensor/io/xnpy.hpp>)
#include <xtensor/io/xnpy.hpp>
#else
#include <xtensor/xnpy.hpp>
#endif

#include <heed/eval/error_bound.hpp>
#include <heed/eval/in_float64.hpp>
#if __has_include(<heed/eval/evaluate.hpp>)
#include <heed/eval/evaluate.hpp>
#endif
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/tensor/named.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Hidden {};
struct Group {};

template <class T>
std::vector<double> numbers_in(const std::string& name, std::vector<std::size_t>* extents = nullptr) {
  const auto array = xt::load_npy<T>("tests/laws/numpy/data/" + name + ".npy");
  if (extents != nullptr) extents->assign(array.shape().begin(), array.shape().end());
  return {array.begin(), array.end()};
}
template <class... X> tensor<float, X...> load(const std::string& name) {
  std::vector<std::size_t> extents;
  const std::vector<double> numbers = numbers_in<float>(name, &extents);
  tensor<float, X...> t;
  REQUIRE(extents == std::vector<std::size_t>{static_cast<std::size_t>(size_of_extent<X>)...});
  for (index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<float>(numbers[static_cast<std::size_t>(i)]);
  return t;
}

struct arrays {
  tensor<float, Head[4], Query[6], Feature[8]> q = load<Head[4], Query[6], Feature[8]>("q");
  tensor<float, Head[4], Key[10], Feature[8]> k = load<Head[4], Key[10], Feature[8]>("k");
  tensor<float, Head[4], Key[10], Value[5]> v = load<Head[4], Key[10], Value[5]>("v");
};

// The result's axes stand in the order of NumPy's.
template <class E> void check(const std::string& name, const E& expression) {
  INFO(name);
  const auto expected = numbers_in<double>(name);
  CHECK(values(eval(in_float64(expression))) == near(expected, 1e-12));

  const auto bounded = eval_with_bound(expression);
  int loose = 0;
  for (const double bound : bounded.bound)
    if (!(bound < 1e-2)) ++loose;
  CHECK(loose == 0);
#if __has_include(<heed/eval/evaluate.hpp>)
  const auto planned = eval(expression);
  int outside = 0;
  for (index_t i = 0; i < planned.size(); ++i)
    if (!is_within_bound(static_cast<double>(planned.data()[i]), expected[static_cast<std::size_t>(i)],
                         bounded.bound.data()[i]))
      ++outside;
  CHECK(outside == 0);
#endif
}

// phi of linear attention: positive
template <class X> auto positive(const X& y) { return where(y > 0, y + 1, exp(y)); }
template <class X> auto standardised(const X& y) {
  return let(y, [](auto t) { return (t - mean<Model>(t)) * rsqrt(var<Model>(t) + 1e-5); });
}
}  // namespace

TEST_CASE_METHOD(arrays, "Attention and its masks") {
  const auto bias = load<Query[6], Key[10]>("bias");
  auto scores = dot<Feature>(q, k) / std::sqrt(8.0);
  check("attention", dot<Key>(softmax<Key>(scores), v));
  check("causal", dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf)), v));
  check("logsumexp", logsumexp<Key>(scores));
  check("softcap", dot<Key>(softmax<Key>(where(position<Key> < 7, 5 * tanh(scores / 5) + bias, -inf)), v));
}

TEST_CASE_METHOD(arrays, "Weights that are not a softmax over the keys alone") {
  auto scores = dot<Feature>(q, k) / std::sqrt(8.0);
  check("slot", dot<Key>(normalize<Key>(softmax<Query>(scores)), v));
  check("both_axes", dot<Key>(softmax<Query, Key>(scores), v));
  check("distance", dot<Key>(normalize<Key>(1 / (1 + sum<Feature>((q - k) * (q - k)))), v));
  check("linear", let(positive(q), [&](auto a) {
          return let(positive(k),
                     [&](auto b) { return dot<Feature>(a, dot<Key>(b, v)) / dot<Feature>(a, sum<Key>(b)); });
        }));
}

TEST_CASE_METHOD(arrays, "Softmax of what depends on all scores of a row") {
  auto scores = dot<Feature>(q, k) / std::sqrt(8.0);
  auto standard = let(scores, [](auto s) { return (s - mean<Key>(s)) * rsqrt(var<Key>(s) + 1e-5); });
  check("standardised", dot<Key>(softmax<Key>(standard), v));
  check("entropy", let(softmax<Key>(scores), [](auto p) { return -sum<Key>(p * log(p)); }));
  check("twice", dot<Key>(softmax<Key>(4 * softmax<Key>(scores)), v));
}

TEST_CASE_METHOD(arrays, "Query heads in groups that share a key head") {
  auto grouped = split<Head, Head[2], Group[2]>(q);
  auto shared = dot<Feature>(grouped, slice<Head, 0, 2>(k + 0));
  auto context = dot<Key>(softmax<Key>(merge<Head, Head, Group>(shared)), v);
  check("grouped", context);
}

TEST_CASE("Layers") {
  const auto x = load<Token[7], Model[12]>("x");
  const auto gain = load<Model[12]>("gain"), offset = load<Model[12]>("offset");
  check("layer_norm", standardised(x) * gain + offset);

  const auto w1 = load<Model[12], Hidden[16]>("w1");
  const auto b1 = load<Hidden[16]>("b1");
  const auto w2 = load<Hidden[16], Model[12]>("w2");
  auto gelu = [](auto&& y) { return let(y, [](auto t) { return 0.5 * t * (1 + erf(t * std::sqrt(0.5))); }); };
  check("mlp", x + dot<Hidden>(gelu(dot<Model>(x, w1) + b1), w2));

  check("covariance",
        let(x - mean<Token>(x), [](auto c) { return dot<Token>(c, rename<Model, prime<Model>>(c)) / 7; }));

  const auto wq = load<Model[12], Head[3], Feature[4]>("wq"), wk = load<Model[12], Head[3], Feature[4]>("wk");
  const auto wv = load<Model[12], Head[3], Value[5]>("wv");
  const auto wo = load<Head[3], Value[5], Model[12]>("wo");
  check("layer", x + let(standardised(x), [&](auto t) {
                   auto query = rename<Token, Query>(dot<Model>(t, wq));
                   auto key = rename<Token, Key>(dot<Model>(t, wk));
                   auto value = rename<Token, Key>(dot<Model>(t, wv));
                   auto masked = where(position<Key> <= position<Query>, dot<Feature>(query, key) / 2, -inf);
                   return rename<Query, Token>(dot<Head, Value>(dot<Key>(softmax<Key>(masked), value), wo));
                 }));
}
