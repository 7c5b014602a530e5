// Sums of products are contractions, of small integers too: the products are taken in the type of the sum.
#include <cstdint>

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
