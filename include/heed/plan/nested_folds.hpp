// A fold over several variables that is better one of folds over some of them:
//   what needs a fold for each of their points, sum<Query, Key>(relu(dot<Feature>(q, k))), the largest of all distances. In one walk the lanes could run along one
//   of them only, and the folds below would be stored for all points; so an element is stored for each row;
//   what is normalised over some of them: a pass less;
//   operands that lie across each other: one of them is turned.
#pragma once

#include <heed/plan/estimate.hpp>

namespace heed::planner {

namespace detail {

template <int N> constexpr void find_leaves(const graph<N>& g, int n, seen_nodes<N>& seen, vars* leaf, int& leaves) {
  if (!seen.enter(n)) return;
  if (g.is(n, kind::leaf) && leaves < 8) leaf[leaves++] = g.nodes[n].free;
  for (int i = 0; i < g.nodes[n].edges; ++i) find_leaves(g, g.child(n, i), seen, leaf, leaves);
}
// Whether a variable that is kept stands in other leaves of a fold than one that is bound: lanes and rows of the micro-kernel, or nearly; one query's, too. (However few:
// two queries over 24 x 24 keys take 0.5 ms for 64 windows, and took 330 as sums over rows of keys of sums over columns.)
template <int N> constexpr bool has_lanes_beside(const graph<N>& g, int n, vars kept, vars bound) {
  vars leaf[8]{};
  int leaves = 0;
  seen_nodes<N> seen;
  find_leaves(g, n, seen, leaf, leaves);
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(kept, v)) continue;
    vars together = 0;
    for (int i = 0; i < leaves; ++i)
      if (has(leaf[i], v)) together |= leaf[i];
    if ((bound & g.nodes[n].free & ~together) != 0) return true;
  }
  return false;
}
// Whether an operand of a value has as many elements.
template <int N> constexpr bool has_leaf_as_large(const graph<N>& g, int n, double elements, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (g.is(n, kind::leaf) && estimated_points(g, g.nodes[n].free) >= elements) return true;
  for (int i = 0; i < g.nodes[n].edges; ++i)
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
  if (!seen.enter(n) || g.nodes[n].folded == 0) return;
  if (g.is(n, kind::fold)) {
    const vars both = g.nodes[n].free & bound;
    if ((both & (both - 1)) == 0 ) return;
    seen_nodes<N> below;
    if (has_lanes_beside(g, n, kept & g.nodes[n].free, bound)) found.beside = true;
    else if (has_leaf_as_large(g, n, estimated_points(g, g.nodes[n].free), below)) found.small |= both;
    else found.large |= both;
    return;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i) find_bound_by_folds(g, g.child(n, i), kept, bound, found, seen);
}

// Of `bound` what folds at or below a value bind that are there for each point of the rest of it: normalisers over keys, for each head, of what is summed
// over heads and keys. As a sum over heads of sums over keys it needs no second pass.
template <int N> constexpr vars normalised_for_each(const graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || g.nodes[n].folded == 0) return 0;
  if (g.is(n, kind::fold)) {
    const vars inner = g.nodes[n].bound, rest = bound & ~inner;
    return (inner & ~bound) == 0 && rest != 0 && (rest & ~g.nodes[n].free) == 0 ? inner : 0;
  }
  vars s = 0;
  for (int i = 0; i < g.nodes[n].edges; ++i) s |= normalised_for_each(g, g.child(n, i), bound, seen);
  return s;
}

// The variables along which the leaves below the body of a fold, without those of folds, are contiguous; of each the ones that it has beside.
template <int N> struct lines_of_leaves {
  vars bound;
  vars along = 0;
  vars beside[64]{};
  vars kept = 0;  // what leaves have that is not bound
  bool any = false, alike = true;  // whether all have the same of that
  constexpr void find(const graph<N>& g, int n, seen_nodes<N>& seen) {
    if (g.is(n, kind::fold) || !seen.enter(n)) return;
    if (g.is(n, kind::leaf)) {
      if ((g.nodes[n].free & bound) == 0) return;
      alike = alike && (!any || kept == (g.nodes[n].free & ~bound));
      kept = g.nodes[n].free & ~bound;
      any = true;
      const access& a = g.accesses[g.nodes[n].item];
      for (int v = 0; v < g.variable_count; ++v)
        if (has(g.nodes[n].free, v) && g.extent(v) != 1 && stride_along(g, a, v) == 1 && !is_irregular_along(g, a, v)) {
          along |= one(v);
          beside[v] |= g.nodes[n].free & ~one(v);
        }
      return;
    }
    for (int i = 0; i < g.nodes[n].edges; ++i) find(g, g.child(n, i), seen);
  }
};
// Of a fold over several variables the longest of two along which operands lie that have both, a matrix and one that is transposed: in one walk along lanes of
// either the other would be read an element at a time, and in a fold over the rest for each of its points it is turned. -1: there are no two, or lanes along what is
// kept, as products have whose operands keep different axes.
template <int N> constexpr int find_crossing(const graph<N>& g, int f) {
  constexpr double fewest = 4096;  // elements, or it takes longer to begin another nest
  lines_of_leaves<N> lines{g.nodes[f].bound};
  seen_nodes<N> seen;
  lines.find(g, g.child(f, 0), seen);
  if (!lines.alike || (lines.along & ~g.nodes[f].bound) != 0 || estimated_points(g, g.nodes[f].free | g.nodes[f].bound) < fewest) return -1;
  int longest = -1;
  for (int u = 0; u < g.variable_count; ++u)
    for (int v = 0; v < g.variable_count; ++v)
      if (u != v && has(lines.along, u) && has(lines.along, v) && has(lines.beside[u], v) && has(lines.beside[v], u) &&
          (longest < 0 || estimated_extent(g, u) > estimated_extent(g, longest)))
        longest = u;
  return longest;
}

// Of a fold what is folded first, for each point of the others: what is normalised, if that gives no more elements than an operand has; all but one of what
// operands lie along; the shorter of two that folds below have. 0: all at once.
template <int N> constexpr vars folded_first(const graph<N>& g, int f) {
  const vars bound = g.nodes[f].bound;
  seen_nodes<N> of_normalisers, of_leaves, of_folds;
  const vars normalised = normalised_for_each(g, g.child(f, 0), bound, of_normalisers);
  if (normalised != 0 && normalised != bound && has_leaf_as_large(g, f, estimated_points(g, g.nodes[f].free | (bound & ~normalised)), of_leaves)) return normalised;
  if (const int v = find_crossing(g, f); v >= 0) return bound & ~one(v);
  folds_without_lanes below;
  find_bound_by_folds(g, g.child(f, 0), g.nodes[f].free, bound, below, of_folds);
  int outer = -1, inner = -1;  // the longest, for the lanes, and the next
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(below.all(), v)) continue;
    if (outer < 0 || estimated_extent(g, v) > estimated_extent(g, outer)) {
      inner = outer;
      outer = v;
    } else if (inner < 0 || estimated_extent(g, v) > estimated_extent(g, inner)) inner = v;
  }
  return inner < 0 ? 0 : one(inner);
}

/// Finds such folds and how they nest; whether there are any that were not known.
template <int N> constexpr bool nest_folds_of_folds(graph<N>& g) {
  for (int f = 0; f < g.size && g.nesting_count < 4; ++f) {
    const vars bound = g.nodes[f].bound;
    if (!g.is(f, kind::fold) || (bound & (bound - 1)) == 0 || g.fold_of(f) == fold_op::var || g.as_it_stands[f]) continue;
    bool known = false;
    for (int i = 0; i < g.nesting_count; ++i) known = known || g.nestings[i].whole == bound;
    if (known) continue;
    if (const vars inner = folded_first(g, f); inner != 0) {
      g.nestings[g.nesting_count++] = {bound, inner};
      g.refined_anew = true;
    }
  }
  return g.refined_anew;
}

}  // namespace detail

}  // namespace heed::planner
