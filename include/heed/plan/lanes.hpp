// Rule 7: the variables that the lanes of a nest may run along.
#pragma once

#include <heed/plan/lane_cost.hpp>

namespace heed::planner::detail {

// The variables that are folded at or below a value. contracts: whether a product of different variables is summed.
template <int N> constexpr vars variables_folded(const graph<N>& g, int n, bool& contracts, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return 0;
  vars s = g.is(n, kind::fold) ? g.nodes[n].bound : 0;
  if (is_contraction(g, n)) {
    operands o;
    if (split_product(g, g.child(n, 0), -1, g.nodes[n].type, o))
      for (int i = 1; i < o.rows; ++i) contracts = contracts || g.nodes[o.without[i]].free != g.nodes[o.without[0]].free;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i) s |= variables_folded(g, g.child(n, i), contracts, seen);
  return s;
}

// What is said of the nest that computes these values.
struct nest_hints {
  tiling tiles{};
  int lane = -1;
  vars inlined = 0;  // bound by folds that are computed where they are used
};
template <int N> constexpr void find_hints(const program<N>& p, int n, nest_hints& h, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (p.temporary_of[n] >= 0 || !seen.enter(n)) return;
  if (g.is(n, hint_code::recomputed)) { h.inlined |= g.nodes[n].folded; return; }
  if (g.is(n, hint_code::lanes_along) && h.lane < 0) h.lane = g.nodes[n].item;
  if (g.is(n, hint_code::tiled)) {
    const tiling& t = g.tilings[g.nodes[n].item];
    if (h.tiles.vectors == 0) h.tiles.vectors = t.vectors;
    if (h.tiles.rows == 0) h.tiles.rows = t.rows;
    if (h.tiles.block == 0) h.tiles.block = t.block;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i) find_hints(p, g.child(n, i), h, seen);
}
template <int N> constexpr nest_hints hints_of(const program<N>& p, const output* outputs, int count) {
  nest_hints h;
  if (!p.g.hinted) return h;
  seen_nodes<N> seen;
  for (int i = 0; i < count; ++i) find_hints(p, outputs[i].node, h, seen);
  return h;
}

// The axis along which a running sum below a value lies whose readers have their lanes so: one of the targets', or of a fold, the next above it, whose results are the sum's; -1: none.
template <int N> constexpr int lane_of_sum(const program<N>& p, int n, vars axes, seen_nodes<N>& seen, int fold = -1) {
  const graph<N>& g = p.g;
  if (!seen.enter(n)) return -1;
  if (const int t = p.temporary_of[n]; t >= 0) {
    if (!p.temporaries_list[t].as_it_lies || p.access_of[n] < 0) return -1;
    if (fold >= 0 && (g.nodes[fold].free & ~(g.nodes[n].free & axes)) == 0) axes |= g.nodes[fold].bound;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(axes, v) && stride_along(g, g.accesses[p.access_of[n]], v) == 1) return v;
    return -1;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (const int v = lane_of_sum(p, g.child(n, i), axes, seen, g.is(n, kind::fold) ? n : fold); v >= 0) return v;
  return -1;
}

/// What an operation on a half register costs that is filled: of a whole one, beside its half of the elements (measured where a core has one whole
/// multiplier, or two halves).
inline constexpr double half_register = 1.1;

/// So many lanes are multiplied along the other operand's memory: each takes as long as two of a full register (2.3, 2.1, 2.0 for 2, 3, 4).
inline constexpr double most_few = 4;

/// To begin a row of results that is short.
inline constexpr double row_begins = 8;

/// The variables that the lanes of a nest may run along, with what each costs.
struct lane_candidates {
  struct candidate {
    int variable = -1;
    lane_cost cost{};
    double stored = 0, weights = 0;  // elements stored before the nest, and of them weights
    bool kept = true;
  } at[64]{};
  int count = 0;
  bool contracts = false;

  template <int N> constexpr lane_candidates(const program<N>& p, const output* roots, int root_count, vars axes, int preferred) {
    const graph<N>& g = p.g;
    vars folded = 0;
    {
      seen_nodes<N> seen;
      for (int i = 0; i < root_count; ++i) folded |= variables_folded(g, roots[i].node, contracts, seen);
    }
    const nest_hints hints = hints_of(p, roots, root_count);
    bool multiplies = false;  // by the micro-kernel, with lanes along an axis of the results
    const auto add = [&](vars candidates) {
      for (int v = 0; v < g.variable_count; ++v)
        if (has(candidates, v)) {
          at[count++] = {v, cost_along(p, roots, root_count, v, preferred, 0)};
          multiplies = multiplies || at[count - 1].cost.products > 0;
        }
    };
    vars reduced = 0;
    for (int i = 0; i < root_count; ++i)  // only by folds whose result has no variable but the targets'
      for (int n = 0; n <= roots[i].node; ++n)
        if (g.is(n, kind::fold) && (g.nodes[n].free & ~axes) == 0) reduced |= g.nodes[n].bound & folded;
    if (hints.lane >= 0 && has((axes | reduced) & ~hints.inlined, hints.lane)) {
      add(one(hints.lane));
      return;
    }
    seen_nodes<N> of_sums;
    for (int i = 0; i < root_count; ++i)
      if (const int v = lane_of_sum(p, roots[i].node, axes, of_sums); v >= 0 && !has(hints.inlined, v)) {
        add(one(v));  // (so that the axis of the sum is a loop)
        return;
      }
    add(axes & ~hints.inlined);
    if (!contracts || !multiplies) add(reduced & ~axes & ~hints.inlined);  // the lanes may run along what is reduced
  }
  constexpr int left() const {
    int k = 0;
    for (int i = 0; i < count; ++i) k += at[i].kept ? 1 : 0;
    return k;
  }
  /// Keeps those for which `cost` is at most `factor` times the least.
  template <class Cost> constexpr void keep_least(Cost cost, double factor) {
    double least = 1e300;
    for (int i = 0; i < count; ++i)
      if (at[i].kept && cost(at[i]) < least) least = cost(at[i]);
    for (int i = 0; i < count; ++i) at[i].kept = at[i].kept && cost(at[i]) <= factor * least;
  }
  constexpr int least_memory() const {
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (at[i].kept && (best < 0 || at[i].cost.memory + at[i].cost.arithmetic < at[best].cost.memory + at[best].cost.arithmetic)) best = i;
    return best < 0 ? -1 : at[best].variable;
  }

  // scattered: results are written across, and what lies side by side in them is in another loop: no rows that could be turned.
  template <int N> static constexpr lane_cost cost_along(const program<N>& p, const output* roots, int root_count, int v, int preferred, vars outer, bool scattered = false) {
    const graph<N>& g = p.g;
    lane_cost cost;
    cost.pointwise = true;
    for (int i = 0; i < root_count; ++i) cost.pointwise = cost.pointwise && g.nodes[roots[i].node].folded == 0;
    seen_nodes<N> seen;
    for (int i = 0; i < root_count; ++i) {
      add_lane_cost(p, roots[i].node, v, seen, cost, outer);
      const double writes = estimated_points(g, roots[i].axes);
      cost.memory += has(roots[i].axes, v) ? (v == preferred ? writes : (scattered ? 20 : preferred >= 0 && g.extent(preferred) > 1 && g.extent(preferred) <= few_apart ? 2 : 4) * writes) : 0;
    }
    const double e = static_cast<double>(estimated_extent(g, v));
    const bool fill_half = !g.any_extents && lanes_of_vectors(p, g.extent(v)) < p.lanes && 4 * g.extent(v) > p.lanes;  // most of a half
    const double w = static_cast<double>(p.lanes);
    const double vector = fill_half ? w / 2 : w, whole_vectors = static_cast<double>(static_cast<index_t>((e + vector - 1) / vector)) * vector;
    const double padded = v == g.single ? e : fill_half ? half_register * whole_vectors : whole_vectors;  // (one lane is not in a vector: kernel/along_rows.hpp)
    cost.arithmetic = cost.arithmetic * padded / e + cost.products * (e <= (w < 4 ? 1 : most_few) ? 2 : padded / e);  // (`few_lanes`, kernel/contract.hpp)
    if (has(g.few, v) && !g.any_extents)
      for (int i = 0; i < root_count; ++i)
        if (has(roots[i].axes, v)) cost.arithmetic += row_begins * w * estimated_points(g, roots[i].axes & ~one(v));
    constexpr double function = 10;
    cost.arithmetic += function * cost.functions * (padded / e - 1);
    cost.memory *= padded / e;
    return cost;
  }
};

}  // namespace heed::planner::detail
