// Rule 7: how many vectors of lanes are walked together where folds go down the columns of what lies along its rows.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner::detail {

/// A block of lanes is as wide as so many bytes of each row: a page. Of rows that are further apart than the lanes are wide, memory is read a piece of each row at
/// a time, and of pieces of some lines only no stream is under way.
inline constexpr index_t wide_piece = 4096;
/// Steps of a block that is so wide, in which accumulators stay in registers and the pieces of its rows in the caches: less arithmetic is waited for in fewer.
inline constexpr index_t steps_of_wide = 8, dear_steps_of_wide = 16;

/// What the folds of a nest read with these lanes, if all of it lies side by side along them.
template <int N> struct column_folds {
  const program<N>& p;
  int lane;
  index_t width;      // the lanes that would be walked otherwise
  bool plain = true;  // nothing lies across, nothing asks for positions or truth values of pairs, nothing is folded along the lanes
  index_t largest = 0;  // bytes of what has rows that are further apart than that; of an unknown number many
  bool dear = false;  // more is computed of an element than a sum or a comparison
  seen_nodes<N> above{}, seen{};

  constexpr void look(int i, vars bound) {
    const graph<N>& g = p.g;
    const bool stored = p.temporary_of[i] >= 0;
    if (!plain || ((g.nodes[i].free & (one(lane) | bound)) == 0 && !has(g.nodes[i].folded, lane)) || !(bound == 0 ? above : seen).enter(i)) return;
    if (stored || g.is(i, kind::leaf)) return look_at(i, bound);
    if (g.is(i, kind::position) || g.is(i, kind::stored) || g.is(i, kind::looked_up) || g.is(i, kind::scan)) return void(plain = false);
    if (g.is(i, kind::fold)) {
      if (has(g.nodes[i].bound, lane)) return void(plain = false);
      bound |= g.nodes[i].bound;
    } else dear = dear || (bound != 0 && is_expensive(g, i));
    const int read = g.is(i, kind::fold) && gives_place(g.fold_of(i)) ? 1 : g.nodes[i].edges;  // (not the coordinates)
    for (int k = 0; k < read; ++k) look(g.child(i, k), bound);
  }

 private:
  constexpr void look_at(int i, vars bound) {
    const graph<N>& g = p.g;
    if (!has(g.nodes[i].free, lane)) return;
    const int number = p.temporary_of[i] >= 0 ? p.access_of[i] : g.nodes[i].item;
    if (number < 0) return void(plain = false);
    const access& a = g.accesses[number];
    const int down = innermost_of(g, g.nodes[i].free & bound & ~one(lane));
    if (g.nodes[i].type == scalar::b8 || is_irregular_along(g, a, lane) || stride_along(g, a, lane) != 1) return void(plain = false);
    if (down < 0) return;
    if (is_irregular_along(g, a, down)) return void(plain = false);
    const index_t apart = stride_along(g, a, down), points = static_points(g, g.nodes[i].free);
    if (apart != unknown_stride && apart <= width && apart >= -width) return;
    const index_t size = points * bytes_of(g.nodes[i].type);
    if (points < 0 || size > largest) largest = points < 0 ? p.target.l3 : size;
  }
};

/// Has n take blocks of lanes that are so wide, as equal ones as can be, and few steps at a time, if its folds read far columns.
template <int N> constexpr void widen_block(const program<N>& p, nest<N>& n) {
  const index_t extent = p.g.extent(n.lane), size = p.lanes < p.target.float_lanes ? 8 : 4, most = wide_piece / (n.lanes * size);
  column_folds<N> found{p, n.lane, index_t{n.lanes} * n.vectors};
  if (extent != dynamic && extent <= found.width) return;
  for (int i = 0; i < n.output_count; ++i) found.look(n.outputs[i].node, 0);
  // (what computes more waits less: a logsumexp down columns that the third cache holds lost a fifth)
  if (!found.plain || found.largest <= (found.dear ? p.target.l3 / 4 : p.target.l2)) return;
  const index_t needed = extent == dynamic ? most : (extent + n.lanes - 1) / n.lanes, blocks = (needed + most - 1) / most;
  n.vectors = static_cast<std::int16_t>(((needed + blocks - 1) / blocks + 3) / 4 * 4);
  n.wide = true;
  n.block = found.dear ? dear_steps_of_wide : steps_of_wide;
  n.rows_alone = !found.dear;
}

}  // namespace heed::planner::detail
