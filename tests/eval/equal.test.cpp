// equal and all_close evaluate to one bool; point-wise functions of batches; logarithms at their edges.
#include <cmath>
#include <limits>
#include <random>

#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, 5, 6}};
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
}  // namespace

TEST_CASE("equal compares every element, matched by name") {
  tensor<float, Key[3], Query[2]> y = x;
  CHECK(equal(x, y));
  CHECK(equal(x * 2, y + y));
  y(2, 1) += 1;
  CHECK_FALSE(equal(x, y));
  CHECK(equal(tensor<int, Key[3]>{7, 7, 7}, 7));
  CHECK_FALSE(equal(7, tensor<int, Key[3]>{7, 7, 8}));
  CHECK(equal(position<Key>, tensor<int, Key[3]>{0, 1, 2}));
  CHECK(equal(sum<Query, Key>(x), 21));
  CHECK_FALSE(equal(tensor<float, Key[2]>{1, no_number}, tensor<float, Key[2]>{1, no_number}));
  const tensor<float, Key[]> none, some(sized<Key>(3));
  CHECK(equal(none, none));
  CHECK_THROWS_WITH(equal(none, some), "operator==: Key is 0 in the left operand and 3 in the right");
}

TEST_CASE("What plain loops compute may be one of several results") {
  auto [twice, exact] = eval(x * 2, in_float64(sum<Key>(x)));
  CHECK((equal(twice, x + x) && equal(exact, tensor<double, Query[2]>{6, 15})));
  tensor<float, Query[2], Key[3]> grown = x;
  tensor<float, Query[2]> total;
  assign(to(grown, total), grown + 1, in_float64(sum<Key>(grown)));  // both of what was there
  CHECK((equal(grown, x + 1) && equal(total, sum<Key>(x))));
}

TEST_CASE("all_close is NumPy's allclose") {
  CHECK(all_close(x, x + 1e-9));
  CHECK(all_close(x, in_float64(x * 1.000001f)));
  CHECK((all_close(par(x * 2, 2), x + x) && equal(x + x, par(x * 2, 2)) && !equal(par(x * 2, 2), x)));
  CHECK_FALSE(all_close(x, x * 1.001f));
  CHECK(all_close(x, x * 1.001f, 1e-2));
  CHECK(all_close(x, x + 0.25, 0, 0.25));
  CHECK_FALSE(all_close(x, x + 0.25, 0, 0.24));
  CHECK(all_close(100, tensor<int, Key[2]>{99, 101}, 0, 1));
  CHECK_FALSE(all_close(tensor<float>{x.data()[0]}, inf));
  const tensor<float, Key[2]> ends{inf, -inf};
  CHECK(all_close(ends, ends));
  CHECK_FALSE(all_close(ends, inf));
  CHECK_FALSE(all_close(ends, 3));
  CHECK_FALSE(all_close(3, ends));
  CHECK_FALSE(all_close(tensor<float, Key[1]>{no_number}, no_number));
}

TEST_CASE("A batchwise function gets whole batches of every type, and single elements where there are none") {
  auto square_more = [](auto a, auto b) { return a * a + b; };
  const tensor<float, Query[3], Key[19]> f = 0.25 * position<Key> - position<Query>;
  const tensor<double, Key[19]> d = position<Key> * 0.5;
  const tensor<int, Key[19]> i = position<Key> - 7;
  const tensor<std::int8_t, Key[19]> small = cast<std::int8_t>(i);
  CHECK(equal(pointwise(batchwise(square_more), f, i), f * f + i));
  CHECK(equal(pointwise(batchwise(square_more), f, d), cast<double>(f) * f + d));
  CHECK(equal(pointwise(batchwise(square_more), i, i), i * i + i));
  CHECK(equal(pointwise(batchwise([](auto a) { return a; }), small), small));
  CHECK(equal(sum<Key>(pointwise(batchwise(square_more), f, 1.f)), sum<Key>(f * f + 1)));
  CHECK(all_close(softmax<Key>(pointwise(batchwise([](auto a) { return a + a; }), f)), in_float64(softmax<Key>(2 * f))));
}

TEMPLATE_TEST_CASE("log and log1p, in floats and doubles", "", float, double) {
  using limits = std::numeric_limits<TestType>;
  const auto typed = [](auto... v) { return tensor<TestType, Key[13]>{static_cast<TestType>(v)...}; };
  const auto a = typed(0, 1, 2, 1e-30, 1e30, 0.70710678, 0.7071069, 0.999999, 1.00001, -1, NAN, limits::infinity(), limits::denorm_min());
  const auto b = typed(0, 1, 1e30, -1, -0.9999999, -0.5, 1e-7, 1e-3, -1e-3, -2, NAN, limits::infinity(), -1e-8);
  const double rounding = 2 * limits::epsilon();
  std::vector<double> log_a, log1p_b;
  for (int k = 0; k < 13; ++k) {
    log_a.push_back(std::log(static_cast<double>(a(k))));
    log1p_b.push_back(std::log1p(static_cast<double>(b(k))));
  }
  CHECK(values(eval(log(a))) == near(log_a, rounding));
  CHECK(values(eval(log1p(b))) == near(log1p_b, rounding));
  CHECK(std::fabs(eval(log1p(b))(6) - log1p_b[6]) <= rounding * 1e-7);
}

TEST_CASE("zeros, ones, full") {
  const auto z = zeros<float, Query[2], Key[]>(sized<Key>(3));
  static_assert(std::is_same_v<decltype(z), const tensor<float, Query[2], Key[]>>);
  CHECK((z.size() == 6 && equal(z, 0)));
  CHECK(equal(ones<int, Key[4]>(), 1));
  CHECK(equal(full<double, Query[], Key[]>(0.5, sized<Key>(3), sized<Query>(2)), 0.5));
  CHECK(zeros<float>()() == 0);
}

TEST_CASE("random_normal is standard normal, and the seed decides") {
  const auto r = random_normal<float, Query[100], Key[]>(7, sized<Key>(101));
  CHECK(std::fabs(eval(mean<Query, Key>(r))()) < 0.05f);
  CHECK(std::fabs(eval(var<Query, Key>(r))() - 1) < 0.05f);
  CHECK(std::fabs(eval(mean<Query, Key>(cast<float>(abs(r) < 0.67449f)))() - 0.5f) < 0.03f);  // half of all
  CHECK(equal(r, random_normal<float, Query[100], Key[]>(7, sized<Key>(101))));
  CHECK_FALSE(equal(r, random_normal<float, Query[100], Key[]>(8, sized<Key>(101))));
  std::mt19937 generator(1);
  const auto first = random_normal<double, Key[3]>(generator), second = random_normal<double, Key[3]>(generator);
  CHECK_FALSE(equal(first, second));
}

TEST_CASE("A long double is a scalar like any other") {
  tensor<float, Query[2]> one_two{1, 2};
  static_assert(std::is_same_v<decltype(eval(one_two * 1.5L)), tensor<float, Query[2]>>);
  CHECK(eval(one_two * 1.5L)(1) == 3);
}

TEST_CASE("The negative of 0 is -0") {
  tensor<float, Query[19]> zeros;
  tensor<double, Query[19]> doubles;
  CHECK(std::signbit(eval(-zeros)(3)));
  CHECK(std::signbit(eval(-doubles)(18)));
  CHECK_FALSE(std::signbit(eval(-(-zeros))(18)));
}
