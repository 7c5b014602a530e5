// Rule 7: which variable the lanes of a vector run along, and the register block of the micro-kernel.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {
// Visits every node once.
template <int N> struct seen_nodes {
  std::uint64_t seen[N / 64 + 1]{};
  constexpr bool enter(int n) {
    const std::uint64_t bit = std::uint64_t{1} << (n % 64);
    if ((seen[n / 64] & bit) != 0) return false;
    seen[n / 64] |= bit;
    return true;
  }
};

template <int N> constexpr bool has_fold_over(const graph<N>& g, int n, vars bound) { return (g[n].folded & bound) != 0; }

// What computing n with the lanes along v costs, in vector operations of an element each.
template <int N> constexpr void add_lane_cost(const program<N>& p, int n, int v, seen_nodes<N>& seen, double& cost) {
  const graph<N>& g = p.g;
  if (!seen.enter(n) || p.temporary_of[n] >= 0) return;
  if (g.is(n, kind::leaf)) {
    const access& a = g.accesses[g[n].item];
    const index_t s = stride_along(g, a, v);
    const double reads = estimated_points(g, g[n].free);
    cost += reads * (is_irregular_along(g, a, v) ? 16 : s == 1 ? 1 : s == 0 ? 0.25 : 6);
    return;
  }
  if (g.is(n, kind::fold)) {
    const double points = estimated_points(g, g[n].free | g[n].bound);
    const bool lane_here = has(g[n].free, v);
    if (is_contraction(g, n)) {
      operands o;
      const bool product = split_product(g, g.child(n, 0), v, g[n].type, o);
      if (lane_here && product && o.lanes > 0 && o.rows > 0) {
        cost += points;  // the micro-kernel
        // what it broadcasts must be stored: never a value that needs a fold over what is contracted
        vars with = 0;
        for (int i = 0; i < o.lanes; ++i) with |= g[o.with_lane[i]].free;
        for (int i = 0; i < o.rows; ++i) {
          // (storing a value that has nothing but the lanes' operand's variables is storing no more than a row of it)
          const bool whole = estimated_points(g, g[o.without[i]].free & ~with & g[n].free) > 1;
          if (whole && has_fold_over(g, o.without[i], g[n].bound)) cost += 1e3 * points;
          if (!g.is(o.without[i], kind::leaf)) cost += 16 * estimated_points(g, g[o.without[i]].free);
        }
      } else if (lane_here) {
        // row by row; and where its factors have different variables, what lacks one of them is computed again for it
        cost += 4 * points;
        for (int i = 0; product && i < o.lanes; ++i)
          if (has_fold_over(g, o.with_lane[i], ~vars{0})) cost += points * estimated_points(g, (g[n].free | g[n].bound) & ~g[o.with_lane[i]].free) * 4;
      }
      else if (has(g[n].bound, v)) cost += 6 * points;
      else cost += points;  // in a nest of its own
    } else cost += points * (has(g[n].bound, v) ? 1.5 : 1);
  }
  for (int i = 0; i < g[n].edges; ++i) add_lane_cost(p, g.child(n, i), v, seen, cost);
}

template <int N> constexpr vars variables_folded(const graph<N>& g, int n, bool& contracts, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return 0;
  vars s = g.is(n, kind::fold) ? g[n].bound : 0;
  if (is_contraction(g, n)) {
    operands o;
    if (split_product(g, g.child(n, 0), -1, g[n].type, o))
      for (int i = 1; i < o.rows; ++i) contracts = contracts || g[o.without[i]].free != g[o.without[0]].free;
  }
  for (int i = 0; i < g[n].edges; ++i) s |= variables_folded(g, g.child(n, i), contracts, seen);
  return s;
}
}  // namespace detail

/// The lane variable of a nest that computes `roots`, whose targets have the variables `axes`; -1: none.
/// A normaliser's lanes are best the axis that it keeps (its folds are vertical then, and one micro-kernel serves both
/// products); a row-wise reduction's the contiguous one, even where it is the one reduced.
template <int N> constexpr int choose_lane(const program<N>& p, const output* roots, int count, vars axes, int preferred) {
  const graph<N>& g = p.g;
  bool contracts = false;
  vars folded = 0;
  {
    detail::seen_nodes<N> seen;
    for (int i = 0; i < count; ++i) folded |= detail::variables_folded(g, roots[i].node, contracts, seen);
  }
  vars candidates = axes;
  if (!contracts || axes == 0) {  // the lanes may run along what is reduced
    for (int i = 0; i < count; ++i) {
      // only folds whose result has no variable but the targets'
      for (int n = 0; n <= roots[i].node; ++n)
        if (g.is(n, kind::fold) && (g[n].free & ~axes) == 0) candidates |= g[n].bound & folded;
    }
  }
  int best = -1;
  double best_cost = 0;
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(candidates, v)) continue;
    double cost = 0;
    detail::seen_nodes<N> seen;
    for (int i = 0; i < count; ++i) {
      detail::add_lane_cost(p, roots[i].node, v, seen, cost);
      // writing the result
      const double writes = estimated_points(g, roots[i].axes);
      cost += has(roots[i].axes, v) ? (v == preferred ? writes : 4 * writes) : 0;
    }
    const double e = static_cast<double>(estimated_extent(g, v));
    const double w = static_cast<double>(p.lanes);
    const double padded = static_cast<double>(static_cast<index_t>((e + w - 1) / w)) * w;  // whole vectors
    cost *= padded / e;
    if (best < 0 || cost < best_cost) { best = v; best_cost = cost; }
  }
  return best;
}

/// The register block: `vectors` lanes wide, `tile_rows` rows high. Accumulators, one broadcast and the lanes' loads fit
/// the registers; among what fits, the least padding of a known extent, then the fewest loads per multiply-add.
struct register_block {
  int vectors, rows;
};
constexpr register_block choose_register_block(const machine& m, int lanes, index_t extent) {
  const int most = m.registers >= 32 ? 4 : 3;
  register_block best{1, 4};
  double best_cost = 0;
  for (int v = 1; v <= most; ++v) {
    int rows = (m.registers - 1 - v) / v;
    if (rows > 12) rows = 12;
    if (m.registers >= 32 && v == 3) rows = 8;
    const index_t wide = v * lanes;
    const double e = static_cast<double>(extent == dynamic ? 16 * wide : extent);
    const double padded = extent == dynamic ? e : static_cast<double>((extent + wide - 1) / wide * wide);
    // loads a multiply-add: one row of lanes and one broadcast a row
    const double loads = (static_cast<double>(v) + rows) / (static_cast<double>(v) * rows);
    // a multiply-add takes at least half a load; few accumulators do not cover its latency
    const double latency = v * rows < 10 ? 10.0 / (v * rows) : 1.0;
    const double cost = padded / e * (loads > 0.55 ? 1 + (loads - 0.55) : 1.0) * latency;
    if (best_cost == 0 || cost < best_cost - 1e-9) { best = {v, rows}; best_cost = cost; }
  }
  return best;
}

}  // namespace heed::planner
