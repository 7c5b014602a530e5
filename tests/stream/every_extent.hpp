// Results that no cache holds, of some extents: with a last cache of next to nothing, that is most of them.
#pragma once

#define HEED_L3_BYTES 1024
#include <vector>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/catch.hpp>

/// out = e, for a target that a formula has.
template <class Target, class E> void agree(Target&& out, const E& e) {
  const auto exact = heed::eval_with_bound(e);
  out = e;
  const auto found = heed::eval(out + 0);
  REQUIRE(found.size() == exact.value.size());
  heed::index_t wrong = 0;
  for (heed::index_t i = 0; i < found.size(); ++i) wrong += heed::is_within_bound(static_cast<double>(found.data()[i]), exact.value.data()[i], exact.bound.data()[i]) ? 0 : 1;
  CHECK(wrong == 0);
}
/// Rows of so many columns: of extents known and not, in the midst of a larger tensor, in memory that begins anywhere, onto an operand.
template <class T, heed::index_t Rows, heed::index_t Columns> void every_extent() {
  using namespace heed;
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
