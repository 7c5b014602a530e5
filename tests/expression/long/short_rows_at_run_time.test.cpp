// Rows whose extents only the running program knows: where they turn out short the lanes run across them, by a plan of their own.
#include <heed/heed.hpp>

#include <cmath>
#include <limits>

#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Row {};
struct Feature {};
struct Query {};
struct Key {};
struct Value {};

template <class T = float> auto points(index_t rows, index_t features, int seed = 0) {
  return numbers(tensor<T, Row[], Feature[]>(sized<Row>(rows), sized<Feature>(features)), seed);
}
// Whether an expression may run by either of two plans, and by which it does.
template <class... E> bool has_two_plans(const E&... e) {
  using node = decltype(detail::together(detail::as_own_node(e)...));
  return planner::short_rows<typename detail::plan_alone<std::remove_cvref_t<node>, false>::plan>::any;
}
template <class E> bool has_lanes(const E& e, const std::string& along) {
  const std::string text = explain(e);
  return text.find("lanes of " + along + "[") != std::string::npos || (text.find("for " + along + "[") != std::string::npos && text.find("] in blocks of", text.find("for " + along + "[")) != std::string::npos);
}
const auto standardised = [](auto x) { return (x - mean<Feature>(x)) * rsqrt(var<Feature>(x) + 1e-5f); };

constexpr index_t most = 2 * detail::this_machine.float_lanes;  // elements of a short row
}  // namespace

TEST_CASE("Short rows have their lanes across, long ones along") {
  const auto few = points(100, 3), many = points(100, most + 1);
  CHECK(has_two_plans(softmax<Feature>(few)));
  CHECK(has_lanes(softmax<Feature>(few), "Row"));
  CHECK(has_lanes(softmax<Feature>(many), "Feature"));
  CHECK(has_lanes(sum<Feature>(points(100, most)), "Row"));
  CHECK(has_lanes(sum<Feature>(many), "Feature"));
  CHECK(has_lanes(argmax<Feature>(few), "Row"));
  CHECK(has_lanes(argmax<Feature>(points(100, 2 * most)), "Row"));  // whose lanes take longer to merge
  CHECK(has_lanes(argmax<Feature>(points(100, 2 * most + 1)), "Feature"));
  CHECK(plan(softmax<Feature>(few)).scratch_bytes != plan(softmax<Feature>(many)).scratch_bytes);
}

TEST_CASE("There is one plan where two would be the same, or nothing is won") {
  const auto x = points(20, 3);
  const auto line = numbers(tensor<float, Feature[]>(sized<Feature>(20)));
  CHECK_FALSE(has_two_plans(x * 2 + 1));
  CHECK_FALSE(has_two_plans(x * line));
  CHECK_FALSE(has_two_plans(sum<Feature>(line)));
  CHECK_FALSE(has_two_plans(mean<Row>(x)));
  CHECK_FALSE(has_two_plans(lanes_along<Feature>(softmax<Feature>(x))));
  CHECK_FALSE(has_two_plans(softmax<Feature>(tensor<float, Row[20], Feature[3]>{})));
  const auto q = numbers(tensor<float, Query[], Feature[]>(sized<Query>(5), sized<Feature>(8)));
  const auto k = numbers(tensor<float, Key[], Feature[]>(sized<Key>(6), sized<Feature>(8)));
  const auto v = numbers(tensor<float, Key[], Value[]>(sized<Key>(6), sized<Value>(4)));
  CHECK_FALSE(has_two_plans(dot<Key>(softmax<Key>(dot<Feature>(q, k)), v)));
}

TEST_CASE("What is computed of a long row's sum is computed for one element") {
  const auto x = points(100, most + 1);
  const auto line = numbers(tensor<float, Feature[]>(sized<Feature>(most + 1)), 3);
  CHECK(explain(dot<Feature>(x, line) / norm<Feature>(line)).find("once for all lanes") == std::string::npos);
  CHECK(explain(x / norm<Feature>(x)).find("once for all lanes") != std::string::npos);
}

TEST_CASE("What is computed is the same by either plan") {
  for (const index_t features : {index_t{0}, index_t{1}, index_t{2}, index_t{3}, index_t{7}, most / 2, most / 2 + 1, most - 1, most, most + 1, 2 * most, index_t{67}})
    for (const index_t rows : {0, 1, 3, 20, 131}) {
      CAPTURE(rows, features);
      const auto x = points(rows, features), y = points(rows, features, 5);
      const auto line = numbers(tensor<float, Feature[]>(sized<Feature>(features)), 3);
      CHECK(agrees(sum<Feature>(x)));
      CHECK(agrees(dot<Feature>(x, line)));
      CHECK(agrees(dot<Feature>(x, y)));
      CHECK(agrees(sum<Feature>(abs(x - line))));
      CHECK(agrees(logsumexp<Feature>(x * 5)));
      CHECK(agrees(softmax<Feature>(x * 5)));
      CHECK(agrees(log_softmax<Feature>(x)));
      CHECK(agrees(any_of<Feature>(x > 0.5f)));
      CHECK(agrees(sum<Feature>(cast<double>(x))));
      CHECK(agrees(sum<Feature>(cast<int>(x * 50))));
      CHECK(agrees(sum<Row, Feature>(x * y)));
      if (features == 0) continue;
      CHECK(agrees(max<Feature>(x) - min<Feature>(x)));
      CHECK(agrees(cast<float>(argmax<Feature>(x))));
      CHECK(agrees(var<Feature>(x)));
      CHECK(agrees(let(x, standardised)));
      CHECK(agrees((x - mean<Feature>(x)) * 2));
      CHECK(agrees(x / (norm<Feature>(x) + 0.1f)));
      CHECK(agrees(dot<Feature>(x, line) / (norm<Feature>(x) * norm<Feature>(line) + 1)));
      CHECK(agrees(-sum<Feature>(softmax<Feature>(x) * log_softmax<Feature>(x))));
      if (rows != 0) CHECK(agrees(mean<Row>(logsumexp<Feature>(x))));
    }
}

TEST_CASE("NaN, infinities and ties in short rows are what they are in long ones") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const index_t features : {index_t{4}, most + 4}) {
    CAPTURE(features);
    auto x = points(40, features);
    for (index_t i = 0; i < features; ++i) x.data()[i] = -inf;
    x.data()[features + 1] = inf;
    x.data()[2 * features + 2] = nan;
    for (index_t i = 0; i < features; ++i) x.data()[3 * features + i] = 0.5f;
    const auto weights = eval(softmax<Feature>(x));
    CHECK(weights.data()[0] == 0);
    CHECK(std::isnan(weights.data()[features]));
    CHECK(std::isnan(weights.data()[2 * features]));
    CHECK(std::abs(weights.data()[3 * features] * static_cast<float>(features) - 1) < 1e-5f);
    CHECK(eval(logsumexp<Feature>(x)).data()[0] == -inf);
    const auto places = eval(argmax<Feature>(x));
    CHECK(places.data()[1] == 1);
    CHECK(places.data()[3] == 0);
  }
}
