// Axes that fill half a register or less, for which AVX-512's registers are taken by halves: everything that is done with lanes.
#include <cmath>
#include <limits>

#include <heed/attention.hpp>
#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
// Numbers between -2 and 2, some of them 0.
template <class T, class... X> tensor<T, X...> some(int seed) {
  tensor<T, X...> x;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<T>(static_cast<double>((i * 37 + seed * 11) % 17 - 8) / 4.);
  return x;
}

template <class E> double worst_error(const E& e) {
  const auto found = eval(e);
  const auto exact = eval(in_float64(e));
  double worst = 0;
  for (index_t i = 0; i < found.size(); ++i) {
    const double difference = std::abs(static_cast<double>(found.data()[i]) - exact.data()[i]);
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

template <int N> void check_functions() {
  const auto x = some<float, Token[N]>(1), y = some<float, Token[N]>(2);
  const auto d = some<double, Token[N]>(3);
  const auto i = some<int, Token[N]>(4);
  CAPTURE(N);
  CHECK(worst_error(exp(x) + tanh(y) * erf(x) + log1p(abs(y)) - log(x * x + 1)) < 2e-6);
  CHECK(worst_error(sin(x) * cos(y) + sqrt(abs(x)) / (1 + exp2(y)) + pow(abs(x) + 1, y)) < 2e-5);
  CHECK(worst_error(exp(d) * tanh(d) + log(d * d + 1) + sin(d) - erf(d)) < 1e-14);
  // several types at once, whose registers are not the same
  CHECK(worst_error(where(d > 0, x, y) + cast<float>(i) * where(i > 0 && x < y, 2.f, -1.f)) < 1e-6);
  CHECK(worst_error(i / 2 + i % 2 - i * i) == 0);
  CHECK(worst_error(softmax<Token>(x)) + worst_error(var<Token>(y)) + worst_error(layer_norm<Token>(x)) + worst_error(argmax<Token>(x)) < 3e-6);
}

template <int Queries, int Keys, int Features> void check_attention() {
  const auto q = some<float, Query[Queries], Feature[Features]>(1);
  const auto k = some<float, Key[Keys], Feature[Features]>(2);
  const auto v = some<float, Key[Keys], Value[Features]>(3);
  const auto earlier = position<Key> <= position<Query>;
  CAPTURE(Queries, Keys, Features);
  CHECK(worst_error(dot<Key>(softmax<Key>(dot<Feature>(q, k) / 2.f), v)) < 3e-6);
  CHECK(worst_error(dot<Key>(softmax<Key>(where(earlier, dot<Feature>(q, k), -std::numeric_limits<float>::infinity())), v)) < 3e-6);
}
}  // namespace

TEST_CASE("few lanes: functions, masks and folds of any length up to half a register, and a little more") {
  check_functions<3>();
  check_functions<8>();
  check_functions<9>();
}

TEST_CASE("few lanes: a function of batches, generic or of whole registers") {
  const auto x = some<float, Token[5]>(1);
  CHECK(worst_error(pointwise(batchwise([](const auto& a) { return a * a + 1.f; }), x)) < 1e-6);
  const auto y = eval(pointwise(batchwise([](const xsimd::batch<float>& a) { return a + a; }), x));
  for (index_t i = 0; i < 5; ++i) CHECK(y.data()[i] == 2 * x.data()[i]);
}

TEST_CASE("few lanes: attention") {
  check_attention<8, 8, 8>();
  check_attention<3, 2, 9>();
}
