// Functions of what rows are folded to, `sigmoid(dot<Feature>(w, x) + b)`: with the lanes along the rows each would be computed for one element at a time, and
// with the lanes along the results all rows would be turned. The folds are stored, along the rows, and then the function is computed of many.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/lane_cost.hpp>

namespace heed::planner::detail {

// Whether a leaf below has all that a fold goes through, side by side along what it binds.
template <int N> constexpr bool reads_rows(const graph<N>& g, int n, const node& fold, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (g.is(n, kind::leaf)) return (g.nodes[n].free & (fold.free | fold.bound)) == (fold.free | fold.bound) && lies_along(g, g.accesses[g.nodes[n].item], fold.bound);
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (reads_rows(g, g.child(n, i), fold, seen)) return true;
  return false;
}
// Whether a fold is of rows that are worth having the lanes.
template <int N> constexpr bool folds_long_rows(const program<N>& p, int f) {
  const graph<N>& g = p.g;
  if (gives_place(g.fold_of(f)) || !is_float(g.nodes[f].type)) return false;
  const bool waits = has_fold_over(g, g.child(f, 0), g.nodes[f].bound);
  const index_t least = p.lanes * (waits ? 12 : g.fold_of(f) == fold_op::var ? 6 : 2), elements = static_points(g, g.nodes[f].bound);
  seen_nodes<N> seen;
  return (elements < 0 || elements >= least) && reads_rows(g, g.child(f, 0), g.nodes[f], seen);
}

/// The folds that a value with these axes is a function of, point by point, if all of them are of rows.
struct folded_rows {
  int at[4]{}, count = 0;
  bool function = false, others = false;

  template <int N> constexpr folded_rows(const program<N>& p, int n, vars axes) {
    seen_nodes<N> seen;
    find(p, n, axes, seen);
    if (count == 0 || !function) others = true;
  }

 private:
  template <int N> constexpr void find(const program<N>& p, int n, vars axes, seen_nodes<N>& seen) {
    const graph<N>& g = p.g;
    if (!seen.enter(n) || p.temporary_of[n] >= 0 || g.nodes[n].folded == 0 || others) return;
    if (g.is(n, kind::fold)) {
      others = others || g.nodes[n].free != axes || count == 4 || !folds_long_rows(p, n);
      if (others) return;
      at[count++] = n;
      return;
    }
    function = function || is_long(g, n);
    if (!g.is(n, kind::elementwise) && !g.is(n, kind::mapped) && (!g.is(n, kind::convert) || g.hint_of(n) != hint_code::none)) others = true;
    for (int i = 0; i < g.nodes[n].edges; ++i) find(p, g.child(n, i), axes, seen);
  }
};

}  // namespace heed::planner::detail
