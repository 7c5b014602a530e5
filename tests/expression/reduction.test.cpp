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

TEST_CASE("a variance keeps its digits, whatever it begins with") {
  struct Row {};
  struct Column {};
  const auto is_near = [](const auto& x, double tolerance) {
    const auto of_rows = eval(var<Column>(x));
    const auto of_all = eval(var<Row, Column>(x));
    const auto rows = eval(in_float64(var<Column>(x)));
    const auto all = eval(in_float64(var<Row, Column>(x)));
    bool near_all = std::abs(of_all() - all()) <= tolerance * all();
    for (index_t r = 0; r < 3; ++r) near_all = near_all && std::abs(of_rows(r) - rows(r)) <= tolerance * rows(r);
    return near_all;
  };
  for (const index_t columns : {2, 3, 7, 8, 24, 31, 32, 33, 64, 97, 1024, 4097, 9000}) {
    INFO(columns << " columns");
    tensor<float, Row[3], Column[]> x(sized<Column>(columns));
    x = sin(cast<float>(position<Row> * 31 + position<Column> * 7));
    CHECK(is_near(x, 1e-5));
    CHECK(is_near(tensor<float, Row[3], Column[]>(x + 1000), 3e-4));  // (as many digits as a mean near 1000 leaves)
    CHECK(is_near(tensor<double, Row[3], Column[]>(cast<double>(x) + 1e6), 1e-9));
    CHECK(is_near(tensor<float, Row[3], Column[]>(where(position<Column> == 0, 1000, x / 100)), 1e-4));
    CHECK(is_near(tensor<float, Row[3], Column[]>(where(position<Column> == length<Column> - 1, -1000, x)), 1e-4));
    CHECK(is_near(tensor<float, Row[3], Column[]>(where(position<Column> < 32, 1000 + x, x)), columns <= 32 ? 3e-4 : 1e-4));
    CHECK(values(eval(var<Column>(tensor<float, Row[3], Column[]>(0 * x + 3.3f)))) == near{0, 0, 0});
  }
  // one element, none, and what is no number
  tensor<float, Row[2], Column[]> one(sized<Column>(1));
  one = 1e6f + cast<float>(position<Row> + position<Column>);
  CHECK(values(eval(var<Column>(one))) == near{0, 0});
  CHECK(values(eval(var<Row, Column>(one))) == near{0.25});
  CHECK(std::isnan(eval(var<Column>(tensor<float, Row[2], Column[]>(sized<Column>(0))))(0)));
  for (const index_t at : {0, 5, 40, 99}) {
    tensor<float, Row[1], Column[100]> x = sin(cast<float>(position<Row> + position<Column>));
    x(0, at) = std::numeric_limits<float>::infinity();
    CHECK(std::isnan(eval(var<Column>(x))(0)));
    x(0, at) = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(eval(var<Column>(x))(0)));
  }
}
TEST_CASE("A length beside a fold is that of the fold, not of those below it") {
  const auto x = numbers(tensor<float, Token[], Feature[5]>(sized<Token>(23)), 1);
  const auto covariance = [](auto c) { return dot<Token>(c, rename<Feature, prime<Feature>>(c)) / length<Token>; };
  CHECK(agrees(let(x - mean<Token>(x), covariance)));
  CHECK(agrees(let((x - mean<Token>(x)) / sqrt(var<Token>(x)), covariance)));
  CHECK(agrees(dot<Token>(x / sqrt(var<Token>(x)), x) / length<Token>));
  // a mean of fewer, in a sum
  const auto y = numbers(tensor<float, Token[], Feature[5]>(sized<Token>(4)), 2);
  CHECK(agrees(sum<Token>(x * mean<Token>(y)) / length<Token>));
  CHECK(all_close(sum<Token>(x * mean<Token>(y)) / length<Token>, in_float64(mean<Token>(x * mean<Token>(y))), 1e-4, 1e-5));
}
