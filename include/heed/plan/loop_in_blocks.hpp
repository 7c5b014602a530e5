// A loop of the results inside the blocks of a walk. Scores of all heads that are mixed before they are normalised lack the axis of the mixed heads:
//
//   for Mixed                             for blocks of queries
//     for blocks of queries                 for blocks of keys
//       for blocks of keys                    scores of all heads
//         scores of all heads                 for Mixed
//         mix, exponentials, times values       mix, exponentials, times values
//
// On the left the scores are computed again for each mixed head; on the right each holds its own partial results, a tile for every step of the loop.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {

/// The most steps of such a loop.
inline constexpr index_t most_in_blocks = 16;

/// Products that are held for each row of a block and each lane: heads that are mixed before they are normalised.
inline constexpr index_t most_held_inside = 16;
/// Whether the loop over some variables may run in blocks.
template <int N> constexpr bool is_few_in_blocks(const graph<N>& g, vars some) {
  return some != 0 && (some & (some - 1)) == 0 && static_points(g, some) > 1 && static_points(g, some) <= most_in_blocks;
}

/// Whether the products that walk w holds for a block lack variable v.
template <int N> constexpr bool repeats_products(const graph<N>& g, const nest_facts& n, const walk& w, int v) {
  for (int s = 0; s < w.strip_count; ++s)
    if (const strip& x = w.strips[s]; x.contraction && x.fold.lanes_node >= 0 && x.level == 0 && !has(g[n.tiles[x.tile].node].free, v)) return true;
  return false;
}

// The axes of truth values below a value: what decides which blocks, and which side of a `where`, are left out.
template <int N> constexpr vars axes_of_masks(const program<N>& p, int i, seen_nodes<N>& seen) {
  if (!seen.enter(i)) return 0;
  vars axes = p.g[i].type == scalar::b8 ? p.g[i].free : 0;
  for (int k = 0; p.temporary_of[i] < 0 && k < p.g[i].edges; ++k) axes |= axes_of_masks(p, p.g.child(i, k), seen);
  return axes;
}

/// The outer loop of a nest that is better inside the blocks of its walk; -1: none. (Of one walk, for blocks of lanes, all of whose folds and results have it, and no mask in it.)
template <int N> constexpr int loop_in_blocks(const program<N>& p, const nest_facts& n) {
  const graph<N>& g = p.g;
  if (n.walk_count != 1 || n.lane < 0 || n.alone || n.chunk >= 0 || n.walks[0].where != scope::lanes || n.walks[0].depth == 0) return -1;
  const walk& w = n.walks[0];
  vars some = 0;
  for (int k = 0; k < n.outer_count; ++k)
    if (const int v = n.outer[k]; !g.variables[v].derived && is_few_in_blocks(g, one(v)) && repeats_products(g, n, w, v)) some |= one(v);
  if (some == 0) return -1;
  for (int o = 0; o < n.output_count; ++o) some &= has(n.outputs[o].axes, n.lane) ? n.outputs[o].axes : 0;
  seen_nodes<N> seen;
  for (int f = 0; f < w.fold_count; ++f) some &= g[w.folds[f].node].free & ~axes_of_masks(p, g.child(w.folds[f].node, 0), seen);
  for (int t = 0; t < n.tile_count; ++t)
    if (n.tiles[t].kept_by >= 0) return -1;
  int longest = -1;
  for (int v = 0; v < g.variable_count; ++v)
    if (has(some, v) && (longest < 0 || g.extent(v) > g.extent(longest))) longest = v;
  return longest;
}

/// Whether the tiles that there are several of are known to fit the caches. (A block reads and writes each once, which costs little beside its scores.)
template <int N> constexpr bool fits_with_copies(const program<N>& p, const nest_facts& n) {
  index_t bytes = 0;
  for (int t = 0; t < n.tile_count; ++t) {
    const tile& d = n.tiles[t];
    if (d.copies == 1) continue;
    index_t size = n.width() * d.parts * bytes_of(p.g[d.node].type) * d.copies;
    for (int k = 0; k < d.row_count; ++k) {
      const index_t rows = has(d.relative, d.order[k]) ? n.rows_of_block(d, d.order[k]) : p.g.extent(d.order[k]);
      if (rows == dynamic) return false;
      size *= rows;
    }
    bytes += size;
  }
  return bytes <= p.target.l3 / 8;
}

}  // namespace detail

}  // namespace heed::planner
