// Bounds of operations, as the planner computes them: whatever the bounds are, that is a constant expression, in which nothing may pass the largest
// number or be no number.
#include <limits>

#include <heed/plan/interval_arithmetic.hpp>

#include <support/catch.hpp>

using namespace heed;
using planner::interval;

namespace {
constexpr double infinity = planner::infinite, largest = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
constexpr double bounds[] = {-infinity, -largest, -2, -tiny, 0, tiny, 1, largest, infinity};
constexpr op operations[] = {op::add, op::subtract, op::multiply, op::divide, op::remainder, op::minimum, op::maximum, op::less, op::less_equal, op::greater,
                             op::greater_equal, op::equal, op::not_equal, op::abs, op::exp, op::negate, op::anchor, op::tanh};

// Of every operation for these bounds of the one operand, and all of the other: how many there are whose bounds are ordered.
constexpr int ordered(double lo, double hi) {
  int count = 0;
  for (const op o : operations)
    for (const double x : bounds)
      for (const double y : bounds) {
        if (x > y) continue;
        const interval a = planner::bounds_of(o, planner::scalar::f32, {lo, hi}, {x, y}), b = planner::bounds_of(o, planner::scalar::f32, {x, y}, {lo, hi});
        count += (a.lo <= a.hi ? 1 : 0) + (b.lo <= b.hi ? 1 : 0);
      }
  return count;
}
constexpr int all = 18 * 45 * 2;
}  // namespace

TEST_CASE("bounds of every operation are constants, and ordered") {
  static_assert(ordered(-infinity, -infinity) == all);
  static_assert(ordered(-infinity, infinity) == all);
  static_assert(ordered(-infinity, 0) == all);
  static_assert(ordered(-largest, largest) == all);
  static_assert(ordered(-2, tiny) == all);
  static_assert(ordered(0, 0) == all);
  static_assert(ordered(1, largest) == all);
  static_assert(ordered(largest, infinity) == all);
  static_assert(ordered(infinity, infinity) == all);
}

TEST_CASE("what passes the largest number is infinite, and what is divided by infinity 0") {
  constexpr auto bound = [](op o, interval a, interval b) { return planner::bounds_of(o, planner::scalar::f64, a, b); };
  static_assert(bound(op::add, {largest, largest}, {largest, largest}).exactly(infinity));
  static_assert(bound(op::multiply, {-largest, -2}, {2, largest}).lo == -infinity);
  static_assert(bound(op::divide, {largest, largest}, {tiny, tiny}).exactly(infinity));
  static_assert(bound(op::divide, {-infinity, infinity}, {infinity, infinity}).exactly(0));
  static_assert(bound(op::divide, {-infinity, infinity}, {infinity, infinity}).may_be_nan);
  CHECK(bound(op::divide, {largest, largest}, {tiny, tiny}).exactly(infinity));
}
