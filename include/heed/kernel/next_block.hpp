// What the next block of a walk reads is asked for while the rows of this one are multiplied (simd/single_lane.hpp), where that is not what lies behind them: other heads' rows, or another page.
#pragma once

#include <heed/kernel/loop_in_blocks.hpp>
#include <heed/simd/single_lane.hpp>

namespace heed::kernel {

template <class R> struct next_block {
  using state = typename R::state;
  using in_blocks = loop_in_blocks<R>;
  static constexpr const auto& walk = R::nest.walks[0];
  static constexpr int rows = walk.depth > 0 ? walk.order[walk.depth - 1] : -1, pages = walk.depth > 1 ? walk.order[walk.depth - 2] : -1;
  // Of a nest of one walk, for what has its rows, and steps or pages.
  template <int A> static constexpr bool is_elsewhere = [] {
    if (R::nest.walk_count != 1 || walk.where != planner::scope::lanes || rows < 0) return false;
    const auto& a = R::g.accesses[A];
    return (in_blocks::any && planner::stride_along(R::g, a, in_blocks::any ? in_blocks::v : 0) != 0) || (pages >= 0 && planner::is_irregular_along(R::g, a, pages >= 0 ? pages : 0));
  }();

  /// Where it is, from each of so many rows of access A, `stride` elements apart, at whose first s stands. What lies step by step within a row is asked for in that order, a part of it at each step. Nothing is
  /// said where all of it lies behind this one.
  template <int A> static HEED_INLINE simd::rows_ahead of(state& s, index_t stride, index_t count) {
    if constexpr (!is_elsewhere<A>) return {};
    else {
      index_t distance = count * stride, step = 0, apart = 0;
      if constexpr (in_blocks::any) {
        step = s.at[in_blocks::v];
        apart = R::template stride_along<A, in_blocks::v>(s);
      }
      bool other_page = false;
      if constexpr (pages >= 0)
        if (s.hi[rows] == R::extent(s, rows)) {
          if (s.at[pages] + 1 == R::extent(s, pages)) return {};
          const index_t here = R::template offset<A>(s), row = s.at[rows];
          ++s.at[pages];
          s.at[rows] = 0;
          distance = R::template offset<A>(s) - here;
          s.at[rows] = row;
          --s.at[pages];
          other_page = true;
        }
      if (in_blocks::any && apart > 0 && apart * in_blocks::steps <= stride) return {distance - step * apart, step * count, in_blocks::steps, apart, stride};
      return other_page ? simd::rows_ahead(distance) : simd::rows_ahead();
    }
  }
};

}  // namespace heed::kernel
