#include <support/catch.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <heed/tensor/shape_error.hpp>
#include <heed/tensor/tensor.hpp>

namespace {
using namespace heed;
struct Head {};
struct Query {};
struct Key {};
struct Feature {};

// An expression that records what is asked of it. Its overload is more special than the library's declaration.
struct probe {
  using heed_operand = void;
  mutable assign_op asked = assign_op::set;
  mutable int times = 0;
};
template <class T, class... X, assign_op Op> void assign_expression(tensor<T, X...>& target, const probe& expression, assign_op_constant<Op>) {
  constexpr assign_op op = Op;
  expression.asked = op;
  ++expression.times;
  auto extents = target.layout().extents();
  if constexpr (!tensor<T, X...>::layout_type::has_static_extents) extents[0] = 3;
  target.resize_to(extents);
  for (T& element : target) element = T(7);
}

TEST_CASE("a tensor is zero-filled, aligned and row-major") {
  tensor<float, Head[2], Query[3], Feature[40]> q;
  CHECK(q.size() == 240);
  CHECK(reinterpret_cast<std::uintptr_t>(q.data()) % 64 == 0);
  for (float x : q) CHECK(x == 0);
  q(1, 2, 5) = 4;
  CHECK(q.data()[1 * 120 + 2 * 40 + 5] == 4);
  const auto& same = q;
  CHECK(same(1, 2, 5) == 4);
}

TEST_CASE("a tensor of any size can be a local variable") {
  tensor<float, Head[64], Query[512], Feature[512]> large;
  CHECK(large(63, 511, 511) == 0);
  static_assert(sizeof(large) <= 64);
}

TEST_CASE("without axes it is one value") {
  tensor<float> loss;
  CHECK(loss() == 0);
  loss() = 2.5f;
  CHECK(static_cast<double>(loss) == 2.5);
  const tensor<float> three{3.f}, four = 4;
  CHECK(three() == 3);
  CHECK(four() == 4);
  CHECK(four.size() == 1);
  // a number of its own type by itself, of another where that is said
  const float value = three;
  CHECK(value == 3);
  static_assert(!std::is_convertible_v<tensor<float, Query[1]>, float> && !std::is_constructible_v<float, tensor<float, Query[1]>>);
}

TEST_CASE("run-time axes are sized by name, in any order") {
  tensor<float, Head[8], Key[], Feature[4]> none;
  CHECK(none.size() == 0);
  tensor<float, Head[8], Key[], Feature[4]> cache{sized<Key>(5)};
  CHECK(cache.layout().extents() == std::array<index_t, 3>{8, 5, 4});
  CHECK(cache(7, 4, 3) == 0);
  tensor<double, Query[], Key[]> scores(sized<Key>(3), sized<Query>(2));
  CHECK(scores.layout().extents() == std::array<index_t, 2>{2, 3});
  tensor<double, Query[], Key[]> empty(sized<Key>(0), sized<Query>(2));
  CHECK(empty.size() == 0);
}

TEST_CASE("sizes that cannot be are refused") {
  using rows = tensor<float, Key[], Feature[4]>;
  CHECK_THROWS_WITH(rows(sized<Key>(-1)), "sized<Key>: the size is negative: -1");
  CHECK_THROWS_AS(rows(sized<Key>(INTPTR_MAX / 8)), shape_error);
}

TEST_CASE("nested braces") {
  tensor<float, Query[2], Feature[2]> t{{1, 2}, {3, 4}};
  CHECK(t(0, 1) == 2);
  CHECK(t(1, 0) == 3);
  const tensor<int, Query[3]> v = {1, 2, 3};
  CHECK(v(2) == 3);
  const tensor<double, Head[1], Query[2], Feature[2]> three{{{1, 2}, {3, 4}}};
  CHECK(three(0, 1, 1) == 4);
  const tensor<bool, Key[2]> mask{true, false};
  CHECK(mask.data()[0]);
  t = {{5, 6}, {7, 8}};
  CHECK(t(1, 1) == 8);
}

TEST_CASE("braces size run-time axes") {
  const tensor<float, Key[], Feature[2]> rows{{1, 2}, {3, 4}, {5, 6}};
  CHECK(rows.layout().extents() == std::array<index_t, 2>{3, 2});
  CHECK(rows(2, 1) == 6);
  const tensor<float, Query[], Key[]> both{{1, 2, 3}};
  CHECK(both.layout().extents() == std::array<index_t, 2>{1, 3});
}

TEST_CASE("braces that do not fit are refused") {
  using fixed = tensor<float, Query[2], Feature[2]>;
  CHECK_THROWS_WITH((fixed{{1, 2}, {3}}), "tensor: Feature is 2 and its list in braces has 1");
  CHECK_THROWS_AS((fixed{{1, 2}}), shape_error);
  CHECK_THROWS_AS((tensor<float, Key[], Feature[]>{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS((tensor<float, Query[2]>{1, 2, 3}), shape_error);
}

TEST_CASE("numbers fill") {
  tensor<float, Query[2], Feature[2]> t = 3;
  CHECK(t(1, 1) == 3);
  t = 0.5;
  CHECK(t(0, 0) == 0.5f);
  tensor<float, Key[]> rows(sized<Key>(2));
  rows = 1;
  CHECK(rows(1) == 1);
  static_assert(!std::is_constructible_v<tensor<float, Query[2]>, const char*>);
}

TEST_CASE("copies have elements of their own") {
  tensor<float, Query[100]> large;
  large(3) = 1;
  auto copy = large;
  copy(3) = 2;
  CHECK(large(3) == 1);
  const float* const address = large.data();
  large = copy;
  CHECK(large(3) == 2);
  CHECK(large.data() == address);

  tensor<float, Key[]> a{1, 2, 3}, b;
  b = a;
  CHECK(b.size() == 3);
  CHECK(b(2) == 3);
}

TEST_CASE("moving hands the memory on, and what is left can be assigned to") {
  tensor<float, Query[100]> large;
  large(3) = 1;
  const float* const address = large.data();
  auto moved = std::move(large);
  CHECK(moved.data() == address);
  large = 5;
  CHECK(large(99) == 5);
  auto again = std::move(moved);
  moved = probe{};
  CHECK(moved(99) == 7);
  large = std::move(again);
  CHECK(large(3) == 1);

  tensor<float, Key[]> a{1, 2, 3};
  const auto b = std::move(a);
  CHECK(a.size() == 0);
  CHECK(b.size() == 3);
}

TEST_CASE("resizing keeps the elements that stay") {
  tensor<float, Head[2], Key[], Feature[]> cache{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  cache.resize(sized<Key>(3));
  CHECK(cache.layout().extents() == std::array<index_t, 3>{2, 3, 2});
  CHECK(cache(1, 1, 0) == 7);
  CHECK(cache(0, 2, 1) == 0);
  cache.resize(sized<Feature>(1), sized<Key>(2));
  CHECK(cache(1, 1, 0) == 7);
  CHECK(cache(0, 0, 0) == 1);
  CHECK_THROWS_AS(cache.resize(sized<Key>(-2)), shape_error);
  CHECK(cache.size() == 4);
  cache.resize_to({2, 4, 5});
  CHECK(cache.size() == 40);
}

TEST_CASE("assignments of expressions are handed on") {
  tensor<float, Query[2]> t;
  const probe e;
  t = e;
  CHECK((e.asked == assign_op::set && e.times == 1));
  t += e;
  CHECK(e.asked == assign_op::add);
  t -= e;
  CHECK(e.asked == assign_op::subtract);
  t *= e;
  CHECK(e.asked == assign_op::multiply);
  t /= e;
  CHECK((e.asked == assign_op::divide && e.times == 5));
  const tensor<float, Key[], Feature[2]> out = e;
  CHECK(out.size() == 6);
  CHECK(out(2, 1) == 7);
}

TEST_CASE("a const tensor cannot be assigned to") {
  using t = tensor<float, Query[2]>;
  static_assert(std::is_assignable_v<t&, probe>);
  static_assert(!std::is_assignable_v<const t&, t>);
  static_assert(!std::is_constructible_v<t, std::string> && !std::is_assignable_v<t&, void*>);
  static_assert(std::is_nothrow_move_constructible_v<t> && std::is_nothrow_move_assignable_v<t>);
}

TEST_CASE("positions are checked where asked for") {
  tensor<float, Query[2], Key[]> t(sized<Key>(3));
  CHECK_THROWS_WITH((t.operator()<true>(0, 3)), "Key is 3, outside its extent 3");
  CHECK_THROWS_AS((t.operator()<true>(-1, 0)), std::out_of_range);
  CHECK_THROWS_AS((t.operator()<true>(0, ~0u)), std::out_of_range);
  CHECK(&t.operator()<true>(1u, short{2}) == &t.operator()<false>(1, 2));
#if HEED_CHECK_BOUNDS
  CHECK_THROWS_AS(t(2, 0), std::out_of_range);
#endif
}
}  // namespace
