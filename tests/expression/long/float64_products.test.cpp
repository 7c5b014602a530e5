// Products of float64 beside values of four bytes: positions, integers, operands and results in float32.
#include <heed/heed.hpp>

#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Query {};
struct Key {};
struct Feature {};
struct Value {};

template <int queries, int keys, int features, int value_count> void all_agree() {
  const auto q = numbers(tensor<double, Query[queries], Feature[features]>{});
  const auto k = numbers(tensor<double, Key[keys], Feature[features]>{}, 3);
  const auto v = numbers(tensor<double, Key[keys], Value[value_count]>{}, 5);
  const auto kind = eval(cast<int>(10 * numbers(tensor<float, Key[keys]>{}, 7)));
  const auto x = numbers(tensor<float, Query[queries], Feature[features]>{}, 9);
  const auto y = numbers(tensor<float, Key[keys], Feature[features]>{}, 11);
  const auto scores = dot<Feature>(q, k) / 8.;
  CHECK(agrees(dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf)), v)));
  CHECK(agrees(dot<Key>(softmax<Key>(scores - 0.1 * cast<double>(abs(position<Query> - position<Key>))), v)));
  CHECK(agrees(dot<Key>(softmax<Key>(where(kind > 1, scores, -1e9)), v)));
  CHECK(agrees(cast<float>(dot<Key>(softmax<Key>(scores), v))));
  CHECK(agrees(dot<Feature>(cast<double>(x), cast<double>(y))));
  CHECK(agrees(cast<float>(dot<Feature>(cast<double>(x), cast<double>(tanh(y))))));
  CHECK(agrees(norm<Feature>(sqrt(abs(cast<double>(x))) - sqrt(abs(cast<double>(y))))));
  CHECK(agrees(dot<Key>(cast<double>(softmax<Key>(dot<Feature>(x, y))), v)));
  CHECK(agrees(sum<Feature>(cast<double>(x) * q) + cast<double>(max<Feature>(x))));
}
}  // namespace

TEST_CASE("Products of float64 agree, whatever has four bytes beside them") {
  all_agree<40, 56, 16, 24>();
  all_agree<7, 13, 5, 3>();
  all_agree<1, 1, 1, 1>();
}

TEST_CASE("Where all products are of float64, a vector is of as many float64 as a register holds") {
  const auto x = numbers(tensor<float, Query[64], Feature[32]>{});
  const auto y = numbers(tensor<float, Key[64], Feature[32]>{}, 3);
  const int whole = detail::this_machine.float_lanes;
  CHECK(explain(dot<Feature>(x, y)).find(" of " + std::to_string(whole) + ")") != std::string::npos);
  const std::string plan = explain(norm<Feature>(cast<double>(x) - cast<double>(y)));
  CHECK(plan.find(" of " + std::to_string(whole / 2) + ")") != std::string::npos);
  CHECK(plan.find(" of " + std::to_string(whole) + ")") == std::string::npos);
}
