// A loop of the results inside the blocks of a walk. Scores of all heads that are mixed before they are normalised lack the axis of the mixed heads:
//
//   for Mixed                             for blocks of queries
//     for blocks of queries                 for blocks of keys
//       for blocks of keys                    scores of all heads
//         scores of all heads                 for Mixed
//         mix, exponentials, times values       mix, exponentials, times values
//
// On the left the scores are computed again for each mixed head; on the right each holds its own partial results, a tile for every step of the loop.
//
// Nor is a cache {Key, Head, Feature} read head by head, in pieces of a row each, which lie as far apart as all heads of a token are long: for queries of one block of lanes, which read it once, memory is
// what is waited for. With the heads inside blocks of keys what a block reads is one piece of memory.
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

// Whether an access goes further along any of these variables, or what they look up, than so many elements.
template <int N> constexpr bool goes_further_along(const graph<N>& g, const access& a, vars some, index_t apart) {
  for (int t = 0; t < a.terms; ++t) {
    const term& x = g.terms[a.first_term + t];
    if (x.coefficient <= apart) continue;
    if (has(some, x.variable)) return true;
    if (!g.variables[x.variable].derived) continue;
    const affine& places = g.maps[g.variables[x.variable].source.number];
    for (int i = 0; i < places.count; ++i)
      if (has(some, places.terms[i].variable)) return true;
  }
  return false;
}

/// The rows of a block where what the products of walk w multiply is interleaved: in each row of the walk, or each page of rows, one step of the loop over v after the other. What all steps read of one operand
/// takes a fourth of the second cache, beside the next block's; half of that where there are many lanes, whose results are there, too. 0: where any lies otherwise, where all of it is known to fit that cache, or
/// where these rows would be too few: a block of one head has its price, more so with more queries.
template <int N> constexpr index_t rows_of_interleaved(const program<N>& p, const nest_facts& n, const walk& w, int v) {
  const graph<N>& g = p.g;
  const int along = w.order[w.depth - 1];
  const index_t lanes = g.extent(n.lane), least = lanes == 1 ? 8 : 16, most_rows = 256;
  if (lanes < 1 || lanes > n.width() || g.extent(v) < 2) return 0;
  index_t most = 0;  // bytes of a row of all steps
  bool all = true, is_little = true, within_rows = false;
  const auto look = [&](const fold_step& f) {
    if (f.lanes_node < 0) return;
    const int leaf = p.temporary_of[f.rows_node] < 0 ? largest_leaf(g, f.rows_node) : -1;
    if (leaf < 0) { all = false; return; }
    const access& a = g.accesses[g.nodes[leaf].item];
    const index_t apart = stride_along(g, a, v), points = static_points(g, g.nodes[leaf].free), row = static_points(g, g.nodes[leaf].free & ~(w.bound | n.outer_set() | one(v)));
    all = all && apart > 0 && row > 0 && goes_further_along(g, a, w.bound, apart) && !is_irregular_along(g, a, v) && !is_irregular_along(g, a, along);
    const index_t bytes = bytes_of(g.nodes[leaf].type), bytes_of_row = g.extent(v) * row * bytes;
    is_little = is_little && points >= 0 && points * bytes <= p.target.l2;
    most = bytes_of_row > most ? bytes_of_row : most;
    within_rows = within_rows || stride_along(g, a, along) > apart;
  };
  for (int s = 0; s < w.strip_count; ++s)
    if (w.strips[s].contraction) look(w.strips[s].fold);
  for (int f = 0; f < w.fold_count; ++f) look(w.folds[f]);
  if (!all || is_little || most == 0) return 0;
  const index_t extent = g.extent(along);
  index_t rows = p.target.l2 / (lanes > 4 ? 8 : 4) / most;
  if (!within_rows) rows = extent >= 0 && extent <= 8 * rows ? extent : 0;
  if (extent >= 0 && extent < rows) rows = extent;
  return rows < least ? 0 : rows > most_rows ? most_rows : rows;
}

/// Whether the products that walk w holds for a block lack variable v.
template <int N> constexpr bool repeats_products(const graph<N>& g, const nest_facts& n, const walk& w, int v) {
  for (int s = 0; s < w.strip_count; ++s)
    if (const strip& x = w.strips[s]; x.contraction && x.fold.lanes_node >= 0 && x.level == 0 && !has(g.nodes[n.tiles[x.tile].node].free, v)) return true;
  return false;
}

// The axes of truth values below a value: what decides which blocks, and which side of a `where`, are left out.
template <int N> constexpr vars axes_of_masks(const program<N>& p, int i, seen_nodes<N>& seen) {
  if (!seen.enter(i)) return 0;
  vars axes = p.g.nodes[i].type == scalar::b8 ? p.g.nodes[i].free : 0;
  for (int k = 0; p.temporary_of[i] < 0 && k < p.g.nodes[i].edges; ++k) axes |= axes_of_masks(p, p.g.child(i, k), seen);
  return axes;
}

/// The outer loop of a nest that is better inside the blocks of its walk; -1: none. (Of one walk, for blocks of lanes, all of whose folds and results have it, and no mask in it.)
template <int N> constexpr int loop_in_blocks(const program<N>& p, const nest_facts& n) {
  const graph<N>& g = p.g;
  if (n.walk_count != 1 || n.lane < 0 || n.chunk >= 0 || n.walks[0].where != scope::lanes || n.walks[0].depth == 0) return -1;
  const walk& w = n.walks[0];
  vars some = 0;
  for (int k = 0; k < n.outer_count; ++k)
    if (const int v = n.outer[k]; !g.variables[v].derived && ((!n.alone && is_few_in_blocks(g, one(v)) && repeats_products(g, n, w, v)) || rows_of_interleaved(p, n, w, v) > 0)) some |= one(v);
  if (some == 0) return -1;
  for (int o = 0; o < n.output_count; ++o) some &= has(n.outputs[o].axes, n.lane) ? n.outputs[o].axes : 0;
  seen_nodes<N> seen;
  for (int f = 0; f < w.fold_count; ++f) some &= g.nodes[w.folds[f].node].free & ~axes_of_masks(p, g.child(w.folds[f].node, 0), seen);
  for (int t = 0; t < n.tile_count; ++t)
    if (n.tiles[t].kept_by >= 0) return -1;
  int longest = -1;
  for (int v = 0; v < g.variable_count; ++v)
    if (has(some, v) && (longest < 0 || g.extent(v) > g.extent(longest))) longest = v;
  return longest;
}

/// Whether the tiles that there are several of are known to fit the caches. (A block reads and writes each once, which costs little beside the scores of all heads; beside rows that are interleaved they
/// stay in the second cache.)
template <int N> constexpr bool fits_with_copies(const program<N>& p, const nest_facts& n) {
  index_t bytes = 0;
  for (int t = 0; t < n.tile_count; ++t) {
    const tile& d = n.tiles[t];
    if (d.copies == 1) continue;
    index_t size = n.width() * d.parts * bytes_of(p.g.nodes[d.node].type) * d.copies;
    for (int k = 0; k < d.row_count; ++k) {
      const index_t rows = has(d.relative, d.order[k]) ? n.rows_of_block(d, d.order[k]) : p.g.extent(d.order[k]);
      if (rows == dynamic) return false;
      size *= rows;
    }
    bytes += size;
  }
  return bytes <= (rows_of_interleaved(p, n, n.walks[0], n.in_blocks) > 0 ? p.target.l2 / 2 : p.target.l3 / 8);
}

}  // namespace detail

}  // namespace heed::planner
