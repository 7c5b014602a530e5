// Running sums as they are stored: along which axis, and whether it is worth carrying one from point to point (plan/carry.hpp).
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner::detail {

/// Elements of a running sum for one point, at least, so that it is carried (100,000 points of 8: 0.45 ms instead of 0.76 to 1.1; of 16: 0.65 instead of 1.7).
inline constexpr double least_carried = 8;
/// And so that its readers have their lanes as it lies, or that another axis is a loop around.
inline constexpr double least_inside = 32;

// Whether the leaves below a value that have variable v lie side by side along it, and there are such.
template <int N> constexpr void look_along(const graph<N>& g, int n, int v, seen_nodes<N>& seen, bool& any, bool& all) {
  if (!seen.enter(n)) return;
  if (g.is(n, kind::leaf)) {
    const access& a = g.accesses[g.nodes[n].item];
    const index_t s = is_irregular_along(g, a, v) ? unknown_stride : stride_along(g, a, v);
    any = any || s == 1;
    all = all && (s == 0 || s == 1);
  }
  for (int k = 0; k < g.nodes[n].edges; ++k) look_along(g, g.child(n, k), v, seen, any, all);
}
// The variable along which running sum `sum` is best stored for node n, that reads it: operands lie so, and no fold that takes it is over it if there is such; the longest.
// -1: none.
template <int N> constexpr int lanes_of_sum(const graph<N>& g, int n, int sum) {
  vars folded = 0;
  seen_nodes<N> made_of;  // values between it and the folds
  made_of.enter(n);
  for (int f = n + 1; f < g.size; ++f) {
    bool takes = false;
    for (int k = 0; k < g.nodes[f].edges; ++k) takes = takes || made_of.entered(g.child(f, k));
    if (!takes) continue;
    if (g.is(f, kind::fold)) folded |= g.nodes[f].bound;
    else made_of.enter(f);
  }
  int best = -1, k = 0;
  const access& read = g.accesses[g.nodes[n].item];
  bool best_is_folded = true;
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(g.nodes[sum].free, v)) continue;
    const bool is_folded = (g.maps[read.first_map + k++].used() & folded) != 0;
    if (v == g.nodes[sum].item || (best >= 0 && is_folded && !best_is_folded)) continue;
    bool any = false, all = true;
    seen_nodes<N> seen;
    look_along(g, sum, v, seen, any, all);
    if (!any || !all || (best >= 0 && is_folded == best_is_folded && estimated_extent(g, v) <= estimated_extent(g, best))) continue;
    best = v;
    best_is_folded = is_folded;
  }
  return best;
}
// Whether a running sum has so many for each point.
template <int N> constexpr bool has_at_once(const program<N>& p, int sum, double least) { return estimated_points(p.g, p.g.nodes[sum].free & ~one(p.g.nodes[sum].item)) >= least; }
// Whether it is worth carrying: large, with enough for each point. (Of extents that are not known yet it is.)
template <int N> constexpr bool is_worth_carrying(const program<N>& p, int sum) {
  const index_t all = static_points(p.g, p.g.nodes[sum].free);
  return (all < 0 || all * bytes_of(p.g.nodes[sum].type) > largest_kept(p.target)) && has_at_once(p, sum, least_carried);
}

}  // namespace heed::planner::detail
