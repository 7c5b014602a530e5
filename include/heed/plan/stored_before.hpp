// What a nest with its lanes along a variable needs to have stored before, found by placing its values on trial, and what it costs beside that.
#pragma once

#include <heed/plan/lanes.hpp>
#include <heed/plan/place_fold.hpp>

namespace heed::planner::detail {

// Whether a value is weights: contracted, then normalised along an axis that it keeps. Storing such a value is what fusing
// is there to avoid.
template <int N> constexpr bool contracts_along(const program<N>& p, int n, vars walked, seen_nodes<N>& seen) {
  if (!seen.enter(n) || p.temporary_of[n] >= 0) return false;
  if (is_contraction(p.g, n) && (p.g.nodes[n].free & walked) != 0) return true;
  for (int i = 0; i < p.g.nodes[n].edges; ++i)
    if (contracts_along(p, p.g.child(n, i), walked, seen)) return true;
  return false;
}
template <int N> constexpr bool is_weights(const program<N>& p, int n, vars kept, seen_nodes<N>& seen) {
  if (!seen.enter(n) || p.temporary_of[n] >= 0 || (p.g.nodes[n].folded & kept) == 0) return false;
  if (p.g.is(n, kind::fold) && (p.g.nodes[n].bound & kept) != 0) {
    seen_nodes<N> below;
    if (contracts_along(p, p.g.child(n, 0), p.g.nodes[n].bound & kept, below)) return true;
  }
  for (int i = 0; i < p.g.nodes[n].edges; ++i)
    if (is_weights(p, p.g.child(n, i), kept, seen)) return true;
  return false;
}

// Whether a leaf has these variables, and more. (Of one point it has any.)
template <int N> constexpr bool has_leaf_beyond(const graph<N>& g, vars axes) {
  for (int v = 0; v < g.variable_count; ++v)
    if (g.extent(v) == 1) axes &= ~one(v);
  for (int i = 0; i < g.size; ++i)
    if (g.is(i, kind::leaf) && (axes & ~g.nodes[i].free) == 0 && axes != g.nodes[i].free) return true;
  return false;
}

// What a nest with these lanes needs to have stored before, and what that needs in turn.
struct stored_before {
  double elements = 0;
  double weights = 0;  // elements of these that are weights
  bool small = true;   // whether each is one for many elements of an operand: of the axes of a leaf that has more
  bool used = false;   // whether the nest itself computes anything along its lanes
  bool walks = false;  // whether it folds anything for each block of them
  vars outer = 0;      // the loops around the lanes
  int vectors = 1;
  int products = 0;    // folds that are the micro-kernel's
  double again = 0;    // points of folds that the nest goes through, and what is stored before it, too
};

// What a nest costs that finds these values stored: to compute them once, as products, to read them, and how the rest lies.
template <int N>
constexpr lane_cost cost_beside(program<N>& p, const seen_nodes<N>& requested, const output* outputs, int count, int v, int preferred, vars outer, bool scattered) {
  const graph<N>& g = p.g;
  double products = 0, memory = 0;
  seen_nodes<N> seen;
  for (int n = 0; n < g.size; ++n)
    if (requested.entered(n)) {
      products += folded_points(p, n, seen);
      memory += estimated_points(g, g.nodes[n].free) + (has(g.nodes[n].free, v) ? 1 : 0.25) * estimated_points(g, g.nodes[n].free | outer);
    }
  const auto set_stored = [&](std::int16_t temporary) {
    for (int n = 0; n < g.size; ++n)
      if (requested.entered(n)) p.temporary_of[n] = temporary;
  };
  set_stored(0);
  lane_cost cost = lane_candidates::cost_along(p, outputs, count, v, preferred, outer, scattered);
  set_stored(-1);
  cost.arithmetic += products;
  cost.memory += memory;
  return cost;
}
// The points of the folds below a value that a nest goes through itself. (A product of the micro-kernel's takes a fraction of what others do.)
template <int N> constexpr double points_again(const graph<N>& g, const placed_values<N>& d, int n, int lane, seen_nodes<N>& seen) {
  if (g.nodes[n].folded == 0 || !seen.enter(n)) return 0;
  double points = 0;
  if (g.is(n, kind::fold) && (d.roles[n] == role::at_lanes || d.roles[n] == role::at_outer || d.roles[n] == role::in_walk)) {
    operands o;
    const bool product = is_contraction(g, n) && split_product(g, g.child(n, 0), lane, g.nodes[n].type, o) && o.lanes > 0 && rows_of_product(g, o) != 0;
    points = (product ? 0.25 : 1) * estimated_points(g, g.nodes[n].free | g.nodes[n].bound);
  }
  for (int i = 0; i < g.nodes[n].edges; ++i) points += points_again(g, d, g.child(n, i), lane, seen);
  return points;
}
/// What lanes store at most that may be chosen, of what is not small beside an operand: as much as others whose arithmetic is near the least and that keep no weights.
/// Of lanes that store more it is not asked what that needs in turn.
struct most_stored {
  double elements = 0;
  bool known = false;
  constexpr bool exceeded_by(const stored_before& s) const { return known && !s.small && (s.elements > elements || s.weights > 0); }
};
template <int N>
constexpr stored_before find_stored(program<N>& p, const output* outputs, int count, int lane, int preferred, seen_nodes<N>& seen, int depth,
                                    vars axes, bool contracts, seen_nodes<N>* requested = nullptr, most_stored most = {}) {
  value_placer<N> trial(p, outputs, count, lane, preferred);
  trial.run();
  stored_before s;
  s.outer = trial.n.outer_set();
  s.vectors = trial.n.vectors;
  s.used = has(axes, lane);
  for (int i = 0; i < p.g.size; ++i) {
    s.used = s.used || trial.d.roles[i] == role::at_outer;
    s.walks = s.walks || trial.d.roles[i] == role::at_lanes;
    s.products += trial.d.lanes_node[i] >= 0 ? 1 : 0;
  }
  seen_nodes<N> again;
  for (int i = 0; i < trial.d.request_count; ++i) {
    const int n = trial.d.requests[i];
    if (requested != nullptr && p.temporary_of[n] < 0) requested->enter(n);
    if (!seen.enter(n)) continue;
    const vars free = p.g.nodes[n].free;
    // a value for each row of the results costs next to nothing beside them, or beside what is folded along the lanes, where no product
    // waits for it
    const bool of_rows = !contracts && (free & ~axes) == 0 && (free != axes || !has(axes, lane));
    const double points = of_rows ? 0 : estimated_points(p.g, free);
    seen_nodes<N> below_n;
    s.elements += points;
    s.small = s.small && has_leaf_beyond(p.g, free);
    if (is_weights(p, n, free, below_n)) s.weights += points;
    if (most.exceeded_by(s)) return s;
    if (const bool any = p.g.any_extents; depth > 0) {
      p.g.any_extents = false;
      s.again += points_again(p.g, trial.d, n, lane, again);
      p.g.any_extents = any;
    }
    if (depth == 0 || p.g.nodes[n].folded == 0) continue;
    const output o{static_cast<std::int16_t>(n), 0, true, free};
    if (p.likely_lane[n] == 0) p.likely_lane[n] = static_cast<std::int16_t>(1 + lane_candidates(p, &o, 1, o.axes, -1).least_memory());
    const stored_before below = find_stored(p, &o, 1, p.likely_lane[n] - 1, -1, seen, depth - 1, axes, contracts);
    s.elements += below.elements;
    s.small = s.small && below.small;
    s.weights += below.weights;
  }
  return s;
}

}  // namespace heed::planner::detail
