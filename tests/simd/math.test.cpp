// What is computed here and not by a library, at its ends and against the standard library's.
#include <cmath>
#include <limits>

#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

TEST_CASE("exp of float64 is exact to about an ulp, between its ends and at them") {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  tensor<double, Token[4001]> x, y;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = i % 2 == 0 ? -708.3 + 0.354 * static_cast<double>(i) : 1e-3 * static_cast<double>(i - 2000);
  y = exp(x);
  int wrong = 0;
  for (index_t i = 0; i < x.size(); ++i) wrong += std::abs(y.data()[i] / std::exp(x.data()[i]) - 1) < 4.5e-16 ? 0 : 1;
  CHECK(wrong == 0);
  const tensor<double, Token[8]> ends{{-infinite, -709, -1e308, 0, -0.0, 709.78, 709.8, infinite}};
  tensor<double, Token[8]> e;
  e = exp(ends);
  for (const int i : {0, 1, 2}) CHECK(e.data()[i] == 0);
  CHECK((e.data()[3] == 1 && e.data()[4] == 1 && e.data()[5] == Approx(std::exp(709.78)) && e.data()[6] == infinite && e.data()[7] == infinite));
  const tensor<double, Token[2]> nan{{std::numeric_limits<double>::quiet_NaN(), 0}};
  CHECK(std::isnan(eval(exp(nan)).data()[0]));
  // relative to a maximum that is far away
  const tensor<double, Token[8]> far{{-infinite, -800, -709, -708.5, -700, 0, -1e-3, -1e308}};
  e = exp(far - max<Token>(far));
  CHECK((e.data()[0] == 0 && e.data()[1] == 0 && e.data()[4] == Approx(std::exp(-700)) && e.data()[5] == 1 && e.data()[7] == 0));
  e = softmax<Token>(far);
  CHECK((e.data()[0] == 0 && e.data()[1] == 0 && e.data()[4] == Approx(std::exp(-700) / (1 + std::exp(-1e-3))) && e.data()[7] == 0));
}

namespace {
constexpr float infinite = std::numeric_limits<float>::infinity();
const tensor<float, Token[8]> ends{0.f, -0.f, 3e38f, -3e38f, infinite, -infinite, std::numeric_limits<float>::quiet_NaN(), -1.f};

// Numbers of all sizes from 2^-20 to 100,000, and every 0.0015 up to 4.5 and down from it.
tensor<float, Token[8003]> numbers() {
  tensor<float, Token[8003]> x;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>((i % 2 == 0 ? 1 : -1) * (i < 5000 ? std::exp2(-20 + 36.6 * static_cast<double>(i) / 5000) : 0.0015 * static_cast<double>(i - 5000)));
  return x;
}
// The largest error, in units in the last place of the exact value.
template <class E, class F> double worst_ulp(const tensor<float, Token[8003]>& x, const E& e, F exact) {
  const tensor<float, Token[8003]> y = e;
  double worst = 0;
  for (index_t i = 0; i < x.size(); ++i) {
    const double expected = exact(static_cast<double>(x.data()[i]));
    if (std::isnan(expected)) continue;
    int exponent = 0;
    std::frexp(expected, &exponent);
    const double error = std::abs(static_cast<double>(y.data()[i]) - expected) * std::ldexp(1., 24 - exponent);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}
}  // namespace

TEST_CASE("exp of float32 is exact to an ulp or so, between its ends and at them") {
  tensor<float, Token[8003]> x;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i % 2 == 0 ? -87.3 + 0.02199 * static_cast<double>(i) : 1e-4 * static_cast<double>(i - 4000));
#ifdef __FMA__
  CHECK(worst_ulp(x, exp(x), [](double v) { return std::exp(v); }) < 1.25);
#else
  CHECK(worst_ulp(x, exp(x), [](double v) { return std::exp(v); }) < 50);  // (of log2 e in two parts the second counts only where products are not rounded)
#endif
  const tensor<float, Token[8]> at_ends{0.f, 88.722f, 88.7229f, -87.33654f, -87.34f, 88.7f, -0.f, 1e30f};
  const auto e = eval(exp(at_ends)), far = eval(exp(ends));
  CHECK((e(0) == 1 && e(1) == Approx(std::exp(88.722f)) && e(2) == infinite && e(3) == Approx(1.1754944e-38) && e(4) == 0 && e(5) == Approx(std::exp(88.7f)) && e(6) == 1 && e(7) == infinite));
  CHECK((far(0) == 1 && far(2) == infinite && far(3) == 0 && far(4) == infinite && far(5) == 0 && std::isnan(far(6))));
}

TEST_CASE("exp of float32 below a maximum is exact to what its argument's rounding may change, 1 at it and 0 far below") {
  tensor<float, Token[8003]> x;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = -static_cast<float>(i % 2 == 0 ? 0.01 * static_cast<double>(i) : 0.000125 * static_cast<double>(i));
  const tensor<float, Token[8003]> y = exp(x - max<Token>(x));
  int wrong = 0;
  for (index_t i = 0; i < x.size(); ++i) {
    const double expected = std::exp(static_cast<double>(x.data()[i]));
    const double ulps = std::abs(static_cast<double>(y.data()[i]) / expected - 1) * std::exp2(24);  // (at most)
    wrong += ulps < 2.7 + std::abs(static_cast<double>(x.data()[i])) ? 0 : 1;  // (a quarter of |x| with FMA)
  }
  CHECK(wrong == 0);
  CHECK(y.data()[0] == 1);
  const tensor<float, Token[8]> far{0.f, -88.f, -infinite, -1e9f, -3e38f, -87.5f, -87.95f, -0.f};
  const auto e = eval(exp(far - max<Token>(far)));
  CHECK((e(0) == 1 && e(1) == 0 && e(2) == 0 && e(3) == 0 && e(4) == 0 && e(7) == 1));
  for (const int i : {5, 6}) CHECK((e(i) >= 0 && e(i) < 1.2e-38f));
}

TEST_CASE("erf of float32 is exact to two ulp, and 1 where it is nearest") {
  const auto x = numbers();
  CHECK(worst_ulp(x, erf(x), [](double v) { return std::erf(v); }) < 1.8);
  const auto e = eval(erf(ends));
  CHECK((e(0) == 0 && e(1) == 0 && std::signbit(e(1)) && e(2) == 1 && e(3) == -1 && e(4) == 1 && e(5) == -1 && std::isnan(e(6))));
}

TEST_CASE("erf of float64 is exact to about an ulp, and 1 where it is nearest") {
  tensor<double, Token[20011]> x;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = i % 2 == 0 ? -6.2 + 6.2e-4 * static_cast<double>(i) : 0.8 + 2.5e-5 * static_cast<double>(i);
  const tensor<double, Token[20011]> y = erf(x);
  double worst = 0;
  for (index_t i = 0; i < x.size(); ++i) {
    const long double expected = std::erf(static_cast<long double>(x.data()[i]));
    const auto near = static_cast<double>(expected);
    const double ulp = near == 0 ? 5e-324 : std::abs(std::nextafter(near, 2. * near) - near);
    const auto error = static_cast<double>(std::abs(static_cast<long double>(y.data()[i]) - expected)) / ulp;
    worst = worst > error ? worst : error;
  }
  CHECK(worst < 1.5);
  const tensor<double, Token[10]> at_ends{0., -0., 5.95, -5.95, 1e300, -1e300, NAN, infinite, -infinite, 1.};
  const auto e = eval(erf(at_ends));
  CHECK((e(0) == 0 && e(1) == 0 && std::signbit(e(1)) && e(2) == 1 && e(3) == -1 && e(4) == 1 && e(5) == -1 && std::isnan(e(6)) && e(7) == 1 && e(8) == -1 && e(9) == Approx(std::erf(1.))));
}

TEST_CASE("sin and cos of float32 are exact to two ulp, small or large") {
  const auto x = numbers();
  CHECK(worst_ulp(x, sin(x), [](double v) { return std::sin(v); }) < 2.4);  // (1.6 with FMA)
  CHECK(worst_ulp(x, cos(x), [](double v) { return std::cos(v); }) < 2.4);
  const auto s = eval(sin(ends)), c = eval(cos(ends));
  CHECK((s(0) == 0 && s(1) == 0 && c(0) == 1 && c(1) == 1));
  for (const int i : {2, 3}) CHECK((s(i) == Approx(std::sin(ends(i))) && c(i) == Approx(std::cos(ends(i)))));
  for (const int i : {4, 5, 6}) CHECK((std::isnan(s(i)) && std::isnan(c(i))));
}

TEST_CASE("log and log1p of float32 are exact to an ulp or so") {
  const auto x = numbers();
  CHECK(worst_ulp(x, log(x), [](double v) { return std::log(v); }) < 1);
  CHECK(worst_ulp(x, log1p(x), [](double v) { return std::log1p(v); }) < 1.5);
  const auto l = eval(log(ends)), p = eval(log1p(ends));
  CHECK((l(0) == -infinite && l(1) == -infinite && l(2) == Approx(std::log(3e38)) && l(4) == infinite));
  CHECK((p(0) == 0 && p(1) == 0 && p(2) == Approx(std::log(3e38)) && p(4) == infinite && p(7) == -infinite));
  for (const int i : {3, 5, 6}) CHECK((std::isnan(l(i)) && std::isnan(p(i))));
  CHECK(eval(log(tensor<float, Token[1]>{1e-45f}))(0) == Approx(std::log(static_cast<double>(1e-45f))));
}
