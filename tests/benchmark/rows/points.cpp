// Few elements side by side: points of space, colours, complex numbers; and windows, alone and in boxes. In the second cache.
#include <cstdint>

#include "plain.hpp"

namespace {
using namespace heed_benchmark;
struct Point {};
struct Part {};
struct Turned {};
struct Above {};
struct Beside {};

using points = heed::tensor<float, Point[16384], Part[3]>;
using planes = heed::tensor<float, Part[3], Point[16384]>;
using matrix = heed::tensor<float, Turned[3], Part[3]>;
using image = heed::tensor<float, Row[256], Column[256]>;

const auto turned = [](auto& x, auto& m) { return heed::dot<Part>(x, m); };
const measured of_planes("rows/rotated_planes_16Ki/heed", {}, [] { return fused([](auto& x, auto& m) { return heed::dot<Part>(m, x); }, numbers<planes, 1>(), numbers<matrix, 2>()); });
const measured of_points("rows/rotated_points_16Ki/heed", {.expected = {{"rows/rotated_planes_16Ki/heed", 2}}}, [] { return fused(turned, numbers<points, 1>(), numbers<matrix, 2>()); });
const measured directions("rows/directions_16Ki/heed", {}, [] {
  return fused([](auto& x) { return let(x, [](auto t) { return t / (heed::norm<Part>(t) + 1e-6f); }); }, numbers<points, 1>());
});
const measured products("rows/cross_products_16Ki/heed", {.expected = {{"rows/directions_16Ki/heed", 2}}}, [] {
  return fused([](auto& x, auto& y) {
    const auto part = [](auto& a, int i) { return heed::at<Part>(a, i); };
    return heed::stack<Part>(part(x, 1) * part(y, 2) - part(x, 2) * part(y, 1), part(x, 2) * part(y, 0) - part(x, 0) * part(y, 2), part(x, 0) * part(y, 1) - part(x, 1) * part(y, 0));
  }, numbers<points, 1>(), numbers<points, 2>());
});
const measured means("rows/means_of_parts_16Ki/heed", {}, [] { return fused([](auto& x) { return heed::mean<Point>(x); }, numbers<points, 1>()); });

const measured window("rows/window_5/heed", {}, [] { return fused([](auto& x) { return heed::mean<Beside>(heed::window<Column, Beside[5]>(x)); }, numbers<image, 1>()); });
// two windows, one of what is stored
const measured box("rows/box_5x5/heed", {.expected = {{"rows/window_5/heed", 3}}}, [] {
  return fused([](auto& x) { return heed::mean<Above, Beside>(heed::window<Column, Beside[5]>(heed::window<Row, Above[5]>(x))); }, numbers<image, 1>());
});
}  // namespace
