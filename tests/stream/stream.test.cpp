// Results that no cache holds: with a last cache of next to nothing, that is most of them.
#define HEED_L3_BYTES 1024
#include <vector>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {
// out = e, for a target that a formula has.
template <class Target, class E> void agree(Target&& out, const E& e) {
  const auto exact = eval_with_bound(e);
  out = e;
  const auto found = eval(out + 0);
  REQUIRE(found.size() == exact.value.size());
  index_t wrong = 0;
  for (index_t i = 0; i < found.size(); ++i) wrong += is_within_bound(static_cast<double>(found.data()[i]), exact.value.data()[i], exact.bound.data()[i]) ? 0 : 1;
  CHECK(wrong == 0);
}
template <class T, index_t Rows, index_t Columns> void every_extent() {
  auto x = numbers(tensor<T, Query[Rows], Key[Columns]>{}, 1);
  const auto y = numbers(tensor<T, Key[Columns]>{}, 2);
  tensor<T, Query[Rows], Key[Columns]> out;
  agree(out, x * 2 + y);
  agree(out, (x - mean<Key>(x)) * rsqrt(var<Key>(x) + 1));
  agree(out, softmax<Key>(x));
  agree(out, x * rsqrt(mean<Key>(x * x)) + y);
  tensor<T, Query[], Key[]> some(sized<Query>(Rows), sized<Key>(Columns)), into(sized<Query>(Rows), sized<Key>(Columns));
  some = x;
  agree(into, abs(some) - y);
  agree(into, softmax<Key>(some * 3));
  // more rows and columns than are written, so that no row but the first begins a line
  tensor<T, Query[Rows + 1], Key[Columns + 3]> around;
  around = 7;
  agree(slice<Query, 1, Rows>(slice<Key, 2, Columns>(around)), x + y);
  CHECK(around.data()[0] == 7);
  CHECK(around.data()[around.size() - 1] == 7);
  // memory that begins anywhere, and a target that is an operand
  std::vector<T> memory(static_cast<std::size_t>(Rows * Columns + 8));
  for (int shift = 0; shift < 4; ++shift) agree(named<Query[Rows], Key[Columns]>(memory.data() + shift), sqrt(abs(x)) * y);
  const auto expected = eval(x * 3 - y);
  x = x * 3 - y;
  CHECK(equal(x, expected));
}
}  // namespace

TEST_CASE("lines are written past the caches, and the rest of each row beside them") {
  every_extent<float, 40, 64>();
  every_extent<float, 40, 192>();
  every_extent<float, 7, 1000>();
  every_extent<float, 33, 129>();
  every_extent<double, 20, 64>();
  every_extent<double, 5, 333>();
}

TEST_CASE("integers and truth values, and threads") {
  tensor<std::int32_t, Query[50], Key[64]> ids, out;
  for (index_t i = 0; i < ids.size(); ++i) ids.data()[i] = static_cast<std::int32_t>(i % 97);
  out = ids * 2 + 1;
  CHECK(out.data()[64 * 50 - 1] == (64 * 50 - 1) % 97 * 2 + 1);
  tensor<bool, Query[50], Key[64]> odd;
  odd = ids % 2 == 1;
  CHECK(odd.data()[1]);
  const auto x = numbers(tensor<float, Query[300], Key[256]>{}, 1);
  tensor<float, Query[300], Key[256]> one, two;
  one = par(softmax<Key>(x), 1);
  two = par(softmax<Key>(x), 2);
  CHECK(equal(one, two));
}
