// Rule 4: the stages of a nest's folds. A fold that needs the finished result of another is of a later stage; what is relative to a
// running maximum over the same variables need not wait for it, if it can be rescaled.
#pragma once

#include <heed/plan/placing.hpp>
#include <heed/plan/power.hpp>

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
    if (g.nodes[i].folded == 0 || stored(i) || !seen.enter(i)) return;
    if (g.nodes[i].what == kind::fold && is_walked(i)) stage(i);
    for (int k = 0; k < g.nodes[i].edges; ++k) find(g.child(i, k), seen);
  }
  /// After all are found: folds of a walk that nobody needs before a later walk over the same variables are taken in that one.
  constexpr void delay() {
    for (int k = 0; k < count; ++k) {
      const int f = folds[k];
      int last = 0;
      for (int i = 0; i < count; ++i)
        if (are_alike(folds[i], f) && of[folds[i]] > of[f] && (last == 0 || of[folds[i]] < last)) last = of[folds[i]];
      if (last == 0) continue;
      bool needed = false;
      for (int i = 0; i < count && !needed; ++i) {
        const int mine = folds[i];
        if (!are_of_one_walk(mine, f)) continue;
        for (int h = 0; h < count && !needed; ++h) {
          seen_nodes<N> seen;
          needed = of[folds[h]] <= last && !are_of_one_walk(folds[h], f) && reaches(g.child(folds[h], 0), mine, seen);
        }
      }
      if (needed) continue;
      const int now = of[f];
      for (int i = 0; i < count; ++i)
        if (are_alike(folds[i], f) && of[folds[i]] == now) of[folds[i]] = last;
    }
  }

 private:
  program<N>& p;
  const graph<N>& g;
  const placed_values<N>& d;

  constexpr bool stored(int i) const { return p.temporary_of[i] >= 0 || d.roles[i] == role::requested; }
  constexpr bool is_walked(int i) const { return d.roles[i] == role::at_lanes || d.roles[i] == role::at_outer; }
  constexpr bool are_alike(int a, int b) const { return g.nodes[a].bound == g.nodes[b].bound && d.roles[a] == d.roles[b]; }
  constexpr bool are_of_one_walk(int a, int b) const { return are_alike(a, b) && of[a] == of[b]; }
  // Whether fold f is at or below a value, not below another walk's fold.
  constexpr bool reaches(int i, int f, seen_nodes<N>& seen) const {
    if (i == f) return true;
    if (g.nodes[i].folded == 0 || stored(i) || (g.is(i, kind::fold) && is_walked(i)) || !seen.enter(i)) return false;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (reaches(g.child(i, k), f, seen)) return true;
    return false;
  }
  // Whether the weights at node i may be taken relative to a maximum that grows while fold f is taken. (Sums of another type than
  // theirs are not rescaled.)
  constexpr bool may_grow(int i, int f) const {
    const int m = g.child(i, 1);
    return !waits[i] && g.nodes[i].type == g.nodes[f].type && is_walked(m) && g.nodes[m].bound == g.nodes[f].bound;
  }
  constexpr bool may_be_rescaled(int f) const {
    const auto relative = [&](int i) { return may_grow(i, f) && of[g.child(i, 1)] == of[f]; };
    const auto finished = [&](int i) { return stored(i) || (g.is(i, kind::fold) && is_walked(i)); };
    weight_powers<N, decltype(relative), decltype(finished)> powers(g, relative, finished);
    return powers.of_fold(f) >= 0;
  }
  // What is below fold f.
  constexpr int stage_below(int i, int f, bool rescaled, seen_nodes<N>& seen) {
    if (g.nodes[i].folded == 0 || !seen.enter(i)) return 1;  // (a second path adds nothing to the first)
    if (stored(i)) return 1;
    if (g.nodes[i].what == kind::fold && is_walked(i)) return stage(i) + 1;
    if (g.is(i, op::anchored_exp) && rescaled && may_grow(i, f)) {
      const int below = stage_below(g.child(i, 0), f, rescaled, seen), at = stage(g.child(i, 1));
      return below > at ? below : at;
    }
    int s = 1;
    for (int k = 0; k < g.nodes[i].edges; ++k) {
      const int b = stage_below(g.child(i, k), f, rescaled, seen);
      s = b > s ? b : s;
    }
    return s;
  }
  constexpr int stage(int f) {
    if (of[f] == 0) {
      seen_nodes<N> seen, again;
      of[f] = stage_below(g.child(f, 0), f, true, seen);
      if (!may_be_rescaled(f)) of[f] = stage_below(g.child(f, 0), f, false, again);
      folds[count++] = f;
      if (count == 24) { p.overflow = true; count = 23; }
    }
    return of[f];
  }
};

}  // namespace detail

}  // namespace heed::planner
