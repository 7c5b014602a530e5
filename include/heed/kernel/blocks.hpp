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
  // Calls block(open) for pieces of the block. A few rows at a time are looked at for vectors that a mask excludes; rows that keep the same vectors stay together. What a
  // mask lets through whole is computed without it.
  template <class Block> static void in_parts(state& s, Block&& block) {
    constexpr int v = block_variable;
    constexpr index_t part = 12;  // whole register blocks of every width
    const index_t end = s.hi[v];
    const int used = R::used_vectors(s);
    struct piece {
      int first, last;
      bool open;
      bool operator==(const piece&) const = default;
    };
    const auto look = [&](index_t begin) {
      s.lo[v] = begin;
      s.hi[v] = begin + part < end ? begin + part : end;
      leave_out_vectors(s, used);
      return piece{s.first_vector, s.last_vector, intervals<R, W>::open(s)};
    };
    index_t begin = s.lo[v];
    piece now = look(begin);
    while (begin < end) {
      index_t stop = s.hi[v];
      piece next = now;
      while (stop < end && (next = look(stop)) == now) stop = s.hi[v];
      s.lo[v] = begin;
      s.hi[v] = stop;
      s.first_vector = now.first;
      s.last_vector = now.last;
      block(now.open);
      begin = stop;
      s.lo[v] = stop;
      s.hi[v] = stop + part < end ? stop + part : end;
      now = next;
    }
    s.first_vector = 0;
    s.last_vector = used;
  }
};

}  // namespace heed::kernel
