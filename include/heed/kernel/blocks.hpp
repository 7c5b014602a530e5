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
    if constexpr (walk.bounded) return intervals<R, W>::excluded(s);
    else {
      (void)s;
      return false;
    }
  }
  // Leaves out what a mask excludes at both ends of the block, to the element.
  static HEED_INLINE void trim(state& s) {
    if constexpr (walk.bounded && block_variable >= 0) {
      constexpr int v = block_variable;
      const index_t lo = s.lo[v], hi = s.hi[v];
      index_t end = hi, begin = lo;
      for (index_t step = (hi - lo) / 2; step > 0; step /= 2)
        while (end - step > begin) {
          s.lo[v] = end - step;
          s.hi[v] = end;
          if (!excluded(s)) break;
          end -= step;
        }
      for (index_t step = (end - lo) / 2; step > 0; step /= 2)
        while (begin + step < end) {
          s.lo[v] = begin;
          s.hi[v] = begin + step;
          if (!excluded(s)) break;
          begin += step;
        }
      s.lo[v] = begin;
      s.hi[v] = end;
    }
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
    return {begin, end, s.first_vector, s.last_vector, used > 1 && intervals<R, W>::open(s)};
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
