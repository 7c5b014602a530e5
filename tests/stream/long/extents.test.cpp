// More extents of results that no cache holds.
#include <stream/every_extent.hpp>

TEST_CASE("rows of several lines, long rows, and doubles that fill lines") {
  every_extent<float, 40, 192>();
  every_extent<float, 7, 1000>();
  every_extent<double, 20, 64>();
}
