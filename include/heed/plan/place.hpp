// Rules 3 and 5: where every value of a nest is computed. A fold is walked for a block of lanes, or for all lanes at once, or
// in the walk that uses it, or stored by a nest of its own; what does not change in a walk is computed before it.
#pragma once

#include <heed/plan/looked_up_sums.hpp>
#include <heed/plan/products_of_nest.hpp>

namespace heed::planner {

namespace detail {

/// A tile of so many elements a row block stays in the cache beside the operands.
inline constexpr index_t largest_tile_rows = 1024;

template <int N> class value_placer : public products_of_nest<N> {
  using base = products_of_nest<N>;
  using base::p, base::g, base::is_end, base::stored, base::free, base::has_lane, base::is_output, base::is_this_nests, base::without_hints;
  using base::irregular, base::is_made_of_recomputed, base::lacks_any, base::lies_along_others, base::packable, base::reads_across, base::recomputes_below, base::repeats, base::stages_with_rows;
  using base::is_used_beside, base::last_of, base::stores_below, base::walks_inside, base::weighs_below, base::written_along;
  using base::are_held_for_rows, base::folds_row_by_row, base::is_better_apart, base::is_better_stored, base::is_better_multiplied_apart, base::is_held_for_rows, base::is_no_larger_than_operands, base::scaled_product, base::walks_over_little, base::writes_lanes;

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
  vars walk_rows = 0;          // the rows of a fold that is walked for the block of lanes
  bool packing = false;        // before a walk
  bool hoisting = false;       // what is computed once for all lanes is one value, not its parts

  // What is said of the nest that computes a value is not lost: it is stored with its hints.
  constexpr int with_hints(int i) const {
    for (int k = i + 1; g.hinted && k < g.size; ++k)
      if ((g.is(k, hint_code::tiled) || g.is(k, hint_code::lanes_along)) && g.child(k, 0) == i && p.temporary_of[k] < 0 && !is_output(k)) i = k;
    return i;
  }
  constexpr void request(int value, int along = -1) {
    if (d.roles[value] == role::requested) return;
    const int i = with_hints(value);
    if (i != value) {
      d.roles[value] = role::requested;  // until it is known that the hinted value is stored
      if (d.roles[i] == role::requested) return;
    }
    for (int k = 0; k < n.output_count; ++k)
      if (without_hints(n.outputs[k].node) == i) {  // what this nest is for: computed where it is written
        if (d.roles[i] == role::inlined && visited_in[i] != 0) return;
        if ((g.nodes[i].bound & d.outer) != 0) { p.overflow = true; return; }  // summed inside a loop over itself: never
        d.roles[i] = role::inlined;
        visited_in[i] = g.nodes[i].bound;
        visit(g.child(i, 0), g.nodes[i].bound, true);
        return;
      }
    d.roles[i] = role::requested;
    if (d.request_count == 24) { p.overflow = true; return; }
    d.read_along[d.request_count] = static_cast<std::int16_t>(1 + along);
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
    const node& x = g.nodes[i];
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
      if (base::is_better_many_at_once(i)) return void(request(i));
      hoisting = true;
      pack(i);
      hoisting = false;
      return;
    }
    // what would be computed again for every step of an outer loop, or for every row, is stored where that takes little
    if (const vars again = (d.outer | walk_rows) & ~x.free; !root && again != 0 && x.folded == 0 && is_better_stored(i, again)) {
      request(i, has_lane(x.free) ? n.lane : -1);
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
    // nor is one that has them computed again for every step of a loop in the walk
    if (!root && !in_outer_walk && in_walk && x.folded == 0 && has_lane(x.free) && (x.free & walk_bound) == 0 && lacks_any(around, x.free) && packable(x.free) && contains_expensive(g, i)) {
      pack(i);
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
    // (what is dear and made of folds, weights, is held for all rows: so is what it is made of)
    for_rows(x.folded != 0 && is_expensive(g, i) ? 0 : walk_rows, [&] {
      for (int k = 0; k < x.edges; ++k) visit(g.child(i, k), around, in_walk);
    });
  }

  // A leaf whose lanes are apart in memory is packed where it is read again and again.
  constexpr void pack_leaf(int i, vars around) {
    const node& x = g.nodes[i];
    if (x.what != kind::leaf || !has_lane(x.free) || (around & ~x.free) == 0 || (x.free & walk_bound) != 0) return;
    const access& a = g.accesses[x.item];
    const bool apart = stride_along(g, a, n.lane) != 1 || is_irregular_along(g, a, n.lane);
    if (apart && packable(x.free)) pack(i);
  }
  constexpr void pack_leaves_below(int i, vars around, seen_nodes<N>& seen) {
    if (stored(i) || !seen.enter(i)) return;
    pack_leaf(i, around);
    for (int k = 0; k < g.nodes[i].edges; ++k) pack_leaves_below(g.child(i, k), around, seen);
  }

  // plan/place_fold.hpp
  constexpr void visit_fold(int f, vars around, bool in_walk);
  constexpr bool is_short(int f) const;
  constexpr bool lies_apart(int i, seen_nodes<N>& seen) const;
  constexpr bool is_looked_up(int f) const;
  constexpr void request_walks_inside(int i, vars B, seen_nodes<N>& seen);
  // plan/place_product.hpp
  constexpr bool plan_product(int f, vars walk_around, vars inside = 0);
  constexpr void request_repeated(int i, int along);
  constexpr bool is_copied(int leaf, vars fixed) const;

  template <class F> constexpr void for_rows(vars rows, F f) {
    const vars before = walk_rows;
    walk_rows = rows;
    f();
    walk_rows = before;
  }
  template <class F> constexpr void walk_over(vars bound, F f) {
    const vars before = walk_bound;
    walk_bound = bound;
    f();
    walk_bound = before;
  }
};

}  // namespace detail

}  // namespace heed::planner
