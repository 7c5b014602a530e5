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
// Whether an operand of a value has as many elements.
template <int N> constexpr bool has_leaf_as_large(const graph<N>& g, int n, double elements, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (g.is(n, kind::leaf) && estimated_points(g, g[n].free) >= elements) return true;
  for (int i = 0; i < g[n].edges; ++i)
    if (has_leaf_as_large(g, g.child(n, i), elements, seen)) return true;
  return false;
}
// Of `bound` what those folds at or below a value have that change with two of them, and have no such lanes. Apart are those that are no larger than what
// they are made of: beside a fold that has such lanes they are stored (the normalisers of weights that are summed over heads and queries).
struct folds_without_lanes {
  vars large = 0, small = 0;
  bool beside = false;  // a fold with such lanes
  constexpr vars all() const { return large | (beside ? 0 : small); }
};
template <int N> constexpr void find_bound_by_folds(const graph<N>& g, int n, vars kept, vars bound, folds_without_lanes& found, seen_nodes<N>& seen) {
  if (!seen.enter(n) || g[n].folded == 0) return;
  if (g.is(n, kind::fold)) {
    const vars both = g[n].free & bound;
    if ((both & (both - 1)) == 0) return;
    seen_nodes<N> below;
    if (has_lanes_beside(g, n, kept & g[n].free, bound)) found.beside = true;
    else if (has_leaf_as_large(g, n, estimated_points(g, g[n].free), below)) found.small |= both;
    else found.large |= both;
    return;
  }
  for (int i = 0; i < g[n].edges; ++i) find_bound_by_folds(g, g.child(n, i), kept, bound, found, seen);
}

/// Finds such folds and how they nest; whether there are any that were not known.
template <int N> constexpr bool nest_folds_of_folds(graph<N>& g) {
  for (int f = 0; f < g.size && g.nesting_count < 4; ++f) {
    const vars bound = g[f].bound;
    if (!g.is(f, kind::fold) || (bound & (bound - 1)) == 0 || g.fold_of(f) == fold_op::var || g.as_it_stands[f]) continue;
    bool known = false;
    for (int i = 0; i < g.nesting_count; ++i) known = known || g.nestings[i].whole == bound;
    seen_nodes<N> seen;
    folds_without_lanes below;
    if (!known) find_bound_by_folds(g, g.child(f, 0), g[f].free, bound, below, seen);
    const vars both = below.all();
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
