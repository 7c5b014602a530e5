// A fold over several variables of what needs a fold for each of their points: sum<Query, Key>(relu(dot<Feature>(q, k))), the largest of all distances.
// In one walk the lanes could run along one of them only, and the folds below would be stored for all points. Taken as a fold over one of
// folds over the other it stores an element for each row.
#pragma once

#include <heed/plan/estimate.hpp>

namespace heed::planner {

namespace detail {

template <int N> constexpr void find_leaves(const graph<N>& g, int n, seen_nodes<N>& seen, vars* leaf, int& leaves) {
  if (!seen.enter(n)) return;
  if (g.is(n, kind::leaf) && leaves < 8) leaf[leaves++] = g[n].free;
  for (int i = 0; i < g[n].edges; ++i) find_leaves(g, g.child(n, i), seen, leaf, leaves);
}
// Whether a variable that is kept stands in other leaves of a fold than one that is bound: lanes and rows of the micro-kernel, or nearly.
template <int N> constexpr bool has_lanes_beside(const graph<N>& g, int n, vars kept, vars bound) {
  constexpr index_t fewest = 8;
  vars leaf[8]{};
  int leaves = 0;
  seen_nodes<N> seen;
  find_leaves(g, n, seen, leaf, leaves);
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(kept, v) || estimated_extent(g, v) < fewest) continue;
    vars together = 0;
    for (int i = 0; i < leaves; ++i)
      if (has(leaf[i], v)) together |= leaf[i];
    if ((bound & g[n].free & ~together) != 0) return true;
  }
  return false;
}
// Of `bound` what those folds at or below a value have that change with two of them, and have no such lanes.
template <int N> constexpr vars bound_by_folds_below(const graph<N>& g, int n, vars kept, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || g[n].folded == 0) return 0;
  if (g.is(n, kind::fold)) {
    const vars both = g[n].free & bound;
    return (both & (both - 1)) != 0 && !has_lanes_beside(g, n, kept & g[n].free, bound) ? both : 0;
  }
  vars s = 0;
  for (int i = 0; i < g[n].edges; ++i) s |= bound_by_folds_below(g, g.child(n, i), kept, bound, seen);
  return s;
}

/// Finds such folds and how they nest; whether there are any that were not known.
template <int N> constexpr bool nest_folds_of_folds(graph<N>& g) {
  for (int f = 0; f < g.size && g.nesting_count < 4; ++f) {
    const vars bound = g[f].bound;
    if (!g.is(f, kind::fold) || (bound & (bound - 1)) == 0 || g.fold_of(f) == fold_op::var || g.as_it_stands[f]) continue;
    bool known = false;
    for (int i = 0; i < g.nesting_count; ++i) known = known || g.nestings[i].whole == bound;
    seen_nodes<N> seen;
    const vars both = known ? 0 : bound_by_folds_below(g, g.child(f, 0), g[f].free, bound, seen);
    int outer = -1, inner = -1;  // the longest, for the lanes, and the next
    for (int v = 0; v < g.variable_count; ++v) {
      if (!has(both, v)) continue;
      if (outer < 0 || estimated_extent(g, v) > estimated_extent(g, outer)) {
        inner = outer;
        outer = v;
      } else if (inner < 0 || estimated_extent(g, v) > estimated_extent(g, inner)) inner = v;
    }
    if (inner < 0) continue;
    g.nestings[g.nesting_count++] = {bound, one(inner)};
    g.refined_anew = true;
  }
  return g.refined_anew;
}

}  // namespace detail

}  // namespace heed::planner
