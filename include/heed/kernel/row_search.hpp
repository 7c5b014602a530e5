// Which rows of a block, and which vectors of its lanes, a mask leaves something of: searched by functions that all expressions share.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed::kernel {

/// Some rows, and some vectors of the block of lanes.
struct row_piece {
  index_t lo, hi;
  int first, last;
  bool open;  // a mask lets all of it through: it is computed without
};

/// What a walk says of a piece of its block: of the rows from lo to hi and the vectors from first to last. (In registers: a piece in memory is written in parts and
/// read whole, which waits.)
struct mask_answers {
  using answer = bool(void* state, index_t lo, index_t hi, int first, int last);
  void* state;
  answer* excludes;  // nothing in it can change any fold
  answer* opens;     // a mask lets all of it through
  int used;          // vectors of the block of lanes

  HEED_SHARED bool excluded(index_t begin, index_t end) const { return excludes(state, begin, end, 0, used); }
  HEED_SHARED bool open(index_t begin, index_t end) const { return opens(state, begin, end, 0, used); }
};

/// The rows that masks leave of a walk, and how far they have moved from one block of lanes to the next.
struct row_range {
  index_t begin = 0, end = 0, begin_step = 0, end_step = 0;
  bool known = false;
  bool exact = false;  // something is left of the first and of the last
};

/// Of the rows from `first` to `last` those between what a mask excludes at both ends. For neighbouring blocks of lanes they move by as
/// much: that is asked first.
inline HEED_SHARED void find_rows(const mask_answers& mask, row_range& r, index_t first, index_t last) {
  const index_t begin = r.begin + r.begin_step, end = r.end + r.end_step < last ? r.end + r.end_step : last;
  const bool moved = r.known && begin >= first && begin < end && !mask.excluded(begin, begin + 1) && !mask.excluded(end - 1, end) &&
                     (begin == first || mask.excluded(first, begin)) && (end == last || mask.excluded(end, last));
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
    while (r.begin + t <= last && mask.excluded(first, r.begin + t)) r.begin += t;
  for (index_t t = step; t > 0; t /= 2)
    while (r.end - t >= r.begin && r.end > r.begin && mask.excluded(r.end - t, last)) r.end -= t;
  r.begin_step = before.known ? r.begin - before.begin : 0;
  r.end_step = before.known ? r.end - before.end : 0;
  r.known = r.begin < r.end;
  r.exact = r.known && !mask.excluded(r.begin, r.begin + 1) && !mask.excluded(r.end - 1, r.end);
}

/// Leaves out of the rows from `lo` to `hi` what a mask excludes at both ends, to the element; not at one of which is known that something is left of it.
inline HEED_SHARED void trim_rows(const mask_answers& mask, bool first_is_left, bool last_is_left, index_t& lo, index_t& hi) {
  index_t begin = lo, end = hi;
  if (!last_is_left && mask.excluded(hi - 1, hi))
    for (index_t step = (hi - lo) / 2; step > 0; step /= 2)
      while (end - step > begin && mask.excluded(end - step, end)) end -= step;
  if (!first_is_left && mask.excluded(lo, lo + 1))
    for (index_t step = (end - lo) / 2; step > 0; step /= 2)
      while (begin + step < end && mask.excluded(begin, begin + step)) begin += step;
  lo = begin;
  hi = end;
}

/// Rows of a block in pieces that keep the same vectors of lanes.
struct row_pieces {
  static constexpr int most = 16;
  row_piece at[most];
  int count = 0;
  void add(const row_piece& p) {
    if (count > 0 && at[count - 1].hi == p.lo && at[count - 1].first == p.first && at[count - 1].last == p.last && at[count - 1].open == p.open) at[count - 1].hi = p.hi;
    else at[count++] = p;
  }
};

/// The rows from `begin` to `end` and the vectors for which something is left of them.
inline row_piece look_at_rows(const mask_answers& mask, index_t begin, index_t end) {
  row_piece p{begin, end, 0, mask.used, true};
  if (mask.open(begin, end)) return p;
  const auto nothing_in = [&](int j) { return mask.excludes(mask.state, begin, end, j, j + 1); };
  while (p.first + 1 < p.last && nothing_in(p.first)) ++p.first;
  while (p.first + 1 < p.last && nothing_in(p.last - 1)) --p.last;
  p.open = p.last - p.first < mask.used && mask.opens(mask.state, p.lo, p.hi, p.first, p.last);
  return p;
}
/// The pieces of the rows from `begin` to `end`, or as many as there is room for; returns how far they reach. `part` rows are looked at a
/// time: as many as a vector has lanes, because a diagonal leaves out one vector more every so many.
inline HEED_SHARED index_t take_pieces(const mask_answers& mask, index_t part, index_t begin, index_t end, row_pieces& found) {
  found.count = 0;
  while (begin < end && found.count < row_pieces::most) {
    row_piece p = look_at_rows(mask, begin, begin + part < end ? begin + part : end);
    if (p.open && p.last - p.first == mask.used)  // twice as many rows, as long as that goes well
      for (index_t step = 2 * part; p.hi < end && step >= part;) {
        const index_t hi = p.hi + step < end ? p.hi + step : end;
        if (mask.open(p.hi, hi)) {
          p.hi = hi;
          step *= 2;
        } else step /= 2;
      }
    begin = p.hi;
    found.add(p);
  }
  return begin;
}

}  // namespace heed::kernel
