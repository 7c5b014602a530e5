// How many elements the vectors of a nest have: as many as a register of float32, unless there are values of eight bytes and none of four.
#include <cstdint>

#include <heed/heed.hpp>

#include <support/catch.hpp>

using namespace heed;

struct Row {};
struct Column {};

namespace {
template <class T> const tensor<T, Row[8], Column[512]> table;
template <class E> constexpr int lanes_of = detail::plan_alone<E>::value.nests[0].lanes;
}  // namespace

TEST_CASE("vectors have as many elements as a register of what there is of four bytes, else of eight, else of four") {
  constexpr int floats = detail::this_machine.float_lanes;
  const auto lanes = [](auto expression) { return lanes_of<decltype(expression)>; };
  CHECK(lanes(table<float> + 1) == floats);
  CHECK(lanes(table<int> + 1) == floats);
  CHECK(lanes(table<double> + 1) == floats / 2);
  CHECK(lanes(table<std::int64_t> + 1) == floats / 2);
  CHECK(lanes(table<float> + table<double>) == floats);
  CHECK(lanes(table<bool> && !table<bool>) == floats);
  CHECK(lanes(any_of<Column>(table<bool>)) == floats);
  CHECK(lanes(any_of<Row>(table<bool>)) == floats);
  CHECK(lanes(table<std::int8_t> + table<std::int16_t>) == floats);
  CHECK(lanes(table<double> > 0) == floats / 2);
  CHECK(lanes(table<bool> && table<double> > 0) == floats / 2);
}
