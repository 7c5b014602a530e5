// Rule 4: the stages of a nest's folds. A fold that needs the finished result of another is of a later stage; what is relative to a
// running maximum over the same variables need not wait for it.
#pragma once

#include <heed/plan/placing.hpp>

namespace heed::planner {

namespace detail {

template <int N> class fold_stages {
 public:
  constexpr fold_stages(program<N>& program, const placed_values<N>& placed) : p(program), g(program.g), d(placed) {}

  int of[N]{};      // 0: not known yet
  bool waits[N]{};  // of weights: for their maximum, because they are kept
  int folds[24]{};  // those that are walked, what is needed first
  int count = 0;

  // The folds at or below a value.
  constexpr void find(int i, seen_nodes<N>& seen) {
    if (stored(i) || !seen.enter(i)) return;
    if (g.is(i, kind::fold) && is_walked(i)) stage(i);
    for (int k = 0; k < g[i].edges; ++k) find(g.child(i, k), seen);
  }

 private:
  program<N>& p;
  const graph<N>& g;
  const placed_values<N>& d;

  constexpr bool stored(int i) const { return p.temporary_of[i] >= 0 || d.roles[i] == role::requested; }
  constexpr bool is_walked(int i) const { return d.roles[i] == role::at_lanes || d.roles[i] == role::at_outer; }
  // What is below fold f. (Sums of another type than that of the weights are not rescaled: they wait for the maximum.)
  constexpr int stage_below(int i, int f, seen_nodes<N>& seen) {
    if (g[i].folded == 0 || !seen.enter(i)) return 1;  // (a second path adds nothing to the first)
    if (stored(i)) return 1;
    if (g.is(i, kind::fold) && is_walked(i)) return stage(i) + 1;
    if (g.is(i, op::anchored_exp) && !waits[i] && g[i].type == g[f].type) {
      const int m = g.child(i, 1);
      const int below = stage_below(g.child(i, 0), f, seen);
      const int at = is_walked(m) && g[m].bound == g[f].bound ? stage(m) : stage_below(m, f, seen);
      return below > at ? below : at;
    }
    int s = 1;
    for (int k = 0; k < g[i].edges; ++k) {
      const int b = stage_below(g.child(i, k), f, seen);
      s = b > s ? b : s;
    }
    return s;
  }
  constexpr int stage(int f) {
    if (of[f] == 0) {
      seen_nodes<N> seen;
      of[f] = stage_below(g.child(f, 0), f, seen);
      folds[count++] = f;
      if (count == 24) { p.overflow = true; count = 23; }
    }
    return of[f];
  }
};

}  // namespace detail

}  // namespace heed::planner
