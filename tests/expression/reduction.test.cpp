// Sums of products are contractions, of small integers too: the products are taken in the type of the sum.
#include <cmath>
#include <cstdint>
#include <limits>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

TEST_CASE("products of small integers do not wrap around in a sum") {
  const tensor<std::int16_t, Token[3]> x{300, -300, 2};
  CHECK(eval(sum<Token>(x * x))() == 180004);
  CHECK(equal(sum<Token>(x * x), dot<Token>(x, x)));
  const tensor<std::int8_t, Token[3], Head[2]> y{{100, -100}, {127, -128}, {3, 4}};
  CHECK(values(eval(sum<Token>(y * y * y))) == near{3048410, -3097088});
  CHECK(agrees(sum<Head>(y * x * y)));
  CHECK(values(eval(sum<Token>(cast<int>(y) * -1))) == near{-230, 224});
  // by itself a product has the type of its factors
  static_assert(std::is_same_v<decltype(eval(y * y))::element_type, std::int8_t>);
  CHECK(eval(at<Token>(y * y, 2))(1) == 16);
}

TEST_CASE("folds of floats beside folds of doubles, whose lanes are half a register of floats") {
  tensor<float, Token[3], Head[37]> x = sin(cast<float>(position<Token> * 31 + position<Head>));
  const tensor<double, Token[3], Head[37]> y = cos(cast<double>(position<Token> * 31 + position<Head> * 7));
  CHECK(agrees(max<Head>(x) + sum<Head>(y)));
  CHECK(agrees(var<Head>(x) + prod<Head>(1 + y / 100)));
  CHECK(agrees(min<Head>(cast<int>(x * 100)) + var<Head>(y)));
  for (const index_t i : {0, 3, 17, 36}) {  // NaN stays, from whichever lane
    const float was = x(1, i);
    x(1, i) = std::numeric_limits<float>::quiet_NaN();
    const tensor<double, Token[3]> high = max<Head>(x) + sum<Head>(y), low = min<Head>(x) + sum<Head>(y);
    CHECK(std::isnan(high(1)));
    CHECK(std::isnan(low(1)));
    CHECK(std::isfinite(high(2)));
    x(1, i) = was;
  }
}
