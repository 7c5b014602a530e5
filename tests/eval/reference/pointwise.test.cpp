// Every element-wise operation of the reference evaluator, against numbers worked out by hand.
#include <limits>

#include <heed/eval/in_float64.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/expression/pointwise.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
const tensor<float, Key[4]> x{-2, -0.5f, 0, 3}, y{4, 0.25f, -1, 2};
const tensor<int, Key[4]> i{-7, 7, 0, 5}, j{2, -2, 3, 5};
}  // namespace

TEST_CASE("Arithmetic of floats") {
  CHECK(run(x + y) == near{2, -0.25, -1, 5});
  CHECK(run(x - y) == near{-6, -0.75, 1, 1});
  CHECK(run(x * y) == near{-8, -0.125, 0, 6});
  CHECK(run(x / y) == near{-0.5, -2, 0, 1.5});
  CHECK(run(x % y) == near{-2, 0, 0, 1});
  CHECK(run(-x) == near{2, 0.5, 0, -3});
  CHECK(run(abs(x)) == near{2, 0.5, 0, 3});
  CHECK(run(1 / x) == near{-0.5, -2, infinity, 1.0 / 3});
}

TEST_CASE("Arithmetic of integers truncates as in C++") {
  CHECK(run(i / j) == near{-7 / 2, 7 / -2, 0, 1});
  CHECK(run(i % j) == near{-7 % 2, 7 % -2, 0, 0});
  CHECK(run(i * j - 1) == near{-15, -15, -1, 24});
  CHECK(run(i / 2.f) == near{-3.5, 3.5, 0, 2.5});
  CHECK(run(tensor<long long, Key[1]>{(1LL << 53) - 1} / 2LL) == near({(1LL << 52) - 1}));
}

TEST_CASE("Comparisons and logic give 0 or 1") {
  CHECK(run(i == 5) == near{0, 0, 0, 1});
  CHECK(run(i != 5) == near{1, 1, 1, 0});
  CHECK(run(x < y) == near{1, 1, 0, 0});
  CHECK(run(i <= j) == near{1, 0, 1, 1});
  CHECK(run(x > y) == near{0, 0, 1, 1});
  CHECK(run(i >= j) == near{0, 1, 0, 1});
  CHECK(run(x < 0 && y < 1) == near{0, 1, 0, 0});
  CHECK(run(x < 0 || y > 1) == near{1, 1, 0, 1});
  CHECK(run(!(x < 0)) == near{0, 0, 1, 1});
  CHECK(run(x && i) == near{1, 1, 0, 1});
  CHECK(run((x < 0) + (y > 1)) == near{2, 1, 0, 1});
}

TEST_CASE("Choices") {
  CHECK(run(where(x < 0, y, 10)) == near{4, 0.25, 10, 10});
  CHECK(run(where(x < 0, -inf, y)) == near{-infinity, -infinity, -1, 2});
  CHECK(run(minimum(x, y)) == near{-2, -0.5, -1, 2});
  CHECK(run(maximum(x, 1)) == near{1, 1, 1, 3});
}

TEST_CASE("Functions") {
  const tensor<double, Key[3]> p{0.25, 1, 4}, s{-1, 0, 2};
  CHECK(run(exp(s)) == near{std::exp(-1), 1, std::exp(2)});
  CHECK(run(exp2(s)) == near{0.5, 1, 4});
  CHECK(run(log(p)) == near{-2 * std::log(2), 0, 2 * std::log(2)});
  CHECK(run(log1p(p)) == near{std::log1p(0.25), std::log(2), std::log(5)});
  CHECK(run(sqrt(p)) == near{0.5, 1, 2});
  CHECK(run(rsqrt(p)) == near{2, 1, 0.5});
  CHECK(run(pow(p, 2)) == near{0.0625, 1, 16});
  CHECK(run(pow(p, -0.5)) == near{2, 1, 0.5});
  CHECK(run(sin(s)) == near{std::sin(-1), 0, std::sin(2)});
  CHECK(run(cos(s)) == near{std::cos(-1), 1, std::cos(2)});
  CHECK(run(tanh(s)) == near{std::tanh(-1), 0, std::tanh(2)});
  CHECK(run(erf(s)) == near{std::erf(-1), 0, std::erf(2)});
  CHECK(run(exp(i)) == near{std::exp(-7), std::exp(7), 1, std::exp(5)});
}

TEST_CASE("NaN and infinity come out where they went in") {
  const tensor<float, Key[4]> odd{std::numeric_limits<float>::quiet_NaN(), inf, -inf, 1};
  CHECK(run(odd + 1) == near{no_number, infinity, -infinity, 2});
  CHECK(run(odd - odd) == near{no_number, no_number, no_number, 0});
  CHECK(run(maximum(odd, 0)) == near{no_number, infinity, 0, 1});
  CHECK(run(maximum(0, odd)) == near{no_number, infinity, 0, 1});
  CHECK(run(minimum(odd, 0)) == near{no_number, 0, -infinity, 0});
  CHECK(run(exp(odd)) == near{no_number, infinity, 0, std::exp(1)});
  CHECK(run(odd == odd) == near{0, 1, 1, 1});
  CHECK(run(where(odd == odd, odd, 5)) == near{5, infinity, -infinity, 1});
}

TEST_CASE("cast keeps the meaning of the type") {
  CHECK(run(cast<int>(x)) == near{-2, 0, 0, 3});
  CHECK(run(cast<bool>(x)) == near{1, 1, 0, 1});
  CHECK(run(cast<float>(i) / 2) == near{-3.5, 3.5, 0, 2.5});
  CHECK(run(cast<unsigned char>(i)) == near{249, 7, 0, 5});
}

TEST_CASE("Broadcasting is by name, in the order of first appearance") {
  const tensor<int, Query[2]> q{10, 20};
  const tensor<int, Key[3], Query[2]> kq{{1, 2}, {3, 4}, {5, 6}};
  CHECK(run(q + tensor<int, Key[3]>{1, 2, 3}) == near{11, 12, 13, 21, 22, 23});
  CHECK(run(q + kq) == near{11, 13, 15, 22, 24, 26});
  CHECK(run(kq + q) == near{11, 22, 13, 24, 15, 26});
}

namespace {
float half(float v) { return v / 2; }
}  // namespace

TEST_CASE("The user's functions are called with double where they can be") {
  const tensor<float, Key[1]> third{1.f / 3};
  const double there = static_cast<double>(1.f / 3);
  CHECK(run(pointwise([](auto a) { return a * a; }, third)) == near({there * there}));
  CHECK(run(pointwise([](double a) { return a * a; }, third)) == near({there * there}));
  CHECK(run(pointwise(half, y)) == near{2, 0.125, -0.5, 1});
  CHECK(run(pointwise([](float a, int b) { return b > 0 ? a : -a; }, y, j)) == near{4, -0.25, -1, 2});
  CHECK(run(pointwise([](auto a, auto b) { return a / b; }, i, j)) == near{-3, -3, 0, 1});
  CHECK(run(pointwise([](bool a) { return a ? 3 : 4; }, x < 0)) == near{3, 3, 4, 4});
  CHECK(run(pointwise(batchwise([](auto a) { return a + a; }), y)) == near{8, 0.5, -2, 4});
  CHECK(run(pointwise([](auto a, auto b) { return a + b; }, y, 1.f)) == near{5, 1.25, 0, 3});
}
