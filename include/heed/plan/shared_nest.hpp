// Which results are computed in one nest.
#pragma once

#include <heed/plan/choose_lane.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>
#include <heed/plan/reach.hpp>

namespace heed::planner::detail {

// The rows of the contractions at or below a value that have the lanes and no other axes than these.
template <int N> constexpr vars rows_below(const graph<N>& g, int i, int lane, vars axes, seen_nodes<N>& seen) {
  if (g.nodes[i].folded == 0 || g.is(i, hint_code::recomputed) || !seen.enter(i)) return 0;
  if (g.is(i, kind::fold)) {
    operands o;
    const bool here = is_contraction(g, i) && has(g.nodes[i].free, lane) && (g.nodes[i].free & ~axes) == 0;
    return here && split_product(g, g.child(i, 0), lane, g.nodes[i].type, o) && o.lanes > 0 && o.rows > 0 ? rows_of_product(g, o) & g.nodes[i].free & ~one(lane) : 0;
  }
  vars s = 0;
  for (int k = 0; k < g.nodes[i].edges; ++k) s |= rows_below(g, g.child(i, k), lane, axes, seen);
  return s;
}

template <int N> constexpr void find_folds(const graph<N>& g, int n, const seen_nodes<N>& of, seen_nodes<N>& seen, bool& any, bool& all) {
  if (g.nodes[n].folded == 0 || !seen.enter(n)) return;
  if (g.is(n, kind::fold)) {
    any = true;
    all = all && of.entered(n);
    return;
  }
  for (int k = 0; k < g.nodes[n].edges; ++k) find_folds(g, g.child(n, k), of, seen, any, all);
}
// Whether there are folds at or below value b, and all of them below a.
template <int N> constexpr bool has_a_fold_of(const graph<N>& g, int a, int b) {
  seen_nodes<N> of, seen;
  mark_used(g, a, of);
  bool any = false, all = true;
  find_folds(g, b, of, seen, any, all);
  return any && all;
}
// Whether a contraction along these lanes is below both values: of two results its work is done once.
template <int N> constexpr bool has_product_of(const graph<N>& g, int i, int lane, const seen_nodes<N>* of, seen_nodes<N>& seen) {
  if (g.nodes[i].folded == 0 || g.is(i, hint_code::recomputed) || !seen.enter(i)) return false;
  if (of != nullptr && of->entered(i) && g.is(i, kind::fold) && is_contraction(g, i) && has(g.nodes[i].free, lane)) return true;
  for (int k = 0; k < g.nodes[i].edges; ++k)
    if (has_product_of(g, g.child(i, k), lane, of, seen)) return true;
  return false;
}
template <int N> constexpr bool have_a_product(const graph<N>& g, int a, int b, int lane) {
  seen_nodes<N> below_a, below_b;
  has_product_of<N>(g, a, lane, nullptr, below_a);
  return has_product_of(g, b, lane, &below_a, below_b);
}
// A further result goes into the nest of result r where each has all axes of the other but the rows of its contractions, as they are along r's lanes: the
// nest has them then (`lanes`), or the result might be written before the lanes are walked. Where both have rows of their own (gradients of keys and of
// values) that is worth it for what both are computed from.
template <int N> constexpr bool shares_nest(program<N>& p, int r, int k, int& lanes) {
  const vars a = p.result_axes[r], b = p.result_axes[k];
  if (a == b) return true;
  const auto lane_of = [&](int i) {
    const output o{static_cast<std::int16_t>(p.result_nodes[i]), 0, false, p.result_axes[i]};
    return choose_lane(p, &o, 1, p.result_axes[i], p.result_lane[i]);
  };
  // (of rows: what is folded for each of them, and their elements, which are made of that)
  if (const int i = (b & ~a) == 0 ? r : k, other = r + k - i; ((a | b) & ~p.result_axes[i]) == 0 && has_a_fold_of(p.g, p.result_nodes[i], p.result_nodes[other])) {
    const int lane = lane_of(i);
    if (lane >= 0 && (p.result_axes[other] | one(lane)) == p.result_axes[i] && !has(p.result_axes[other], lane)) {
      lanes = lane;
      return true;
    }
  }
  const int lane = lane_of(r);
  if (lane < 0 || !has(b, lane)) return false;
  if ((b & ~a) != 0 && !have_a_product(p.g, p.result_nodes[r], p.result_nodes[k], lane)) return false;
  const auto lacks_only_rows = [&](int of, vars lacking, vars axes) {
    seen_nodes<N> seen;
    return (lacking & ~rows_below(p.g, p.result_nodes[of], lane, axes, seen)) == 0;
  };
  if (!lacks_only_rows(r, a & ~b, a) || !lacks_only_rows(k, b & ~a, b)) return false;
  lanes = lane;
  return true;
}

}  // namespace heed::planner::detail
