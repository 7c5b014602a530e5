// pow, and quotients and remainders of integers, which registers compute in float64; exponentials of float64.
#include <cmath>
#include <cstring>
#include <limits>

#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Exponent {};
constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

// Lane by lane: numbers of all kinds beside each other, and a register of one kind alone.
TEST_CASE("pow is that of float64, rounded: also of zeros, negative numbers, infinities and NaN") {
  const tensor<float, Token[13]> x{0.f, -0.f, 1.f, -1.f, 2.f, -2.f, 0.999999f, 3e38f, 1e-40f, infinity, -infinity, nan, 7.f};
  const tensor<float, Exponent[16]> y{0.f, -0.f, 1.f, -1.f, 2.f, 3.f, 0.5f, -2.5f, 100.f, infinity, nan, 1e30f, -1.5f, 63.5f, 0.75f, 64.5f};
  const auto same = [](float found, float a, float b) {
    const float exact = static_cast<float>(std::pow(static_cast<double>(a), static_cast<double>(b)));
    if (std::isnan(exact)) return std::isnan(found);
    if (std::fabs(exact) < std::numeric_limits<float>::min()) return std::fabs(found - exact) <= std::numeric_limits<float>::min() && std::signbit(found) == std::signbit(exact);
    return std::isinf(exact) ? found == exact : std::fabs(found - exact) <= 1.2e-7f * std::fabs(exact);
  };
  const auto all = eval(pow(x, y));
  tensor<float, Token[37]> alone;
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 16; ++j) {
      CAPTURE(x(i), y(j));
      CHECK(same(all(i, j), x(i), y(j)));
      for (int n = 0; n < 37; ++n) alone(n) = x(i);
      alone = pow(alone, y(j));
      CHECK(same(alone(0), x(i), y(j)));
      CHECK(same(alone(36), x(i), y(j)));
    }
}

TEST_CASE("pow of float64 with a small exponent that is whole or ends in a half takes products and a root: 1.5 ulp, zeros, infinities and NaN as std::pow has them") {
  const double largest = std::numeric_limits<double>::max(), inf = infinity, not_a_number = nan;
  const tensor<double, Token[13]> x{0., -0., 1., -1., 3.1, -2.7, 0.999999, 1e70, -1e-90, inf, -inf, not_a_number, largest};
  for (const double y : {-1., 0., 1., 2., 3., 4., 5., -2., 0.5, -0.5, 1.5, -1.5, 2.5}) {
    const auto found = eval(pow(x, y));
    for (int i = 0; i < 13; ++i) {
      CAPTURE(x(i), y);
      const double exact = std::pow(x(i), y);
      if (std::isnan(exact)) CHECK(std::isnan(found(i)));
      else if (std::isinf(exact) || exact == 0) {
        CHECK(found(i) == exact);
        CHECK(std::signbit(found(i)) == std::signbit(exact));
      } else CHECK(std::fabs(found(i) - exact) <= 3.4e-16 * std::fabs(exact));
    }
  }
}

TEST_CASE("Quotients and remainders of integers truncate, to the last bit") {
  constexpr int lowest = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  const tensor<int, Token[11]> x{lowest, lowest + 1, most, most - 1, -7, 7, 0, 1, -1, 123456789, -987654321};
  const tensor<int, Exponent[9]> y{1, 2, -3, 7, -7, most, lowest, 46341, 65536};
  const auto quotients = eval(x / y), remainders = eval(x % y);
  for (int i = 0; i < 11; ++i)
    for (int j = 0; j < 9; ++j) {
      CAPTURE(x(i), y(j));
      CHECK(quotients(i, j) == x(i) / y(j));
      CHECK(remainders(i, j) == x(i) % y(j));
    }
  CHECK(values(eval(x % -1)) == near(std::vector<double>(11)));  // of the lowest number, too, which processors refuse to divide so
}

TEST_CASE("Exponentials of float64 under a maximum: near those of the standard library, and 0 where nothing takes part") {
  tensor<double, Token[41]> x;
  for (int i = 0; i < 41; ++i) x(i) = -17.7 * i;  // down to -708
  x(40) = -infinity;
  const auto weights = eval(exp(x - max<Token>(x)) / sum<Token>(exp(x - max<Token>(x)))), same = eval(softmax<Token>(x));
  double total = 0;
  for (int i = 0; i < 41; ++i) total += std::exp(x(i));
  for (int i = 0; i < 41; ++i) {
    CAPTURE(i);
    CHECK(std::fabs(same(i) - std::exp(x(i)) / total) <= 1e-15 * std::exp(x(i)));
    CHECK(std::fabs(weights(i) - std::exp(x(i)) / total) <= 1e-15 * std::exp(x(i)));
  }
  CHECK(same(40) == 0);
  x(3) = nan;
  CHECK(std::isnan(eval(sum<Token>(softmax<Token>(x)))()));
}
}  // namespace
