// A plan in numbers: what tests assert and people compare.
#pragma once

#include <limits>

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

/// What a plan costs. Where an extent is only known at run time, `plan_of` leaves out what depends on it (the counts are
/// exact all the same) and `heed::plan(expression)` has all numbers.
struct summary {
  int temporaries = 0;                // computed values that are stored over all their axes
  int lines = 0;                      // those of relative positions, stored once for each: of N + M - 1 elements where there are N x M pairs
  int passes = 0;                     // walks over folded axes, in all nests
  int nests = 0;                      // loop nests: one for the temporaries of the same axes, one for the results
  unsigned long long flops = 0;       // 2 × multiply-adds of contractions over all passes, masks ignored
  unsigned long long flops_as_written = 0;  // the same, had products of several factors kept the order of the formula
  index_t scratch_bytes = 0;          // packed operands and blocks, a thread
  index_t temporary_bytes = 0;        // what the temporaries take together
  index_t line_bytes = 0;             // and the lines
  unsigned long long bytes_moved = 0; // operands, temporaries and lines read once, temporaries, lines and results written once: what leaves the caches at least

  /// What there is no plan of costs more than anything: nothing that is asserted of its cost holds.
  static constexpr summary of_nothing() {
    constexpr int most = std::numeric_limits<int>::max();
    constexpr unsigned long long all = std::numeric_limits<unsigned long long>::max();
    constexpr index_t bytes = std::numeric_limits<index_t>::max();
    return {most, most, most, most, all, all, bytes, bytes, bytes, all};
  }
};

template <int N> constexpr void enter_below(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return;
  for (int i = 0; i < g.nodes[n].edges; ++i) enter_below(g, g.child(n, i), seen);
}

// The points of contractions that are computed where they are used, below a value that is to be recomputed: at least once for
// each of its elements.
template <int N, int M, class Count> constexpr void for_recomputed(const program<N, M>& p, const nest<N>& n, int i, vars loops, bool below, seen_nodes<N>& seen, Count count) {
  const graph<N>& g = p.g;
  if (p.temporary_of[i] >= 0 || (below && n.tile_of[i] >= 0) || !seen.enter(i)) return;
  below = below || g.is(i, hint_code::recomputed);
  if (below && g.is(i, kind::fold)) {
    if (is_contraction(g, i)) count(loops | g.nodes[i].free | g.nodes[i].bound);
    loops |= g.nodes[i].bound;
  }
  for (int k = 0; k < g.nodes[i].edges; ++k) for_recomputed(p, n, g.child(i, k), loops, below, seen, count);
}

// The same of those that are computed where a result is written, because they are short (plan/place_fold.hpp).
template <int N, int M, class Count> constexpr void for_written(const program<N, M>& p, const nest<N>& n, int i, seen_nodes<N>& seen, Count count, bool is_output = true) {
  const graph<N>& g = p.g;
  if ((!is_output && p.temporary_of[i] >= 0) || n.tile_of[i] >= 0 || g.is(i, hint_code::recomputed) || !seen.enter(i)) return;
  if (g.is(i, kind::fold)) return is_contraction(g, i) ? count(g.nodes[i].free | g.nodes[i].bound) : void();
  for (int k = 0; k < g.nodes[i].edges; ++k) for_written(p, n, g.child(i, k), seen, count, false);
}

/// E: gives the extent of a variable, `dynamic` where it is not known.
template <int N, int M, class Extent> constexpr summary summarise(const program<N, M>& p, Extent extent) {
  summary s;
  const graph<N>& g = p.g;
  auto points = [&](vars set) {
    double n = 1;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(set, v)) n *= extent(v) == dynamic ? 0 : static_cast<double>(extent(v));
    return n;
  };
  s.nests = p.nest_count;
  for (int i = 0; i < p.nest_count; ++i) {
    const nest<N>& n = p.nests[i];
    const index_t width = n.is_alone(extent) ? 1 : n.width();
    s.passes += n.walk_count;
    index_t bytes = 0;
    for (int t = 0; t < n.tile_count; ++t) {
      const tile& d = n.tiles[t];
      if (d.alias >= 0) continue;
      index_t size = width * d.parts * d.copies * (bytes_of(g.nodes[d.node].type) < 4 ? 4 : bytes_of(g.nodes[d.node].type));
      if (d.all_lanes) size *= extent(n.lane) == dynamic ? 0 : (extent(n.lane) + width - 1) / width;
      for (int k = 0; k < d.row_count; ++k) {
        const int v = d.order[k];
        size *= has(d.relative, v) ? n.rows_of_block(d, v) : extent(v) == dynamic ? 0 : extent(v);
      }
      bytes += size;
    }
    if (bytes > s.scratch_bytes) s.scratch_bytes = bytes;
    auto count = [&](int f) {
      if (!g.is(f, kind::fold) || g.fold_of(f) != fold_op::sum || !g.is(g.child(f, 0), op::multiply)) return;
      s.flops += static_cast<unsigned long long>(2 * points(g.nodes[f].free | g.nodes[f].bound));
    };
    const auto count_points = [&](vars set) { s.flops += static_cast<unsigned long long>(2 * points(set)); };
    seen_nodes<N> recomputed, written;
    for (int o = 0; o < n.output_count; ++o) {
      for_recomputed(p, n, n.outputs[o].node, 0, false, recomputed, count_points);
      for_written(p, n, n.outputs[o].node, written, count_points);
    }
    for (int w = 0; w < n.walk_count; ++w) {
      for (int f = 0; f < n.walks[w].fold_count; ++f) count(n.walks[w].folds[f].node);
      for (int t = 0; t < n.walks[w].strip_count; ++t)
        if (n.walks[w].strips[t].contraction) count(n.walks[w].strips[t].fold.node);
    }
  }
  double saved = 0;
  seen_nodes<N> seen;
  for (int r = 0; r < p.results; ++r) enter_below(g, p.result_nodes[r], seen);
  for (int i = 0; i < g.reordered_count; ++i) {
    const reordered_product& r = g.reordered[i];
    if (!seen.entered(r.node)) continue;  // taken apart again, for a longer product
    for (int k = 0; k < r.written_count; ++k) saved += r.products[k] ? 2 * points(r.written[k]) : 0;
    for (int k = 0; k < r.chosen_count; ++k) saved -= 2 * points(r.chosen[k]);
  }
  const double as_written = static_cast<double>(s.flops) + saved;
  s.flops_as_written = as_written > 0 ? static_cast<unsigned long long>(as_written) : 0;
  for (int t = 0; t < p.temporary_count; ++t) {
    index_t size = bytes_of(p.temporaries_list[t].type);
    for (int k = 0; k < p.temporaries_list[t].rank; ++k) {
      const index_t e = extent(p.temporaries_list[t].order[k]);
      size *= e == dynamic ? 0 : e;
    }
    const bool line = axis_of_line(g, p.temporaries_list[t]) >= 0;
    ++(line ? s.lines : s.temporaries);
    (line ? s.line_bytes : s.temporary_bytes) += size;
  }
  double moved = 2 * static_cast<double>(s.temporary_bytes + s.line_bytes);
  seen_nodes<N> read;
  for (int r = 0; r < p.results; ++r) enter_below(g, p.result_nodes[r], read);
  for (int i = 0; i < g.size; ++i)
    if (read.entered(i) && g.is(i, kind::leaf)) moved += points(g.nodes[i].free) * bytes_of(g.nodes[i].type);
  for (int r = 0; r < p.results; ++r) moved += points(p.result_axes[r]) * bytes_of(g.nodes[p.result_nodes[r]].type);
  s.bytes_moved = static_cast<unsigned long long>(moved);
  return s;
}

}  // namespace heed::planner
