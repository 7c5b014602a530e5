// Rows that are looked up, each for a point of its own: `dot<Key>(weights(dot<Feature>(q, k)), v)` with k and v gathered for each query. Where the lanes do not run
// along such rows, each element of each is read by itself. What is summed along them is then stored, and the lanes are chosen again for what reads one number of each.
#pragma once

#include <heed/plan/lanes.hpp>

namespace heed::planner::detail {

/// What is to be stored of the values of a nest, before those are computed along the lanes.
struct looked_up_rows {
  int at[6]{}, count = 0;

  template <int N> constexpr looked_up_rows(const program<N>& p, const output* outputs, int output_count, int lane) {
    if (!p.g.looks_up || lane < 0 || hints_of(p, outputs, output_count).lane >= 0) return;
    seen_nodes<N> seen, visited[2];
    bool any = false;
    for (int i = 0; i < output_count; ++i) any = reads_rows(p, outputs[i].node, lane, p.g.nodes[outputs[i].node].free, seen) || any;
    for (int i = 0; i < output_count; ++i) find(p, outputs[i].node, false, lane, any, visited);
  }

 private:
  // Whether a leaf has elements for each lane in rows along some of these variables, at places that are data.
  template <int N> static constexpr bool has_rows(const graph<N>& g, const node& leaf, int lane, vars along) {
    const access& a = g.accesses[leaf.item];
    const vars at_data = read_at_data(g, a);
    return has(leaf.free, lane) && (at_data & leaf.free) != 0 && lies_along(g, a, along & ~at_data & ~one(lane));
  }
  // Whether there is one below.
  template <int N> static constexpr bool reads_rows(const program<N>& p, int n, int lane, vars along, seen_nodes<N>& seen) {
    const graph<N>& g = p.g;
    if (!seen.enter(n) || p.temporary_of[n] >= 0) return false;
    if (g.is(n, kind::leaf)) return has_rows(g, g.nodes[n], lane, along);
    for (int i = 0; i < g.nodes[n].edges; ++i)
      if (reads_rows(p, g.child(n, i), lane, along, seen)) return true;
    return false;
  }
  // Whether a fold is of such rows: a leaf has all that it goes through.
  template <int N> static constexpr bool folds_rows(const graph<N>& g, int n, const node& fold, int lane, seen_nodes<N>& seen) {
    if (!seen.enter(n)) return false;
    if (g.is(n, kind::leaf)) return ((fold.free | fold.bound) & ~g.nodes[n].free) == 0 && has_rows(g, g.nodes[n], lane, fold.bound);
    for (int i = 0; i < g.nodes[n].edges; ++i)
      if (folds_rows(g, g.child(n, i), fold, lane, seen)) return true;
    return false;
  }
  // The folds of such rows that others are made of; and what is looked up of sums, if other rows are read beside it. (What only stands in a result, a score beside
  // the logarithm of a sum of others, is taken once in any case.)
  template <int N> constexpr void find(const program<N>& p, int n, bool folded, int lane, bool beside, seen_nodes<N> (&seen)[2]) {
    const graph<N>& g = p.g;
    if (!seen[folded].enter(n) || p.temporary_of[n] >= 0 || g.nodes[n].folded == 0 || g.is(n, hint_code::recomputed) || count == 6) return;
    const bool is_fold = g.is(n, kind::fold);
    if (folded && has(g.nodes[n].free, lane)) {
      bool of_rows = beside && g.is(n, kind::looked_up);
      if (is_fold && is_float(g.nodes[n].type) && !gives_place(g.fold_of(n))) {
        const index_t elements = static_points(g, g.nodes[n].bound);
        seen_nodes<N> below;
        of_rows = (elements < 0 || elements >= p.lanes) && folds_rows(g, g.child(n, 0), g.nodes[n], lane, below);
      }
      if (of_rows) {
        at[count++] = n;
        return;
      }
    }
    for (int i = 0; i < g.nodes[n].edges; ++i) find(p, g.child(n, i), folded || is_fold, lane, beside, seen);
  }
};

}  // namespace heed::planner::detail
