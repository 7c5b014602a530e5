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

TEST_CASE("erf of float32 is exact to an ulp and a half, and 1 where it is nearest") {
  tensor<float, Token[4003]> x, y;
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>((i % 2 == 0 ? 1 : -1) * (i < 1000 ? std::exp2(-0.02 * static_cast<double>(i)) : 0.0015 * static_cast<double>(i - 1000)));
  y = erf(x);
  double worst = 0;
  for (index_t i = 0; i < x.size(); ++i) {
    int exponent = 0;
    const double exact = std::erf(static_cast<double>(x.data()[i]));
    std::frexp(exact, &exponent);
    const double error = std::abs(static_cast<double>(y.data()[i]) - exact) * std::ldexp(1., 24 - exponent);
    if (!(error <= worst)) worst = error;
  }
  CHECK(worst < 1.5);
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const tensor<float, Token[8]> ends{0.f, -0.f, 3.93f, -3.93f, 3e38f, infinite, -infinite, std::numeric_limits<float>::quiet_NaN()};
  const auto e = eval(erf(ends));
  CHECK((e(0) == 0 && e(1) == 0 && std::signbit(e(1)) && e(2) == 1 && e(3) == -1 && e(4) == 1 && e(5) == 1 && e(6) == -1 && std::isnan(e(7))));
}
