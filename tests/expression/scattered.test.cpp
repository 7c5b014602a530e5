// Folds of what stands at places of another axis: each element is taken to its place, and there is no loop over all places.
#include <limits>

#include <support/graph.hpp>

using namespace heed;

TEST_CASE("NaN and infinities stay where they stand") {
  auto y = x;
  y(3, 2) = std::numeric_limits<float>::quiet_NaN();
  y(4, 18) = -std::numeric_limits<float>::infinity();
  CHECK(scattered_agrees(sum<Edge>(where(inside == position<Node[nodes]>, y, 0))));
  CHECK(scattered_agrees(max<Edge>(where(inside == position<Node[nodes]>, y, -inf))));
  CHECK(scattered_agrees(min<Edge>(where(inside == position<Node[nodes]>, y, 1))));
}

TEST_CASE("A target that is added up itself") {
  auto rows = numbers(tensor<float, Node[nodes], Feature[19]>{}, 9);
  const tensor<int, Node[nodes]> next = (position<Node> * 5 + 1) % 50;
  const auto moved = [&](const auto& r) { return sum<Edge>(where(rename<Node, Edge>(next) == position<Node[nodes]>, rename<Node, Edge>(r), 0)); };
  const auto expected = eval(in_float64(moved(rows)));
  rows = moved(rows);
  CHECK(values(rows) == near(values(expected), 1e-5));
}

TEST_CASE("An id that is outside is said before anything is written") {
  tensor<float, Node[nodes], Feature[19]> out;
  out = 7;
  CHECK_THROWS_AS(out = dot<Edge>(one_hot<Node[nodes]>(target), x), shape_error);
  CHECK((out(0, 0) == 7 && out(nodes - 1, 18) == 7));
}
