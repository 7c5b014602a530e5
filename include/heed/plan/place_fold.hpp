// Where a fold is walked: for a block of lanes, for all lanes at once, in the walk that reads it, or in a nest of its own.
#pragma once

#include <heed/plan/loop_in_blocks.hpp>
#include <heed/plan/place_product.hpp>

namespace heed::planner::detail {

inline constexpr index_t most_steps_inlined = 4;
template <int N> constexpr void value_placer<N>::visit_fold(int f, vars around, bool in_walk) {
  const vars F = free(f), B = g.nodes[f].bound;
  const vars rows = F & ~d.outer & ~d.lane;
  if (of_its_own[f]) { request(f); return; }
  if (in_walk && (F & around) != 0 && !held[f]) {  // changes in the walk
    // (nor can an axis be summed inside a loop over itself: sum<Key>(q + dot<Feature>(q, k)), for every Feature)
    if (!has_lane(F) || (B & d.outer) != 0) { request(f); return; }
    if ((rows & ~walk_bound) != 0) {  // rows of another loop inside the walk: computed where it is used, but for what stays the same all along the walk
      const vars inside = rows & ~walk_bound;
      const index_t points = static_points(g, inside);
      const bool once = points > 0 && points <= most_held_inside && is_few_in_blocks(g, d.outer & ~F);  // (a loop that it lacks may run inside the blocks)
      if (walk_bound != 0 && ((F & walk_bound) == 0 || (repeats(F) && !once && is_no_larger_than_operands(F)))) { request(f); return; }
      // a product for each point of a loop inside the block, if they are few: held for all of them
      const bool few = (inside & (~around | n.rows)) == 0 && points > 0 && points <= most_held_inside;
      if (d.roles[f] == role::inlined && !in_outer_walk && walk_bound != 0 && (F & last_of(walk_bound)) != 0 && (few || is_held_for_rows(f, walk_bound)) &&
          !weighs_below(g.child(f, 0)) && (few ? plan_product(f, walk_bound, inside) : plan_product(f, walk_bound | last_of(walk_bound), last_of(walk_bound)))) {
        d.roles[f] = role::in_walk;
        d.strip_walk[f] |= walk_bound;
        return;
      }
      if (d.roles[f] == role::in_walk && (d.strip_walk[f] & walk_bound) == walk_bound) return;
      if (d.roles[f] == role::inlined) visit(g.child(f, 0), around | B, true);
      return;
    }
    // of a walk over several variables: it would be computed again for every row of its blocks
    if (const vars last = last_of(walk_bound); !in_outer_walk && (F & walk_bound) != 0 && (F & last) == 0) {
      const index_t points = static_points(g, rows);
      if (points < 0 || points > largest_tile_rows) { request(f); return; }
      held[f] = true;
      ++placed_anew;
      return;
    }
    // nor is what an outer loop lacks computed again for each of its steps, where storing it takes little
    if ((F & walk_bound) != 0 && lacks_any(walk_bound, F) && is_no_larger_than_operands(F)) { request(f); return; }
    if (repeats(F) && is_no_larger_than_operands(F, 0.25)) { request(f); return; }
    if ((for_each_result && repeats(F)) || recomputes_below(g.child(f, 0), (F & around) | B, around)) { request(f); return; }
    if (d.roles[f] == role::at_lanes) {
      if (in_outer_walk) request(f);  // it would be needed before the lanes are walked, too
      return;
    }
    // what is relative to a running maximum cannot be packed before that is known: with what it weighs it is one online pass, of its own
    if (weighs_below(g.child(f, 0))) { request(f); return; }
    const bool again = d.roles[f] == role::in_walk && (d.strip_walk[f] & walk_bound) == walk_bound;
    if (again) return;
    // a fold of folds that are no products of this block (the distance to the nearest) gets lanes of its own where storing it takes little
    const auto gets_its_own = [&] {
      seen_nodes<N> below;
      return folds_row_by_row(g.child(f, 0), B, around, below) && is_no_larger_than_operands(F);
    };
    if (g.extent(n.lane) == 1 && is_contraction(g, f) && gets_its_own()) { request(f); return; }
    d.roles[f] = role::in_walk;
    d.strip_walk[f] |= walk_bound;
    if (plan_product(f, walk_bound)) return;
    for_rows(0, [&] { visit(g.child(f, 0), around | B, true); });  // a strip is there for all of them
    if (gets_its_own()) {
      of_its_own[f] = true;
      ++placed_anew;
    }
    return;
  }
  if (d.roles[f] == role::at_lanes || d.roles[f] == role::at_outer) return;
  if (has_lane(F) && (in_outer_walk || (d.roles[f] == role::in_walk && (d.strip_walk[f] & d.lane) != 0))) { request(f); return; }
  if (!has_lane(F)) {
    const bool over_lanes = d.lane != 0 && has_lane(B) && (F & ~d.outer) == 0 && (d.outer & ~F) == 0;
    // what this nest is for is walked here, and for results without lanes what folds little beside an operand (the scores of one query); the folds that would need walks
    // inside that are stored before
    if (seen_nodes<N> below; over_lanes && (is_this_nests(f) || (!writes_lanes() && walks_over_little(g.child(f, 0), B, below)))) {
      seen_nodes<N> seen;
      request_walks_inside(g.child(f, 0), B, seen);
    }
    if (over_lanes && !walks_inside(g.child(f, 0), B)) {
      d.roles[f] = role::at_outer;
      const bool before = in_outer_walk;
      in_outer_walk = true;
      walk_over(B, [&] { visit(g.child(f, 0), B, true); });
      in_outer_walk = before;
    } else if (d.lane == 0 && (F & ~d.outer) == 0 && (d.outer & ~F) == 0) {
      d.roles[f] = role::at_lanes;
      walk_over(B, [&] { visit(g.child(f, 0), B, true); });
    } else request(f);
    return;
  }
  const index_t points = static_points(g, rows);
  const bool small = rows == 0 || (rows & ~n.rows) == 0 || (points >= 0 && points <= (is_looked_up(f) ? most_looked_up : largest_tile_rows));
  if (!small || repeats(F)) { request(f); return; }
  if (d.roles[f] == role::in_walk) {  // a walk before was to compute it for its blocks, perhaps scaled as only that walk needs it
    held[f] = true;
    ++placed_anew;
    return;
  }
  if ((packing || in_walk) && is_better_apart(f)) { request(f); return; }
  d.roles[f] = role::at_lanes;
  const bool in_registers = !in_walk && !packing && rows == n.rows && is_short(f);
  bool product = false;
  if (!in_registers || static_points(g, B) > most_steps_inlined) walk_over(B, [&] { product = plan_product(f, 0); });
  if (product) return;
  if (in_registers) {
    d.roles[f] = role::inlined;
    visit(g.child(f, 0), around | B, true);
    return;
  }
  // nor is what the micro-kernel cannot do computed for a single lane, or from what lies across and has too many rows to be turned (one token's queries of each
  // head, taken to the features of a cache that all heads share: 1M elements in 0.05 ms instead of 1.3)
  const bool wasted = is_contraction(g, f) && !is_this_nests(f) && (g.extent(n.lane) == 1 || (points > largest_turned_inside && reads_across(g.child(f, 0), rows) && is_no_larger_than_operands(F)));
  seen_nodes<N> below;
  if (rows != 0 && (wasted || (stages_with_rows(g.child(f, 0), rows) && !are_held_for_rows(g.child(f, 0), rows, B, below)))) { request(f); return; }
  const bool before = for_each_result;
  for_each_result = is_contraction(g, f);
  for_rows(rows, [&] { walk_over(B, [&] { visit(g.child(f, 0), B, true); }); });
  for_each_result = before;
}

// Whether a fold of few points is computed where it is used, in registers, and not before: windows, the channels of an image, its pools. (Of a walk the accumulators are in memory, and
// vectors left over are asked for at every point: a mean of five took 108 us of 512 x 512, and takes 42; the largest of 2 x 2 342 and 64. With rows, distances of points in space, products of matrices of 3 x 3, they would be stored for all of these: 101 us and 51, 33 and 10; of 7 and more rows it is no faster, of 9 slower.)
template <int N> constexpr bool value_placer<N>::is_short(int f) const {
  seen_nodes<N> seen;
  const index_t most = n.rows != 0 ? 5 : lies_apart(g.child(f, 0), seen) ? 9 : 25;
  const fold_op o = g.fold_of(f);
  const index_t points = static_points(g, g.nodes[f].bound);
  if (points < 1 || points > most || g.nodes[g.child(f, 0)].folded != 0 || (o != fold_op::sum && o != fold_op::mean && o != fold_op::max && o != fold_op::min && o != fold_op::prod)) return false;
  int users = 0;
  for (int i = f + 1; i < g.size; ++i)
    for (int k = 0; k < g.nodes[i].edges; ++k) users += g.child(i, k) == f ? 1 : 0;
  return users <= 1;
}

// Whether something below a value is read where its lanes are apart.
template <int N> constexpr bool value_placer<N>::lies_apart(int i, seen_nodes<N>& seen) const {
  if (!seen.enter(i)) return false;
  if (g.is(i, kind::leaf)) {
    const access& a = g.accesses[g.nodes[i].item];
    const index_t stride = stride_along(g, a, n.lane);
    return (stride != 0 && stride != 1) || is_irregular_along(g, a, n.lane);
  }
  for (int k = 0; k < g.nodes[i].edges; ++k)
    if (lies_apart(g.child(i, k), seen)) return true;
  return false;
}

template <int N> constexpr bool value_placer<N>::is_looked_up(int f) const {
  for (int i = f + 1; i < g.size; ++i)
    if (g.is(i, kind::looked_up) && g.child(i, 0) == f) return true;
  return false;
}

template <int N> constexpr void value_placer<N>::request_walks_inside(int i, vars B, seen_nodes<N>& seen) {
  if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return;
  if (g.is(i, kind::fold) && (free(i) & B) != 0) { request(i); return; }
  for (int k = 0; k < g.nodes[i].edges; ++k) request_walks_inside(g.child(i, k), B, seen);
}

}  // namespace heed::planner::detail
