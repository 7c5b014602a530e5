// Few elements side by side: points of space, colours, complex numbers. Lanes run along the points.
#include <cstdint>

#include <heed/heed.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

struct Point {};
struct Part {};
struct Out {};

namespace {
template <class X, class Y> auto cross(const X& x, const Y& y) {
  const auto part = [](const auto& a, int i) { return at<Part>(a, i); };
  return stack<Part>(part(x, 1) * part(y, 2) - part(x, 2) * part(y, 1), part(x, 2) * part(y, 0) - part(x, 0) * part(y, 2), part(x, 0) * part(y, 1) - part(x, 1) * part(y, 0));
}
template <class X, class Y> auto product(const X& x, const Y& y) {
  const auto part = [](const auto& a, int i) { return at<Part>(a, i); };
  return stack<Part>(part(x, 0) * part(y, 0) - part(x, 1) * part(y, 1), part(x, 0) * part(y, 1) + part(x, 1) * part(y, 0));
}
template <class T, index_t Points, index_t Parts> void fold_parts() {
  const auto x = whole_numbers(tensor<T, Point[Points], Part[Parts]>{}, 1), y = whole_numbers(tensor<T, Point[Points], Part[Parts]>{}, 2);
  const auto m = whole_numbers(tensor<T, Out[3], Part[Parts]>{}, 3);
  CHECK(agrees(sum<Part>(x)));
  CHECK(agrees(max<Part>(x) + min<Part>(y)));
  CHECK(agrees(dot<Part>(cast<float>(x), cast<float>(m))));
  CHECK(agrees(mean<Point>(x)));
  CHECK(agrees(norm<Part>(cast<float>(x) - cast<float>(y))));
  CHECK(agrees(let(cast<float>(x), [](auto t) { return t / (1 + norm<Part>(t)); })));
  const tensor<T, Part[Parts], Point[Points]> turned = x;
  CHECK(equal(turned, x));
  const tensor<T, Point[Points], Part[Parts]> back = turned;
  CHECK(equal(back, x));
}
template <class T> void fold_types() {
  fold_parts<T, 1, 3>();
  fold_parts<T, 17, 2>();
  fold_parts<T, 64, 3>();
  fold_parts<T, 101, 4>();
  fold_parts<T, 50, 5>();
}
}  // namespace

TEST_CASE("Parts of points are folded, turned, multiplied") {
  fold_types<float>();
  fold_types<std::uint8_t>();
}
TEST_CASE("Parts of points are folded, turned, multiplied, of other types") {
  fold_parts<double, 101, 3>();
  fold_parts<std::int16_t, 101, 3>();
  fold_parts<std::int32_t, 65, 2>();
  fold_parts<std::int64_t, 33, 3>();
}

TEST_CASE("A stack is computed part by part") {
  const auto x = numbers(tensor<float, Point[101], Part[3]>{}, 1), y = numbers(tensor<float, Point[101], Part[3]>{}, 2);
  CHECK(agrees(cross(x, y)));
  const tensor<float, Point[101], Part[3]> z = cross(x, y);
  CHECK(all_close(z, in_float64(cross(x, y)), 1e-5, 1e-6));
  CHECK(all_close(dot<Part>(z, x), eval(0.f * dot<Part>(x, y)), 0, 1e-5));
  const tensor<float, Part[3], Point[101]> xt = x, yt = y;
  CHECK(all_close(eval(cross(xt, yt)), z, 1e-6, 1e-6));
  const auto a = numbers(tensor<double, Point[37], Part[2]>{}, 3), b = numbers(tensor<double, Point[37], Part[2]>{}, 4);
  const tensor<double, Point[37], Part[2]> c = product(a, b);
  for (int i = 0; i < 37; ++i) {
    CHECK(std::abs(c(i, 0) - (a(i, 0) * b(i, 0) - a(i, 1) * b(i, 1))) < 1e-12);
    CHECK(std::abs(c(i, 1) - (a(i, 0) * b(i, 1) + a(i, 1) * b(i, 0))) < 1e-12);
  }
}

TEST_CASE("Lanes run along the points, whichever way these lie") {
  const tensor<float, Out[3], Part[3]> m;
  const tensor<float, Point[65536], Part[3]> points;
  const tensor<float, Part[3], Point[65536]> planes;
  static_assert(plan_of<decltype(dot<Part>(points, m))>.passes == 0 && plan_of<decltype(dot<Part>(m, planes))>.passes == 0);
  CHECK(explain(dot<Part>(m, planes)).find("for Point[65536] in blocks of") != std::string::npos);
  CHECK(explain(dot<Part>(points, m)).find("for Point[65536] in blocks of") != std::string::npos);
  CHECK(explain(mean<Point>(points)).find("pass over lanes of Point") != std::string::npos);
}

TEST_CASE("A window goes along with what stands in it") {
  const auto x = numbers(tensor<float, Token[61], Part[4]>{}, 1);
  CHECK(explain(mean<Key>(window<Token, Key[5]>(x))).find("Token * Part[228]") != std::string::npos);
  CHECK(agrees(mean<Key>(window<Token, Key[5]>(x))));
  CHECK(agrees(max<Key>(window<Token, Key[3]>(slice<Token, 4, 40>(x)))));
  CHECK(agrees(sum<Key>(window<Token, Key[3], 2>(x))));
  CHECK(agrees(sum<Key>(window<Token, Key[3], 1, 2>(x))));
  CHECK(agrees(sum<Key>(window<Token, Key[3]>(x)) + slice<Token, 1, 59>(x) * reverse<Token>(slice<Token, 0, 59>(x))));
  CHECK(agrees(sum<Key>(window<Token, Key[3]>(x) * cast<float>(position<Part>))));
  const auto weights = numbers(tensor<float, Key[3], Part[4]>{}, 2);
  CHECK(agrees(sum<Key>(window<Token, Key[3]>(x) * weights)));
  CHECK(agrees(dot<Key, Part>(window<Token, Key[3]>(x), weights)));
  tensor<float, Token[], Part[4]> some = x;
  CHECK(agrees(mean<Key>(window<Token, Key[5]>(some))));
  const auto before = eval(in_float64(mean<Key>(window<Token, Key[1]>(some)) + reverse<Token>(some)));
  some = mean<Key>(window<Token, Key[1]>(some)) + reverse<Token>(some);
  CHECK(all_close(some, before, 1e-6, 1e-6));
}

TEST_CASE("A box of windows is one window after the other, of four and more") {
  const auto image = numbers(tensor<float, Query[40], Key[37]>{}, 1);
  const auto box = [&]<index_t N>(std::integral_constant<index_t, N>) { return mean<Out, Part>(window<Key, Part[N]>(window<Query, Out[N]>(image))); };
  using three = std::integral_constant<index_t, 3>;
  using four = std::integral_constant<index_t, 4>;
  using seven = std::integral_constant<index_t, 7>;
  static_assert(plan_of<decltype(box(three{}))>.temporaries == 0);
  static_assert(plan_of<decltype(box(four{}))>.temporaries == 1);
  static_assert(plan_of<decltype(box(seven{}))>.temporaries == 1);
  CHECK(agrees(box(three{})));
  CHECK(agrees(box(four{})));
  CHECK(agrees(box(seven{})));
  CHECK(agrees(max<Out, Part>(window<Key, Part[5]>(window<Query, Out[5]>(image)))));
  CHECK(agrees(any_of<Out, Part>(window<Key, Part[5]>(window<Query, Out[5]>(image > 0.9f)))));
}
