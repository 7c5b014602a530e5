// The points that a sweep goes through: the rows of a block, or the lanes of a row.
#pragma once

#include <heed/kernel/fetch_ahead.hpp>
#include <heed/kernel/walk_facts.hpp>

namespace heed::kernel {

/// All rows of the block: f(state, Edge), a constant that says whether the lanes may end inside the block of lanes where s stands.
template <class R, int W> struct rows_of_block {
  using state = typename R::state;
  template <class F> HEED_INLINE void operator()(state& s, F&& f) const {
    R::template for_points<walk_facts<R, W>::block_set, walk_facts<R, W>::block_set>(s, [&]() HEED_INLINED { f(s, std::bool_constant<R::nest.walks[W].where == planner::scope::outer>{}); });
  }
};

/// Of one row, many blocks of lanes, the last of which may end inside.
template <class R, int W> struct lanes_of_row {
  using state = typename R::state;
  template <class F> HEED_INLINE void operator()(const state& s, F&& f) const { from(s, 0, f); }
  /// After the first block begin(blocks) is called, with the number of those that are whole.
  template <class F, class Begin> HEED_INLINE void begun(state& s, F&& f, const Begin& begin) const {
    const index_t blocks = s.many / R::width;
    if (blocks > 0) f(s, std::false_type{});
    else f(s, std::true_type{});
    begin(blocks);
    if (s.many > R::width) from(s, R::width, f);
  }
  // (On a copy of the state, which compilers keep in registers: what is stored through a vector might be anything else in memory.)
  template <class F> static HEED_INLINE void from(const state& outside, index_t first, F&& f) {
    state s = outside;
    const index_t begin = s.at[R::lane], whole = begin + s.many / R::width * R::width;
    s.valid = R::width;
    for (index_t b = begin + first; b < whole; b += R::width) {
      s.at[R::lane] = b;
      if constexpr (W > 0) fetch_ahead<R>::run(s);
      f(s, std::false_type{});
    }
    s.valid = begin + s.many - whole;
    s.at[R::lane] = whole;
    if (s.valid > 0) f(s, std::true_type{});
  }
};

}  // namespace heed::kernel
