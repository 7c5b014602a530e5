// How few lanes are taken one at a time. Where a fold compares or adds every element of one operand with every one of another, as distances and additive scores do, and the
// lanes run along the rows of the one, a few rows leave most lanes empty: vectors along the other operand are all used (kernel/along_rows.hpp). So it is with what is
// computed of the scores of one query, whose products have vectors along the other operand in any case (simd/single_lane.hpp).
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {
/// How many lanes take less time one at a time than in a vector of so many: one takes an eighth of the time of 16, additive scores a thirteenth; where an element is computed at
/// a time all the same (`one_by_one`) half. Known to be few they would have half a vector.
constexpr index_t few_of_pairs(int lanes, bool known, bool one_by_one) { return one_by_one ? (known ? 1 : lanes / 8) : known ? 3 * lanes / 16 : lanes / 4; }

template <int N, class F> constexpr void for_folds_of(const nest<N>& n, F f) {
  for (int w = 0; w < n.walk_count; ++w) {
    for (int k = 0; k < n.walks[w].fold_count; ++k) f(n.walks[w].folds[k], false);
    for (int k = 0; k < n.walks[w].strip_count; ++k)
      if (n.walks[w].strips[k].contraction) f(n.walks[w].strips[k].fold, true);
  }
}
// The most points of an operand with the lanes, and of one without, below a value, at a point of the loops around the nest's lanes.
struct operands_of_pairs {
  double with_lane = 0, without = 0;
};
template <int N> constexpr void find_operands(const program<N>& p, int i, const nest<N>& n, operands_of_pairs& found, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (!seen.enter(i)) return;
  if (p.temporary_of[i] >= 0 || g.is(i, kind::leaf)) {
    double& most = has(g.nodes[i].free, n.lane) ? found.with_lane : found.without;
    const double points = estimated_points(g, g.nodes[i].free & ~n.outer_set());
    most = points > most ? points : most;
    return;
  }
  for (int k = 0; k < g.nodes[i].edges; ++k) find_operands(p, g.child(i, k), n, found, seen);
}
}  // namespace detail

/// How many lanes of a nest are few; 0: it has another kind of folds.
template <int N> constexpr index_t few_lanes(const program<N>& p, const nest<N>& n) {
  const graph<N>& g = p.g;
  if (n.lane < 0 || n.walk_count == 0) return 0;
  const bool known = g.extent(n.lane) != dynamic;
  for (int w = 0; w < n.walk_count; ++w)
    if (n.walks[w].where != scope::lanes) return 0;
  bool pairs = false, products = false, others = false, one_by_one = false;
  detail::for_folds_of(n, [&](const fold_step& f, bool of_block) {
    const vars all = g.nodes[f.node].free | g.nodes[f.node].bound;
    (f.lanes_node >= 0 ? products : others) = true;
    const fold_op o = g.fold_of(f.node);
    one_by_one = one_by_one || (f.lanes_node < 0 && ((f.rows != 0 && !of_block) || o == fold_op::var || g.nodes[f.node].operand == scalar::b8));
    if (f.lanes_node >= 0 || !has(all, n.lane)) return;
    bool within_product = false;
    detail::for_folds_of(n, [&](const fold_step& x, bool) { within_product = within_product || (x.lanes_node >= 0 && (all & ~(g.nodes[x.node].free | g.nodes[x.node].bound)) == 0); });
    if (within_product) return;
    detail::operands_of_pairs found;
    seen_nodes<N> seen;
    detail::find_operands(p, g.child(f.node, 0), n, found, seen);
    pairs = pairs || (found.with_lane > 0 && found.without >= found.with_lane);
  });
  return pairs ? detail::few_of_pairs(p.lanes, known, one_by_one) : products && others ? 1 : 0;
}

}  // namespace heed::planner
