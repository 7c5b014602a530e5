#include <support/catch.hpp>

#include <type_traits>

#include <heed/tensor/layout.hpp>

namespace {
using namespace heed;
struct Head {};
struct Query {};
struct Key {};
struct Feature {};

using fixed = row_major_layout<shape<Query[3], Feature[4]>>;
using cache = row_major_layout<shape<Head[8], Key[], Feature[64]>>;

TEST_CASE("a static layout is an empty class") {
  static_assert(std::is_same_v<fixed, layout<shape<Query[3], Feature[4]>, 4, 1>>);
  static_assert(std::is_empty_v<fixed>);
  static_assert(std::is_empty_v<row_major_layout<shape<>>>);
  static_assert(fixed().size() == 12 && fixed().extent(0) == 3 && fixed().stride(0) == 4 && fixed().stride(1) == 1);
  static_assert(row_major_layout<shape<>>().size() == 1);
  static_assert(fixed::has_static_extents && fixed::has_static_strides);
}

TEST_CASE("strides are static as far as they follow from static extents of later axes") {
  static_assert(std::is_same_v<row_major_layout<shape<Key[], Feature[64]>>, layout<shape<Key[], Feature[64]>, 64, 1>>);
  static_assert(sizeof(row_major_layout<shape<Key[], Feature[64]>>) == sizeof(index_t));
  static_assert(std::is_same_v<cache, layout<shape<Head[8], Key[], Feature[64]>, dynamic_stride, 64, 1>>);
  static_assert(cache::static_extents == std::array<index_t, 3>{8, dynamic, 64});
  static_assert(!cache::has_static_extents && !cache::has_static_strides);
}

TEST_CASE("run-time extents give the other strides") {
  constexpr cache five({8, 5, 64});
  static_assert(five.extents() == std::array<index_t, 3>{8, 5, 64});
  static_assert(five.strides() == std::array<index_t, 3>{5 * 64, 64, 1});
  static_assert(five.size() == 8 * 5 * 64);
  static_assert(cache().size() == 0);
}

TEST_CASE("row-major order is recognised, whatever the strides of axes of extent 1") {
  using any = layout<shape<Query[], Key[]>, dynamic_stride, dynamic_stride>;
  static_assert(any({2, 3}).is_row_major());
  static_assert(!any({2, 3}, {1, 2}).is_row_major());
  static_assert(any({1, 3}, {77, 1}).is_row_major());
  static_assert(any({0, 3}, {77, 5}).is_row_major());
  static_assert(any({2, 3}, {-3, -1}).stride(0) == -3);
  static_assert(any({2, 3}) == any({2, 3}, {3, 1}) && !(any({2, 3}) == any({3, 2})));
  static_assert(fixed().is_row_major() && row_major_layout<shape<>>().is_row_major());
}
}  // namespace
