// The blocks of lanes of a row, which a sweep over all lanes goes through.
#pragma once

#include <heed/kernel/fetch_ahead.hpp>
#include <heed/kernel/walk_facts.hpp>

namespace heed::kernel {

/// Of one row, many blocks of lanes, the last of which may end inside: f(state, edge), a constant that says whether the lanes may end in this block.
template <class R, int W> struct lanes_of_row {
  using state = typename R::state;
  template <class F> static HEED_INLINE void all(const state& s, F&& f) { from(s, 0, f); }
  /// After the first block begin(blocks) is called, with the number of those that are whole.
  template <class F, class Begin> static HEED_INLINE void begun(state& s, F&& f, const Begin& begin) {
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
