// Every fold of the reference evaluator, and contractions.
#include <cstdint>
#include <limits>

#include <heed/eval/in_float64.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
const tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, -5, 6}};
}  // namespace

TEST_CASE("Reductions over one axis and over several") {
  CHECK(run(sum<Key>(x)) == near{6, 5});
  CHECK(run(sum<Query>(x)) == near{5, -3, 9});
  CHECK(run(sum<Query, Key>(x)) == near{11});
  CHECK(run(prod<Key>(x)) == near{6, -120});
  CHECK(run(max<Query>(x)) == near{4, 2, 6});
  CHECK(run(min<Key>(x)) == near{1, -5});
  CHECK(run(min<Key, Query>(x)) == near{-5});
  CHECK(run(mean<Key>(x)) == near{2, 5.0 / 3});
  CHECK(run(var<Key>(x)) == near{2.0 / 3, (49 + 400 + 169) / 27.0});
  CHECK(run(any_of<Query>(x < 0)) == near{0, 1, 0});
  CHECK(run(all_of<Key>(x > 0)) == near{1, 0});
}

TEST_CASE("Integers and truth values") {
  const tensor<std::int8_t, Key[3]> small{100, 100, 100};
  CHECK(run(sum<Key>(small)) == near{300});
  CHECK(run(mean<Key>(tensor<int, Key[2]>{1, 2})) == near{1.5});
  CHECK(run(sum<Key>(x > 1)) == near{2, 2});
  CHECK(run(mean<Key>(x > 1)) == near{2.0 / 3, 2.0 / 3});
  CHECK(run(max<Key>(small)) == near{100});
}

TEST_CASE("Folds of nothing") {
  const tensor<float, Query[1], Key[]> none(sized<Key>(0));
  const tensor<int, Key[]> nothing(sized<Key>(0));
  CHECK(run(sum<Key>(none)) == near{0});
  CHECK(run(prod<Key>(none)) == near{1});
  CHECK(run(max<Key>(none)) == near{-infinity});
  CHECK(run(min<Key>(none)) == near{infinity});
  CHECK(run(mean<Key>(none)) == near{no_number});
  CHECK(run(var<Key>(none)) == near{no_number});
  CHECK(run(any_of<Key>(none > 0)) == near{0});
  CHECK(run(all_of<Key>(none > 0)) == near{1});
  CHECK(run(max<Key>(nothing)) == near({double{std::numeric_limits<int>::lowest()}}));
  CHECK(run(min<Key>(nothing)) == near({double{std::numeric_limits<int>::max()}}));
  CHECK(run(logsumexp<Key>(none)) == near{-infinity});
  CHECK(run(none * 2).empty());
}

TEST_CASE("The largest and the smallest show NaN") {
  const tensor<float, Query[2], Key[3]> odd{{1, std::numeric_limits<float>::quiet_NaN(), 2}, {-inf, inf, 0}};
  CHECK(run(max<Key>(odd)) == near{no_number, infinity});
  CHECK(run(min<Key>(odd)) == near{no_number, -infinity});
  CHECK(run(sum<Key>(odd)) == near{no_number, no_number});
}

TEST_CASE("Contractions") {
  const tensor<float, Key[3], Value[2]> v{{1, 0}, {0, 1}, {2, 2}};
  CHECK(run(dot<Key>(x, v)) == near{7, 8, 16, 7});
  CHECK(run(dot<Key>(v, x)) == near{7, 16, 8, 7});
  CHECK(run(dot<Key>(x, v)) == run(sum<Key>(x * v)));
  CHECK(run(dot<Query, Key>(x, x)) == near{91});
  CHECK(run(dot<Key>(x, x + 1)) == near{20, 82});
  const tensor<int, Key[3]> n{1, 2, 3};
  CHECK(run(dot<Key>(n, n)) == near{14});
  CHECK(run(dot<Key>(n > 1, n > 2)) == near{1});
}

TEST_CASE("Normalisers: the weights are 0 where there is nothing to weigh") {
  const tensor<double, Query[2], Key[3]> scores{{1, -infinity, 2}, {-infinity, -infinity, -infinity}};
  const double e = std::exp(1);
  CHECK(run(softmax<Key>(scores)) == near{1 / (1 + e), 0, e / (1 + e), 0, 0, 0});
  CHECK(run(logsumexp<Key>(scores)) == near{std::log(std::exp(1) + std::exp(2)), -infinity});
  CHECK(run(normalize<Key>(tensor<float, Query[2], Key[2]>{{1, 3}, {0, 0}})) == near{0.25, 0.75, 0, 0});
  CHECK(run(softmax<Key>(tensor<float, Key[2]>{1000, 1000})) == near{0.5, 0.5});
  CHECK(run(softmax<Key>(tensor<double, Key[2]>{no_number, 0})) == near{no_number, no_number});
  CHECK(run(softmax<Query, Key>(tensor<float, Query[2], Key[2]>{{0, 0}, {0, 0}})) == near{0.25, 0.25, 0.25, 0.25});
}
