// Rules 3 and 5: where every value of a nest is computed. A fold is walked for a block of lanes, or for all lanes at once, or
// in the walk that uses it, or stored by a nest of its own; what does not change in a walk is computed before it.
#pragma once

#include <heed/plan/looked_up_sums.hpp>
#include <heed/plan/products_of_nest.hpp>

namespace heed::planner {

namespace detail {

/// A tile of so many elements a row block stays in the cache beside the operands.
inline constexpr index_t largest_tile_rows = 1024;
/// Products that are held for each row of a block and each lane: heads that are mixed before they are normalised.
inline constexpr index_t most_held_inside = 16;

template <int N> class value_placer : public products_of_nest<N> {
  using base = products_of_nest<N>;
  using base::p, base::g, base::is_end, base::stored, base::free, base::has_lane, base::is_output, base::is_this_nests, base::without_hints;
  using base::irregular, base::is_made_of_recomputed, base::lacks_any, base::packable, base::reads_across, base::recomputes_below, base::repeats, base::stages_with_rows;
  using base::is_used_beside, base::last_of, base::stores_below, base::walks_inside, base::weighs_below;
  using base::are_held_for_rows, base::folds_row_by_row, base::is_better_apart, base::is_held_for_rows, base::is_no_larger_than_operands, base::scaled_product, base::walks_over_little, base::writes_lanes;

 public:
  using base::base, base::n, base::d;

  constexpr void run() {
    const placed_values<N> nothing = d;
    const int size = g.size, edges = g.edges, constants = g.constant_count;
    for (;;) {
      const int before = placed_anew;
      for (int i = 0; i < n.output_count; ++i) visit(n.outputs[i].node, n.rows, false);
      if (placed_anew == before || p.overflow) return;
      d = nothing;
      g.size = size;
      g.edges = edges;
      g.constant_count = constants;
      for (int i = 0; i < N; ++i) {
        visited_at_lanes[i] = false;
        visited_in[i] = 0;
        scaled[i] = 0;
      }
    }
  }

 private:
  bool held[N]{};  // of folds that walks read: whether they are there before, for all rows, walked for the block of lanes
  bool of_its_own[N]{};  // of folds of folds that walks read: whether they are stored
  int placed_anew = 0;  // how often something of this kind was found out: the others are placed again, knowing it
  bool visited_at_lanes[N]{};
  vars visited_in[N]{};
  std::int16_t scaled[N]{};    // of a product: 1 + the value that only scales it
  vars walk_bound = 0;         // what the walk around the visited node binds
  bool in_outer_walk = false;  // nothing is packed there: packs belong to a block of lanes
  bool for_each_result = false;  // in the walk of a sum of products that the micro-kernel cannot do: what lacks an outer loop is stored before
  bool packing = false;        // before a walk
  bool hoisting = false;       // what is computed once for all lanes is one value, not its parts

  // What is said of the nest that computes a value is not lost: it is stored with its hints.
  constexpr int with_hints(int i) const {
    for (int k = i + 1; g.hinted && k < g.size; ++k)
      if ((g.is(k, hint_code::tiled) || g.is(k, hint_code::lanes_along)) && g.child(k, 0) == i && p.temporary_of[k] < 0 && !is_output(k)) i = k;
    return i;
  }
  constexpr void request(int value) {
    if (d.roles[value] == role::requested) return;
    const int i = with_hints(value);
    if (i != value) {
      d.roles[value] = role::requested;  // until it is known that the hinted value is stored
      if (d.roles[i] == role::requested) return;
    }
    for (int k = 0; k < n.output_count; ++k)
      if (without_hints(n.outputs[k].node) == i) {  // what this nest is for: computed where it is written
        if (d.roles[i] == role::inlined && visited_in[i] != 0) return;
        if ((g[i].bound & d.outer) != 0) { p.overflow = true; return; }  // summed inside a loop over itself: never
        d.roles[i] = role::inlined;
        visited_in[i] = g[i].bound;
        visit(g.child(i, 0), g[i].bound, true);
        return;
      }
    d.roles[i] = role::requested;
    if (d.request_count == 24) { p.overflow = true; return; }
    d.requests[d.request_count++] = i;
  }
  constexpr void pack(int i) {
    for (int k = 0; k < d.pack_count; ++k)
      if (d.packs[k] == i) return;
    if (d.pack_count == 24) { p.overflow = true; return; }
    d.packs[d.pack_count++] = i;
    const bool before = packing;
    packing = true;
    walk_over(0, [&] { visit(i, 0, false, true); });
    packing = before;
  }

  // Decides for node i and what it needs. `around`: the variables that loops around this use run over, beside the d.outer
  // ones and the lanes; in_walk: those loops are a walk's (and not the rows of a result).
  constexpr void visit(int i, vars around, bool in_walk, bool root = false) {
    if (stored(i) || p.overflow) return;
    const node& x = g[i];
    if (g.is(i, hint_code::recomputed)) {
      seen_nodes<N> seen;
      if (in_walk && !in_outer_walk) pack_leaves_below(i, around, seen);
      return;
    }
    if (x.edges == 0) {
      if (!root && !in_outer_walk && in_walk) pack_leaf(i, around);
      if (const int v = root || in_walk ? -1 : base::turned_along(i); v >= 0 && n.rows == one(v) && d.pack_count < most_turned) pack(i);
      return;
    }
    if (x.what == kind::fold) { visit_fold(i, around, in_walk); return; }
    // what changes with neither lanes nor rows is computed once for all lanes
    if (!root && !in_outer_walk && !hoisting && d.lane != 0 && (x.free & ~d.outer) == 0) {
      hoisting = true;
      pack(i);
      hoisting = false;
      return;
    }
    if (!root && !in_outer_walk && around != 0 && x.free != 0 && (x.free & around) == 0 && (x.free & ~d.outer & ~d.lane) == 0 && contains_expensive(g, i) && !weighs_below(i)) {
      pack(i);  // an invariant of the walk, and not relative to the maximum that this walk finds
      return;
    }
    // a value without lanes that is dear and would be computed again for every block of lanes
    if (!root && d.lane != 0 && !has_lane(x.free) && (x.free & ~d.outer) != 0 && contains_expensive(g, i) && !is_made_of_recomputed(i)) {
      request(i);
      return;
    }
    // a fold that must be stored is stored with what is done to it point by point
    if (in_walk && d.lane != 0 && has_lane(x.free) && (x.free & around) != 0 && stores_below(i, x.free, around, for_each_result && repeats(x.free)) && !is_used_beside(i)) {
      request(i);
      return;
    }
    const bool known = in_walk ? (visited_in[i] & around) == around : visited_at_lanes[i];
    if (known) return;
    if (in_walk) visited_in[i] |= around;
    else visited_at_lanes[i] = true;
    if (const int f = in_walk && !in_outer_walk ? scaled_product(i) : -1; f >= 0 && d.lanes_node[f] < 0 && scaled[f] == 0) scaled[f] = static_cast<std::int16_t>(i + 1);
    for (int k = 0; k < x.edges; ++k) visit(g.child(i, k), around, in_walk);
  }

  // A leaf whose lanes are apart in memory is packed where it is read again and again.
  constexpr void pack_leaf(int i, vars around) {
    const node& x = g[i];
    if (x.what != kind::leaf || !has_lane(x.free) || (around & ~x.free) == 0 || (x.free & walk_bound) != 0) return;
    const access& a = g.accesses[x.item];
    const bool apart = stride_along(g, a, n.lane) != 1 || is_irregular_along(g, a, n.lane);
    if (apart && packable(x.free)) pack(i);
  }
  constexpr void pack_leaves_below(int i, vars around, seen_nodes<N>& seen) {
    if (stored(i) || !seen.enter(i)) return;
    pack_leaf(i, around);
    for (int k = 0; k < g[i].edges; ++k) pack_leaves_below(g.child(i, k), around, seen);
  }
  constexpr void visit_fold(int f, vars around, bool in_walk) {
    const vars F = free(f), B = g[f].bound;
    const vars rows = F & ~d.outer & ~d.lane;
    if (of_its_own[f]) { request(f); return; }
    if (in_walk && (F & around) != 0 && !held[f]) {  // changes in the walk
      // (nor can an axis be summed inside a loop over itself: sum<Key>(q + dot<Feature>(q, k)), for every Feature)
      if (!has_lane(F) || (B & d.outer) != 0) { request(f); return; }
      if ((rows & ~walk_bound) != 0) {  // rows of another loop inside the walk: computed where it is used, but for what stays the same all along the walk
        if (walk_bound != 0 && ((F & walk_bound) == 0 || (repeats(F) && is_no_larger_than_operands(F)))) { request(f); return; }
        // a product for each point of a loop inside the block, if they are few: held for all of them
        const vars inside = rows & ~walk_bound;
        const index_t points = static_points(g, inside);
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
      visit(g.child(f, 0), around | B, true);
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
    bool product = false;
    walk_over(B, [&] { product = plan_product(f, 0); });
    if (product) return;
    // nor is what the micro-kernel cannot do computed for a single lane, or from what lies across and has too many rows to be turned (one token's queries of each
    // head, taken to the features of a cache that all heads share: 1M elements in 0.05 ms instead of 1.3)
    const bool wasted = is_contraction(g, f) && !is_this_nests(f) && (g.extent(n.lane) == 1 || (points > largest_turned_inside && reads_across(g.child(f, 0), rows) && is_no_larger_than_operands(F)));
    seen_nodes<N> below;
    if (rows != 0 && (wasted || (stages_with_rows(g.child(f, 0), rows) && !are_held_for_rows(g.child(f, 0), rows, B, below)))) { request(f); return; }
    const bool before = for_each_result;
    for_each_result = is_contraction(g, f);
    walk_over(B, [&] { visit(g.child(f, 0), B, true); });
    for_each_result = before;
  }
  constexpr bool is_looked_up(int f) const {
    for (int i = f + 1; i < g.size; ++i)
      if (g.is(i, kind::looked_up) && g.child(i, 0) == f) return true;
    return false;
  }
  template <class F> constexpr void walk_over(vars bound, F f) {
    const vars before = walk_bound;
    walk_bound = bound;
    f();
    walk_bound = before;
  }

  constexpr void request_walks_inside(int i, vars B, seen_nodes<N>& seen) {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return;
    if (g.is(i, kind::fold) && (free(i) & B) != 0) { request(i); return; }
    for (int k = 0; k < g[i].edges; ++k) request_walks_inside(g.child(i, k), B, seen);
  }
  // A sum of products in which one operand has the lanes and the other the rows: the micro-kernel's.
  // inside: variables of loops inside the block of a walk, for each of which there is such a product.
  constexpr bool plan_product(int f, vars walk_around, vars inside = 0) {
    if (d.lanes_node[f] >= 0) return true;
    if (!is_contraction(g, f) || !is_float(g[f].type) || d.lane == 0 || in_outer_walk) return false;
    operands o;
    if (!split_product(g, g.child(f, 0), n.lane, g[f].type, o) || o.lanes == 0 || o.rows == 0) return false;
    const vars fixed = d.outer | (walk_around & ~last_of(walk_around)) | inside;
    const vars rows = free(f) & ~fixed & ~d.lane;
    // of the factors without lanes those that have no row either scale the lanes: nothing is stored for them
    const auto typed = [&](int i) {
      return g[i].type == g[f].type ? i : g.make({.what = kind::convert, .type = g[f].type, .operand = g[f].type}, &i, 1);
    };
    for (int i = 0; i < o.lanes; ++i) o.with_lane[i] = typed(o.with_lane[i]);
    for (int i = 0; i < o.rows; ++i) o.without[i] = typed(o.without[i]);
    int with = o.with_lane[0], without = -1;
    for (int i = 1; i < o.lanes; ++i) with = g.make(op::multiply, g[f].type, with, o.with_lane[i]);
    for (int i = 0; i < o.rows; ++i) {
      int& side = (free(o.without[i]) & rows) == 0 ? with : without;
      side = side < 0 ? o.without[i] : g.make(op::multiply, g[f].type, side, o.without[i]);
    }
    if (rows == 0 || without < 0 || (free(with) & rows) != 0 || (free(without) & rows) != rows) return false;
    // inside a block the lanes' operand must not change, but for what stays the same for all rows of a step: what changes with an outer loop of the
    // walk, the queries of each head in a sum over heads and keys, or with the steps themselves, where the rows are the results'
    const bool changes = (free(with) & walk_around) != 0 && ((free(with) & last_of(walk_around)) != 0 || inside != 0), lies = changes && lies_in_lanes(p, n, with, true);
    if (walk_around != 0) {
      if (changes && (inside == 0 || !(lies || is_packed_for_steps(g, free(with), walk_around | g[f].bound)))) return false;
      if (!lies && !packable(free(with))) return false;
      if (has_fold_over(g, without, g[f].bound) && !stored(without)) return false;
    }
    // what is broadcast is read as it lies: a leaf, of this type or converted on the way, or stored once
    if (!stored(without) && g.is(without, kind::convert) && lies_in_memory(g, without) && is_converted_for(g.extent(n.lane), bytes_of(g[g.child(without, 0)].type), bytes_of(g[f].type)))
      without = g.child(without, 0);
    const bool readable = g.is(without, kind::leaf);
    const vars fixed_in_block = walk_around != 0 ? fixed : fixed | (g[f].bound & ~last_of(g[f].bound));
    const bool is_made = !readable && !stored(without) && !has_lane(free(without)) && is_made_for(g, without, g.extent(n.lane), bytes_of(g[f].type));
    if (!is_made && (!readable || irregular(without, fixed_in_block))) {
      if (has_lane(free(without)) || is_made_of_recomputed(without)) return false;
      // what is stored already but lies under coordinates that no stride describes is stored again as it is read
      if (stored(without) && irregular(without, fixed_in_block))
        without = g.make({.what = kind::convert, .type = g[without].type, .operand = g[without].type}, &without, 1);
      if (!stored(without)) request(without);
    }
    if (walk_around != 0 && scaled[f] != 0 && !lies) {
      with = scaled_as(g, scaled[f] - 1, f, with);
      d.product_of[scaled[f] - 1] = static_cast<std::int16_t>(f);
    }
    d.lanes_node[f] = static_cast<std::int16_t>(with);
    d.rows_node[f] = static_cast<std::int16_t>(without);
    if (walk_around != 0) {
      if (g.is(with, kind::fold)) {
        if (changes) walk_over(0, [&] { visit(with, 0, false); });  // there for all steps, before this walk
        else visit(with, walk_around, true);
      }
      if ((!g.is(with, kind::fold) || stored(with)) && !lies_in_lanes(p, n, with, lies)) pack(with);
    } else visit(with, g[f].bound, true, true);
    return true;
  }
};

}  // namespace detail

}  // namespace heed::planner
