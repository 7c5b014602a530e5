// Axes that everything goes through as one are one loop: tables of three columns, images of three colours.
#include <heed/heed.hpp>

#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Frame {};
struct Point {};
struct Coordinate {};
const auto x = numbers(tensor<float, Frame[5], Point[37], Coordinate[3]>{});
const auto y = numbers(tensor<float, Frame[5], Point[37], Coordinate[3]>{}, 3);
const auto b = numbers(tensor<float, Coordinate[3]>{}, 5);
bool is_joined(const std::string& plan, const std::string& loop) { return plan.find("for " + loop + " in blocks") != std::string::npos; }
}  // namespace

TEST_CASE("What is element by element goes through its axes as one, but for what uses one of them alone") {
  CHECK(is_joined(explain(x * 2 + y), "Frame * Point * Coordinate[555]"));
  CHECK(is_joined(explain(where(x > y, x, 0)), "Frame * Point * Coordinate[555]"));
  CHECK_FALSE(is_joined(explain(x + b), "Frame * Point * Coordinate[555]"));
  CHECK_FALSE(is_joined(explain(x * position<Coordinate>), "Frame * Point * Coordinate[555]"));
  CHECK(agrees(x * 2 + y));
  CHECK(agrees(where(x > y, x, 0)));
  CHECK(agrees(x + b));
  CHECK(agrees(x * position<Coordinate> + position<Point>));
  CHECK(agrees(slice<Point, 3, 30>(x) - slice<Point, 7, 30>(y)));
  CHECK(agrees(slice<Frame, 1, 3>(x) - slice<Frame, 2, 3>(y)));
  CHECK(agrees(slice<Coordinate, 1, 2>(x) * slice<Coordinate, 0, 2>(y)));
  CHECK(agrees(shift<Point>(x, 2, 0.f) + y));
  CHECK(agrees(reverse<Frame>(x) + y));
  CHECK(agrees(at<Frame>(x, 2) + at<Coordinate>(x, 1)));
  CHECK(agrees(merge<Frame, Frame, Point>(x) * 2));
  CHECK(agrees(concat<Point>(x, y)));
}

TEST_CASE("Sums and largest elements over axes that are one") {
  CHECK(agrees(sum<Frame, Point, Coordinate>(x * y)));
  CHECK(agrees(norm<Point, Coordinate>(x - y)));
  CHECK(agrees(max<Point>(x)));
  CHECK(agrees(mean<Frame>(x)));
  CHECK(agrees(var<Frame>(x) + b));
  CHECK(agrees((x - mean<Point, Coordinate>(x)) * rsqrt(var<Point, Coordinate>(x))));
  CHECK(agrees(softmax<Coordinate>(x)));
  CHECK(agrees(softmax<Frame>(x)));
  CHECK(agrees(x / sum<Coordinate>(abs(x))));
  CHECK(values(eval(argmax<Frame>(x))).size() == 111);
}

TEST_CASE("Extents of the outermost axis that are known at run time, targets in other orders, views and targets that are read") {
  tensor<float, Point[], Coordinate[3]> t(sized<Point>(41)), u(sized<Point>(41));
  t = numbers(std::move(t));
  u = numbers(std::move(u), 4);
  CHECK(is_joined(explain(t + u), "Point * Coordinate[123]"));
  CHECK(agrees(t * 2 + u));
  CHECK(agrees(sum<Coordinate>(t * u)));
  CHECK(agrees(sum<Point>(t * u)));
  tensor<float, Coordinate[3], Point[41]> turned = t * 2 + u;
  CHECK(turned(2, 40) == t(40, 2) * 2 + u(40, 2));
  tensor<float, Point[41], Coordinate[5]> wide;
  wide = heed::broadcast<Coordinate[5]>(at<Coordinate>(t, 0));
  slice<Coordinate, 1, 3>(wide) = t - u;
  CHECK(wide(7, 3) == t(7, 2) - u(7, 2));
  CHECK(wide(7, 4) == t(7, 0));
  const tensor<float, Point[41], Coordinate[3]> before = t;
  t = t + shift<Point>(t, 1, 0.f);
  CHECK(t(9, 1) == before(9, 1) + before(8, 1));
  t = before;
  t = u - t * 2;
  CHECK(t(40, 2) == u(40, 2) - before(40, 2) * 2);
  t += before;
  CHECK(t(11, 0) == (u(11, 0) - before(11, 0) * 2) + before(11, 0));
  t = before;
  slice<Point>(t, 1, 40) = slice<Point>(t, 0, 40);  // what is read is written, a row on
  CHECK(t(40, 2) == before(39, 2));
  tensor<float, Point[], Coordinate[3]> none(sized<Point>(0));
  CHECK(values(eval(none + none)).empty());
  CHECK(eval(sum<Point, Coordinate>(none))() == 0);
  CHECK(values(eval(par(before * 2, 2))) == values(eval(before * 2)));
}
