// The lanes of a nest, chosen by what would have to be stored before it; of those that store the same, by cost.
#pragma once

#include <heed/plan/lanes.hpp>
#include <heed/plan/place_fold.hpp>

namespace heed::planner::detail {

// Whether a value is weights: contracted, then normalised along an axis that it keeps. Storing such a value is what fusing
// is there to avoid.
template <int N> constexpr bool contracts_along(const program<N>& p, int n, vars walked, seen_nodes<N>& seen) {
  if (!seen.enter(n) || p.temporary_of[n] >= 0) return false;
  if (is_contraction(p.g, n) && (p.g[n].free & walked) != 0) return true;
  for (int i = 0; i < p.g[n].edges; ++i)
    if (contracts_along(p, p.g.child(n, i), walked, seen)) return true;
  return false;
}
template <int N> constexpr bool is_weights(const program<N>& p, int n, vars kept, seen_nodes<N>& seen) {
  if (!seen.enter(n) || p.temporary_of[n] >= 0 || (p.g[n].folded & kept) == 0) return false;
  if (p.g.is(n, kind::fold) && (p.g[n].bound & kept) != 0) {
    seen_nodes<N> below;
    if (contracts_along(p, p.g.child(n, 0), p.g[n].bound & kept, below)) return true;
  }
  for (int i = 0; i < p.g[n].edges; ++i)
    if (is_weights(p, p.g.child(n, i), kept, seen)) return true;
  return false;
}

// Whether a leaf has these variables, and more. (Of one point it has any.)
template <int N> constexpr bool has_leaf_beyond(const graph<N>& g, vars axes) {
  for (int v = 0; v < g.variable_count; ++v)
    if (g.extent(v) == 1) axes &= ~one(v);
  for (int i = 0; i < g.size; ++i)
    if (g.is(i, kind::leaf) && (axes & ~g[i].free) == 0 && axes != g[i].free) return true;
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
      memory += estimated_points(g, g[n].free) + (has(g[n].free, v) ? 1 : 0.25) * estimated_points(g, g[n].free | outer);
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
  if (g[n].folded == 0 || !seen.enter(n)) return 0;
  double points = 0;
  if (g.is(n, kind::fold) && (d.roles[n] == role::at_lanes || d.roles[n] == role::at_outer || d.roles[n] == role::in_walk)) {
    operands o;
    const bool product = is_contraction(g, n) && split_product(g, g.child(n, 0), lane, g[n].type, o) && o.lanes > 0 && rows_of_product(g, o) != 0;
    points = (product ? 0.25 : 1) * estimated_points(g, g[n].free | g[n].bound);
  }
  for (int i = 0; i < g[n].edges; ++i) points += points_again(g, d, g.child(n, i), lane, seen);
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
    const vars free = p.g[n].free;
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
    if (depth == 0 || p.g[n].folded == 0) continue;
    const output o{static_cast<std::int16_t>(n), 0, true, free};
    if (p.likely_lane[n] == 0) p.likely_lane[n] = static_cast<std::int16_t>(1 + lane_candidates(p, &o, 1, o.axes, -1).least_memory());
    const stored_before below = find_stored(p, &o, 1, p.likely_lane[n] - 1, -1, seen, depth - 1, axes, contracts);
    s.elements += below.elements;
    s.small = s.small && below.small;
    s.weights += below.weights;
  }
  return s;
}

// Whether axis v stands after axis w where operands and targets have both, as the inner one does in memory that is not turned.
template <int N> constexpr bool comes_after(const graph<N>& g, int v, int w) {
  int after = 0;
  for (int i = 0; i < g.access_count; ++i) {
    const access& a = g.accesses[i];
    if (a.what != access::of::leaf && a.what != access::of::target) continue;
    int at_v = -1, at_w = -1;
    for (int k = 0; k < a.maps; ++k) {
      if (has(g.maps[a.first_map + k].used(), v)) at_v = k;
      if (has(g.maps[a.first_map + k].used(), w)) at_w = k;
    }
    if (at_v >= 0 && at_w >= 0) after += at_v > at_w ? 1 : -1;
  }
  return after > 0;
}
// Of lanes that cost the same, because nothing is known of either extent, the inner ones: axes are written from batch and head to what there is most of,
// and loops around the lanes may turn out to go on where these end (plan/joint_loops.hpp).
// products: of each candidate, how many folds are the micro-kernel's.
template <int N> constexpr int inner_of_equal(const graph<N>& g, const lane_candidates& c, const int* products) {
  constexpr double equal = 1.02;
  const int best = c.least_memory();
  if (best < 0 || g.extent(best) != dynamic) return best;
  const auto whole = [&](int i) { return c.at[i].cost.arithmetic + c.at[i].cost.memory; };
  int first = 0;
  while (c.at[first].variable != best) ++first;
  int inner = first;
  for (int i = 0; i < c.count; ++i)
    if (c.at[i].kept && g.extent(c.at[i].variable) == dynamic && whole(i) <= equal * whole(first) && products[i] >= products[first] && comes_after(g, c.at[i].variable, c.at[inner].variable)) inner = i;
  return c.at[inner].variable;
}

/// The lane variable of a nest that computes these outputs, whose targets have the variables `axes`; -1: none.
/// Lanes along which the nest computes nothing, and those that would have weights stored, are left out; then, of those whose
/// arithmetic is near the least, those that have the fewest elements stored before are kept: all this as if no extent were
/// known, because what is stored depends on the formula, not on sizes. Then arithmetic and memory, by the extents as far as
/// they are known, and with them those left out that store no more. One choice is about a buffer and goes by sizes: values that
/// are few beside an operand are stored where everything else would read that operand, known to be large, across.
template <int N> constexpr int choose_lane(program<N>& p, const output* outputs, int count, vars axes, int preferred) {
  graph<N>& g = p.g;
  g.any_extents = true;
  lane_candidates any(p, outputs, count, axes, preferred);
  if (any.count < 2) {
    g.any_extents = false;
    return any.least_memory();
  }
  double blocks[64]{};  // of lanes
  vars outer[64]{};     // loops around them
  bool scattered[64]{};
  bool small[64]{};     // whether all that is stored before is
  double again[64]{};   // points that are gone through twice
  int products[64]{};
  seen_nodes<N> requested[64]{};
  constexpr double near = 1.5;
  double least_arithmetic = 1e300;
  for (int i = 0; i < any.count; ++i) least_arithmetic = any.at[i].cost.arithmetic < least_arithmetic ? any.at[i].cost.arithmetic : least_arithmetic;
  const auto is_near = [&](int i) { return any.at[i].cost.arithmetic <= near * least_arithmetic; };
  most_stored most;
  const auto look_at = [&](int i) {
    const int size = g.size, edges = g.edges, constants = g.constant_count;
    const bool overflow = p.overflow, full = g.overflow;
    seen_nodes<N> seen;
    const stored_before s = find_stored(p, outputs, count, any.at[i].variable, preferred, seen, 1, axes, any.contracts, &requested[i], most);
    const bool fits = !p.overflow && !g.overflow && s.used && !most.exceeded_by(s);
    any.at[i].stored = fits ? s.elements : 1e30;
    any.at[i].weights = fits ? s.weights : 1e30;
    g.size = size;
    g.edges = edges;
    g.constant_count = constants;
    p.overflow = overflow;
    g.overflow = full;
    g.any_extents = false;
    const double width = double(p.lanes) * s.vectors, lanes = static_cast<double>(estimated_extent(g, any.at[i].variable));
    outer[i] = s.outer;
    scattered[i] = s.walks && preferred >= 0 && has(s.outer, preferred);
    small[i] = fits && s.small;
    again[i] = s.again;
    products[i] = s.products;
    // (a fold along the lanes has no blocks that begin, nor has what is only written: merging is all)
    blocks[i] = has(axes, any.at[i].variable) && s.walks ? estimated_points(g, s.outer) * static_cast<double>(static_cast<index_t>((lanes + width - 1) / width)) : 0;
    g.any_extents = true;
    if (fits && s.weights == 0 && is_near(i) && (!most.known || s.elements < most.elements)) most = {s.elements, true};
  };
  // those first that may say what others store at most
  for (int i = 0; i < any.count; ++i)
    if (is_near(i)) look_at(i);
  for (int i = 0; i < any.count; ++i)
    if (!is_near(i)) look_at(i);
  any.keep_least([](const auto& x) { return x.weights; }, 1);
  lane_candidates fair = any;  // with lanes that keep no weights
  any.keep_least([](const auto& x) { return x.cost.arithmetic; }, near);
  any.keep_least([](const auto& x) { return x.stored; }, 1);
  // others that store no more are compared, too, by the extents as they are
  double stored = 0;
  for (int i = 0; i < any.count; ++i)
    if (any.at[i].kept) stored = any.at[i].stored;
  for (int i = 0; i < any.count; ++i) any.at[i].kept = fair.at[i].kept && fair.at[i].stored <= stored;
  g.any_extents = false;
  lane_candidates c = any;  // the same variables, by the extents as far as they are known
  int compared = 0;
  for (int i = 0; i < c.count; ++i) {
    c.at[i].kept = any.at[i].kept;
    compared += c.at[i].kept || small[i] ? 1 : 0;
  }
  if (compared < 2) return c.least_memory();
  for (int i = 0; i < c.count; ++i) {
    if (!c.at[i].kept && !small[i]) continue;
    c.at[i].cost = cost_beside(p, requested[i], outputs, count, c.at[i].variable, preferred, outer[i], scattered[i]);
    if (c.contracts) c.at[i].cost.arithmetic += beginning(p) * blocks[i];
    c.at[i].cost.arithmetic += again[i];
  }
  const auto whole = [](const auto& x) { return x.cost.arithmetic + x.cost.memory; };
  if (c.contracts) c.keep_least(whole, 1.3);
  const int best = inner_of_equal(g, c, products);
  if (best < 0) return best;
  // weights that are few beside an operand are stored where lanes that need none would read that across all of it (a sequence that is pooled by its
  // own scores)
  double least = 0;
  bool across = false;
  for (int i = 0; i < c.count; ++i)
    if (c.at[i].variable == best) {
      least = whole(c.at[i]);
      across = c.at[i].cost.across && g.extent(best) != 1;  // (one query keeps its one pass)
    }
  // (and what is no weights, a part of a longer product, where other lanes cost half)
  for (int i = 0; i < c.count; ++i) c.at[i].kept = small[i] && (across ? 1.5 * whole(c.at[i]) < least : any.at[i].weights == 0 && 2 * whole(c.at[i]) < least);
  return c.left() > 0 ? c.least_memory() : best;
}

}  // namespace heed::planner::detail
