// Which rows of a block, and which vectors of its lanes, a mask leaves something of.
#pragma once

#include <heed/kernel/interval.hpp>
#include <heed/kernel/walk_facts.hpp>

namespace heed::kernel {

template <class R, int W> struct block_bounds {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  using value = typename facts::value;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr int block_variable = facts::block_variable;

  static HEED_INLINE bool excluded(state& s) {
    if constexpr (walk.bounded || (walk.looked_into && !facts::one_block)) return intervals<R, W>::excluded(s);
    else {
      (void)s;
      return false;
    }
  }
  static HEED_INLINE bool excluded(state& s, index_t begin, index_t end) {
    s.lo[block_variable] = begin;
    s.hi[block_variable] = end;
    return excluded(s);
  }
  /// Of the rows from `first` to `last` those between what a mask excludes at both ends. For neighbouring blocks of lanes they move by as
  /// much: that is asked first.
  static void find_rows(state& s, row_range& r, index_t first, index_t last) {
    const index_t begin = r.begin + r.begin_step, end = r.end + r.end_step < last ? r.end + r.end_step : last;
    const bool moved = r.known && begin >= first && begin < end && !excluded(s, begin, begin + 1) && !excluded(s, end - 1, end) &&
                       (begin == first || excluded(s, first, begin)) && (end == last || excluded(s, end, last));
    if (moved) {
      r.begin = begin;
      r.end = end;
      r.exact = true;
      return;
    }
    const row_range before = r;
    r.begin = first;
    r.end = last;
    index_t step = 1;
    while (2 * step < last - first) step *= 2;
    for (index_t t = step; t > 0; t /= 2)
      while (r.begin + t <= last && excluded(s, first, r.begin + t)) r.begin += t;
    for (index_t t = step; t > 0; t /= 2)
      while (r.end - t >= r.begin && r.end > r.begin && excluded(s, r.end - t, last)) r.end -= t;
    r.begin_step = before.known ? r.begin - before.begin : 0;
    r.end_step = before.known ? r.end - before.end : 0;
    r.known = r.begin < r.end;
    r.exact = r.known && !excluded(s, r.begin, r.begin + 1) && !excluded(s, r.end - 1, r.end);
  }
  // Leaves out what a mask excludes at both ends of the block, to the element.
  static HEED_INLINE void trim(state& s, const row_range& rows) {
    constexpr int v = block_variable;
    const index_t lo = s.lo[v], hi = s.hi[v];
    index_t end = hi, begin = lo;
    if (!(rows.exact && hi == rows.end) && excluded(s, hi - 1, hi))
      for (index_t step = (hi - lo) / 2; step > 0; step /= 2)
        while (end - step > begin && excluded(s, end - step, end)) end -= step;
    if (!(rows.exact && lo == rows.begin) && excluded(s, lo, lo + 1))
      for (index_t step = (end - lo) / 2; step > 0; step /= 2)
        while (begin + step < end && excluded(s, begin, begin + step)) begin += step;
    s.lo[v] = begin;
    s.hi[v] = end;
  }
  // Vectors of lanes for which something is left in the current rows.
  static void leave_out_vectors(state& s, int used) {
    s.first_vector = 0;
    s.last_vector = used;
    if (used == 1) return;
    const auto nothing_in = [&](int j) {
      s.first_vector = j;
      s.last_vector = j + 1;
      return excluded(s);
    };
    int first = 0, last = used;
    while (first + 1 < last && nothing_in(first)) ++first;
    while (first + 1 < last && nothing_in(last - 1)) --last;
    s.first_vector = first;
    s.last_vector = last;
  }
  /// Rows of a block that a mask leaves the same vectors of; open: lets through whole, so that they are computed without it.
  struct piece {
    index_t lo, hi;
    int first, last;
    bool open;
  };
  struct pieces {
    static constexpr int most = 16;
    piece at[most];
    int count = 0;
    void add(const piece& p) {
      if (count > 0 && at[count - 1].hi == p.lo && at[count - 1].first == p.first && at[count - 1].last == p.last && at[count - 1].open == p.open) at[count - 1].hi = p.hi;
      else at[count++] = p;
    }
  };
  // A few rows are looked at a time: as many as a vector has lanes, because a diagonal leaves out one vector more every so many.
  static constexpr index_t part = R::lanes > 8 ? R::lanes : 8;
  static piece look(state& s, index_t begin, index_t end) {
    constexpr int v = block_variable;
    const int used = R::used_vectors(s);
    s.lo[v] = begin;
    s.hi[v] = end;
    s.first_vector = 0;
    s.last_vector = used;
    if (intervals<R, W>::open(s)) return {begin, end, 0, used, true};
    leave_out_vectors(s, used);
    return {begin, end, s.first_vector, s.last_vector, s.last_vector - s.first_vector < used && intervals<R, W>::open(s)};
  }
  /// The pieces of the rows from `begin` to `end`, or as many as there is room for. Returns how far they reach.
  [[gnu::noinline]] static index_t take_pieces(state& s, index_t begin, index_t end, pieces& found) {
    constexpr int v = block_variable;
    found.count = 0;
    while (begin < end && found.count < pieces::most) {
      piece p = look(s, begin, begin + part < end ? begin + part : end);
      if (p.open && p.last - p.first == R::used_vectors(s))  // twice as many rows, as long as that goes well
        for (index_t step = 2 * part; p.hi < end && step >= part;) {
          s.lo[v] = p.hi;
          s.hi[v] = p.hi + step < end ? p.hi + step : end;
          if (intervals<R, W>::open(s)) {
            p.hi = s.hi[v];
            step *= 2;
          } else step /= 2;
        }
      begin = p.hi;
      found.add(p);
    }
    return begin;
  }
};

}  // namespace heed::kernel
