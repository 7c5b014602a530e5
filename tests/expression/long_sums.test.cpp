// Sums of millions of float32: of pieces, so that what is added is not lost beside what there is.
#include <cmath>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {
/// How far planned is off in its element i, relative to plain loops in float64.
template <class T, class E> double off(const T& planned, const E& expression, index_t i) {
  const auto exact = eval(in_float64(expression));
  return std::abs(static_cast<double>(planned.data()[i]) / exact.data()[i] - 1);
}
template <class T> T tenths(T t) {
  for (index_t i = 0; i < t.size(); ++i) t.data()[i] = 0.1f;
  return t;
}
template <class T> T spread(T t) {
  for (index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<float>(i * 7919 % 1009) / 1009;
  return t;
}
}  // namespace

TEST_CASE("each of millions of additions rounds the same way, and the sum is right all the same") {
  const index_t many = 1'000'000;
  const auto row = tenths(tensor<float, Token[]>(sized<Token>(many)));
  CHECK(off(eval(sum<Token>(row)), sum<Token>(row), 0) < 1e-6);
  const auto columns = tenths(tensor<float, Token[], Feature[3]>(sized<Token>(many)));
  CHECK(off(eval(mean<Token>(columns)), mean<Token>(columns), 2) < 1e-4);
  CHECK(off(eval(sum<Token>(columns * columns)), sum<Token>(columns * columns), 0) < 1e-4);
}

TEST_CASE("variances of millions") {
  const auto columns = spread(tensor<float, Token[], Feature[3]>(sized<Token>(1'000'000)));
  CHECK(off(eval(var<Token>(columns)), var<Token>(columns), 1) < 1e-4);
}

TEST_CASE("pieces that are merged are no larger than what they are of") {
  auto columns = tensor<float, Token[], Feature[3]>(sized<Token>(5000));
  for (index_t i = 0; i < columns.size(); ++i) columns.data()[i] = 1e20f;
  CHECK(eval(var<Token>(columns))(0) == 0);
  CHECK(agrees(var<Token>(columns / 1e20f)));
  CHECK(agrees(sum<Token>(columns / 1e20f)));
}
