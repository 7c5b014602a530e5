// Which value a nest does without where it would have more folds, walks or tiles than one has room for: it is stored by a
// nest of its own, and the rest is planned again. So a sum of ten attentions is nine nests, and no error.
#pragma once

#include <bit>
#include <cstdint>

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {

// Folds that are computed for a value: those below it, without what is stored, and without `but`.
template <int N> constexpr int folds_below(const program<N>& p, int n, int but, seen_nodes<N>& seen) {
  if (n == but || !seen.enter(n) || p.temporary_of[n] >= 0 || p.g.nodes[n].folded == 0) return 0;
  int folds = p.g.is(n, kind::fold) ? 1 : 0;
  for (int i = 0; i < p.g.nodes[n].edges; ++i) folds += folds_below(p, p.g.child(n, i), but, seen);
  return folds;
}
template <int N> constexpr int folds_of(const program<N>& p, const output* outputs, int count, int but) {
  seen_nodes<N> seen;
  int folds = 0;
  for (int i = 0; i < count; ++i) folds += folds_below(p, outputs[i].node, but, seen);
  return folds;
}

// Sets of folds, for those below each value: numbers of folds as far as there is room, which is a guess for more.
struct fold_set {
  std::uint64_t bits[4]{};
  constexpr void add(int fold) { bits[fold / 64 % 4] |= std::uint64_t{1} << fold % 64; }
  constexpr void add(const fold_set& o) {
    for (int i = 0; i < 4; ++i) bits[i] |= o.bits[i];
  }
  constexpr int size() const { return std::popcount(bits[0]) + std::popcount(bits[1]) + std::popcount(bits[2]) + std::popcount(bits[3]); }
};

/// The value that parts the folds of these outputs: about as many below it as are left when it is stored, and of such values
/// the one with the fewest elements. -1 where there is none.
template <int N> constexpr int find_middle(const program<N>& p, const output* outputs, int count) {
  const graph<N>& g = p.g;
  seen_nodes<N> reached;
  int all = 0;
  for (int i = 0; i < count; ++i) all += folds_below(p, outputs[i].node, -1, reached);
  for (int i = 0; i < count; ++i)
    if (g.is(outputs[i].node, kind::fold)) --all;  // the outputs themselves are no choice
  // how many folds are below each value, where it is a choice; 0 otherwise. Operands have lower numbers.
  int below[N]{}, folds = 0, first = -1;
  fold_set sets[N]{};
  const auto at_least = [&](int n) { return below[n] > all - below[n] ? below[n] : all - below[n]; };
  for (int n = 0; n < g.size; ++n) {
    if (!reached.entered(n) || p.temporary_of[n] >= 0 || g.nodes[n].folded == 0) continue;
    if (g.is(n, kind::fold)) sets[n].add(folds++);
    int folded = 0;
    for (int i = 0; i < g.nodes[n].edges; ++i) {
      sets[n].add(sets[g.child(n, i)]);
      folded += g.nodes[g.child(n, i)].folded != 0 ? 1 : 0;
    }
    // where one operand alone has folds, storing the operand does the same
    if (g.is(n, hint_code::recomputed) || (!g.is(n, kind::fold) && folded < 2)) continue;
    bool is_output = false;
    for (int i = 0; i < count; ++i) is_output = is_output || outputs[i].node == n;
    if (is_output) continue;
    below[n] = sets[n].size();
    if (first < 0 || at_least(n) < at_least(first)) first = n;
  }
  if (first < 0) return -1;
  // what is left without a value is counted only where it may be the least
  int larger[N]{}, least = all;
  const auto count_left = [&](int n) {
    const int left = folds_of(p, outputs, count, n);
    larger[n] = below[n] > left ? below[n] : left;
    least = larger[n] < least ? larger[n] : least;
  };
  count_left(first);
  for (int n = 0; n < g.size; ++n)
    if (below[n] > 0 && n != first && at_least(n) <= least + least / 4) count_left(n);
  int best = -1;
  for (int n = 0; n < g.size; ++n)
    if (larger[n] > 0 && larger[n] < all && larger[n] <= least + least / 4 && (best < 0 || estimated_points(g, g.nodes[n].free) < estimated_points(g, g.nodes[best].free))) best = n;
  return best;
}

}  // namespace detail

}  // namespace heed::planner
