#include <support/catch.hpp>

#include <array>
#include <stdexcept>
#include <type_traits>

#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>

namespace {
using namespace heed;
struct Query {};
struct Key {};
struct Feature {};

using row_major = row_major_layout<shape<Query[2], Feature[3]>>;
using transposed = layout<shape<Query[2], Feature[3]>, 1, 2>;

struct probe {
  using heed_operand = void;
  mutable assign_op asked = assign_op::set;
};
template <class T, class L, assign_op Op> void assign_expression(view<T, L>& target, const probe& expression, assign_op_constant<Op>) {
  constexpr assign_op op = Op;
  expression.asked = op;
  target(0, 0) = 7;
}

TEST_CASE("a view reads and writes memory by its strides") {
  std::array<float, 6> memory{0, 1, 2, 3, 4, 5};
  const view<float, row_major> rows(memory.data());
  const view<float, transposed> columns(memory.data());
  CHECK(rows(1, 2) == 5);
  CHECK(columns(1, 0) == 1);
  CHECK(columns(0, 2) == 4);
  columns(0, 2) = 8;
  CHECK(rows(1, 1) == 8);
  CHECK(rows.size() == 6);
  CHECK(rows.data() == memory.data());
  static_assert(sizeof(rows) == sizeof(float*));
}

TEST_CASE("a view of const elements reads") {
  const std::array<float, 6> memory{0, 1, 2, 3, 4, 5};
  const view<const float, row_major> x(memory.data());
  CHECK(x(1, 0) == 3);
  static_assert(std::is_same_v<decltype(x(0, 0)), const float&>);
  static_assert(std::is_same_v<decltype(x)::element_type, float>);
  static_assert(std::is_convertible_v<view<float, row_major>, view<const float, row_major>>);
  static_assert(!std::is_constructible_v<view<float, row_major>, view<const float, row_major>>);
}

TEST_CASE("copying a view copies the reference") {
  float memory[6] = {};
  const view<float, row_major> x(memory);
  const auto y = x;
  y(0, 1) = 3;
  CHECK(x(0, 1) == 3);
}

TEST_CASE("assignments are handed on, of const and temporary views too") {
  float memory[6] = {};
  const probe e;
  view<float, row_major> x(memory);
  const view<float, transposed> y(memory);
  x = e;
  CHECK(e.asked == assign_op::set);
  y += e;
  CHECK(e.asked == assign_op::add);
  view<float, row_major>(memory) -= e;
  CHECK(e.asked == assign_op::subtract);
  (x *= e) /= e;
  CHECK(e.asked == assign_op::divide);
  CHECK(memory[0] == 7);
  static_assert(!std::is_assignable_v<decltype(x)&, const char*>);
}

TEST_CASE("a view without axes is one value") {
  float value = 3;
  const view<float, row_major_layout<shape<>>> x(&value);
  CHECK(x() == 3);
  CHECK(static_cast<int>(x) == 3);
  const float same = x;
  CHECK(same == 3);
  x() = 4;
  CHECK(value == 4);
}

TEST_CASE("positions in a view are checked where asked for") {
  float memory[6] = {};
  const view<float, row_major> x(memory);
  CHECK_THROWS_AS((x.operator()<true>(2, 0)), std::out_of_range);
  CHECK_THROWS_AS((x.operator()<true>(0, -1)), std::out_of_range);
}

TEST_CASE("a view of a whole tensor") {
  tensor<float, Key[], Feature[2]> t{{1, 2}, {3, 4}};
  const auto& same = t;
  as_view(t)(1, 0) = 5;
  CHECK(as_view(same)(1, 0) == 5);
  static_assert(std::is_same_v<decltype(as_view(same).data()), const float*>);
  CHECK(as_view(as_view(t)).data() == t.data());
}
}  // namespace
