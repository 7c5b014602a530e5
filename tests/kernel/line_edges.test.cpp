// Elements that a position chooses, along a line that is written: at its edges they are asked, between them it is known.
#include <cstdint>

#include <heed/heed.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <index_t Rows, index_t Columns> void write_lines() {
  const auto x = numbers(tensor<float, Query[Rows], Key[Columns]>{}, 1), y = numbers(tensor<float, Query[Rows], Key[Columns]>{}, 2);
  // a step of the heat equation: neighbours of other columns and rows, which a border does not have
  CHECK(agrees(x + 0.25f * (shift<Key>(x, 1, 0) + shift<Key>(x, -1, 0) + shift<Query>(x, 1, 0) + shift<Query>(x, -1, 0) - 4 * x)));
  CHECK(agrees(let(x * y, [](auto t) { return t - shift<Key>(t, 3, 0) * shift<Key>(t, -40, 1) + t * shift<Key>(t, 3, 0); })));
  const auto inside = position<Key> > 0 && position<Key> < Columns - 1 && position<Query> > 0;
  CHECK(agrees(where(inside, x * y, x - y)));
  // true in the middle alone, in two pieces, nowhere, for each row from another column on, and of data beside positions
  CHECK(agrees(where(position<Key> >= Columns / 3 && position<Key> < Columns / 2, exp(x), y)));
  CHECK(agrees(where(position<Key> < Columns / 3 || position<Key> > Columns / 2, exp(x), y)));
  CHECK(agrees(where(position<Key> > 2 * Columns, x, y)));
  CHECK(agrees(where(position<Key> <= position<Query>, x, -1)));
  CHECK(agrees(where(position<Key> + 3 * position<Query> != Columns / 2, x, y)));
  // integers that wrap around: true at both ends, and not between
  CHECK(agrees(where(cast<std::uint32_t>(position<Key> - int{Columns / 2}) >= 4u, x, y)));
  CHECK(agrees(where(cast<std::int8_t>(position<Key>) >= 0, x, y)));
  CHECK(agrees(where(y > 0 && position<Key> > 1, x, y)));
  CHECK(agrees(where(abs(position<Key> - position<Query>) < 3, x, y)));
  CHECK(agrees(where(cast<float>(position<Key>) * 0.5f > 3, x, y) + where(position<Key> > 3, x, y)));
  // what is looked up, and folded, is of other points
  const auto ids = whole_numbers(tensor<int, Key[Columns]>{}, 3);
  const auto table = numbers(tensor<float, Batch[5]>{}, 4);
  CHECK(agrees(where(position<Key> > 1, gather<Batch>(where(position<Batch> > 2, table, 1), abs(ids) % 5), x)));
  CHECK(agrees(where(position<Key> > 1, x, y) + sum<Batch>(where(position<Batch> * 9 > position<Key>, table, 0))));
}
}  // namespace

TEST_CASE("Lines of every length") {
  write_lines<3, 1>();
  write_lines<2, 9>();
  write_lines<3, 64>();
  write_lines<5, 100>();
  write_lines<2, 128>();
  write_lines<3, 323>();
}
TEST_CASE("known when they run, of other elements, apart in memory, and larger than the caches") {
  for (const index_t n : {1, 16, 40, 96, 130}) {
    const auto x = numbers(tensor<float, Query[], Key[]>(sized<Query>(3), sized<Key>(n)), 1);
    CHECK(agrees(2 * x - shift<Key>(x, 1, 0) - shift<Key>(x, -1, 0)));
    CHECK(agrees(shift<Key>(shift<Key>(x, 1, 0), -2, 5) + where(position<Key> < length<Key> - 2, x, 0)));
  }
  const auto bytes = whole_numbers(tensor<std::int8_t, Key[200]>{}, 1);
  CHECK(agrees(where(position<Key> > 3, bytes, std::int8_t(1))));
  const auto doubles = numbers(tensor<double, Key[200]>{}, 1);
  CHECK(agrees(doubles - shift<Key>(doubles, 1, 0)));
  const auto wide = numbers(tensor<float, Query[6], Key[160]>{}, 1);
  tensor<float, Query[6], Key[160]> out = 7;
  slice<Key, 5, 150>(out) = slice<Key, 5, 150>(wide) - shift<Key>(slice<Key, 4, 150>(wide), 1, 0);
  CHECK(all_close(slice<Key, 5, 150>(out), in_float64(slice<Key, 5, 150>(wide) - shift<Key>(slice<Key, 4, 150>(wide), 1, 0)), 1e-6, 1e-6));
  CHECK(out(2, 4) == 7);
  CHECK(out(2, 155) == 7);
  const auto large = numbers(tensor<float, Query[4096], Key[1056]>{}, 1);
  tensor<float, Query[4096], Key[1056]> moved = large - shift<Key>(large, 1, 0);
  CHECK(all_close(slice<Query, 4000, 3>(moved), in_float64(slice<Query, 4000, 3>(large) - shift<Key>(slice<Query, 4000, 3>(large), 1, 0)), 1e-6, 1e-6));
}
