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
