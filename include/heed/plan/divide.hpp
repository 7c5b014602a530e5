// Which value a nest does without where it would have more folds, walks or tiles than one has room for: it is stored by a
// nest of its own, and the rest is planned again. So a sum of ten attentions is nine nests, and no error.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {

// Folds that are computed for a value: those below it, without what is stored, and without `but`.
template <int N> constexpr int folds_below(const program<N>& p, int n, int but, seen_nodes<N>& seen) {
  if (n == but || !seen.enter(n) || p.temporary_of[n] >= 0 || p.g[n].folded == 0) return 0;
  int folds = p.g.is(n, kind::fold) ? 1 : 0;
  for (int i = 0; i < p.g[n].edges; ++i) folds += folds_below(p, p.g.child(n, i), but, seen);
  return folds;
}
template <int N> constexpr int folds_of(const program<N>& p, const output* outputs, int count, int but) {
  seen_nodes<N> seen;
  int folds = 0;
  for (int i = 0; i < count; ++i) folds += folds_below(p, outputs[i].node, but, seen);
  return folds;
}

/// The value that parts the folds of these outputs: about as many below it as are left when it is stored, and of such values
/// the one with the fewest elements. -1 where there is none.
template <int N> constexpr int find_middle(const program<N>& p, const output* outputs, int count) {
  const graph<N>& g = p.g;
  seen_nodes<N> reached;
  int all = 0;
  for (int i = 0; i < count; ++i) all += folds_below(p, outputs[i].node, -1, reached);
  for (int i = 0; i < count; ++i)
    if (g.is(outputs[i].node, kind::fold)) --all;  // the outputs themselves are no choice
  int larger[N]{}, least = all;
  for (int n = 0; n < g.size; ++n) {
    larger[n] = all;
    if (!reached.entered(n) || p.temporary_of[n] >= 0 || g[n].folded == 0 || g.is(n, hint_code::recomputed)) continue;
    // where one operand alone has folds, storing the operand does the same
    int folded = 0;
    for (int i = 0; i < g[n].edges; ++i) folded += g[g.child(n, i)].folded != 0 ? 1 : 0;
    if (!g.is(n, kind::fold) && folded < 2) continue;
    bool is_output = false;
    for (int i = 0; i < count; ++i) is_output = is_output || outputs[i].node == n;
    if (is_output) continue;
    seen_nodes<N> seen;
    const int below = folds_below(p, n, -1, seen), left = folds_of(p, outputs, count, n);
    larger[n] = below > left ? below : left;
    least = larger[n] < least ? larger[n] : least;
  }
  int best = -1;
  for (int n = 0; n < g.size; ++n)
    if (larger[n] < all && larger[n] <= least + least / 4 && (best < 0 || estimated_points(g, g[n].free) < estimated_points(g, g[best].free))) best = n;
  return best;
}

}  // namespace detail

}  // namespace heed::planner
