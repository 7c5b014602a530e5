// Rules 3 and 5: where every value of a nest is computed. A fold is walked for a block of lanes, or for all lanes at once, or
// in the walk that uses it, or stored by a nest of its own; what does not change in a walk is computed before it.
#pragma once

#include <heed/plan/lanes.hpp>
#include <heed/plan/operand.hpp>
#include <heed/plan/scaled.hpp>

namespace heed::planner {

namespace detail {

/// A tile of so many elements a row block stays in the cache beside the operands.
inline constexpr index_t largest_tile_rows = 1024;

enum class role : std::uint8_t { inlined, at_lanes, at_outer, in_walk, requested };

/// What is known of the values of a nest once they are placed.
template <int N> struct placed_values {
  vars lane = 0, outer = 0;  // the lanes' variable, those of the outer loops
  role roles[N]{};
  vars strip_walk[N]{};      // of a fold with role in_walk: what its walk binds
  std::int16_t lanes_node[N]{}, rows_node[N]{};  // of a fold that the micro-kernel computes: its operands (-1: none)
  std::int16_t product_of[N]{};  // of a scaled product whose factor went into the packed operand: the product (-1: none)
  int requests[24]{};        // values to store before
  int request_count = 0;
  int packs[24]{};           // values computed at scope::lanes and kept: packed operands, invariants of walks
  int pack_count = 0;
};

// What placing begins with, made once: copying it is one step of a compiler's constant evaluation, of which clang allows a million.
template <int N> inline constexpr nest<N> empty_nest = [] {
  nest<N> n{};
  for (auto& t : n.tile_of) t = -1;
  return n;
}();
template <int N> inline constexpr placed_values<N> nothing_placed = [] {
  placed_values<N> d{};
  for (auto& x : d.lanes_node) x = -1;
  for (auto& x : d.rows_node) x = -1;
  for (auto& x : d.product_of) x = -1;
  return d;
}();

template <int N> class value_placer {
 public:
  constexpr value_placer(program<N>& program, const output* outputs, int count, int lane_variable, int contiguous) : p(program), g(program.g) {
    for (int i = 0; i < count; ++i) { n.outputs[n.output_count++] = outputs[i]; targets |= outputs[i].axes; }
    n.lane = static_cast<std::int16_t>(lane_variable);
    d.lane = n.lane < 0 ? 0 : one(n.lane);
    seen_nodes<N> seen;
    for (int i = 0; i < count; ++i) find_result_rows(outputs[i].node, seen);
    // without a walk the targets' contiguous axis makes the rows: what lacks it is computed once for them, and they are
    // written side by side
    bool walks = false;
    for (int i = 0; i < count; ++i) {
      seen_nodes<N> below;
      walks = walks || contains_fold(outputs[i].node, below);
    }
    if (!walks && contiguous >= 0 && contiguous != n.lane && has(targets, contiguous)) n.rows |= one(contiguous);
    d.outer = targets & ~d.lane & ~n.rows;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(d.outer, v)) n.outer[n.outer_count++] = static_cast<std::int16_t>(v);
    const register_block b = choose_register_block(p.target, p.lanes, n.lane < 0 ? 1 : g.extent(n.lane));
    const tiling said = hints_of(p, outputs, count).tiles;
    n.vectors = static_cast<std::int16_t>(said.vectors > 0 ? said.vectors : b.vectors);
    n.tile_rows = static_cast<std::int16_t>(said.rows > 0 ? said.rows : b.rows);
    n.block = said.block;
    choose_chunk();
  }

  constexpr void run() {
    for (int i = 0; i < n.output_count; ++i) visit(n.outputs[i].node, n.rows, false);
  }

  nest<N> n = empty_nest<N>;
  placed_values<N> d = nothing_placed<N>;

 private:
  program<N>& p;
  graph<N>& g;
  vars targets = 0;
  bool visited_at_lanes[N]{};
  vars visited_in[N]{};
  std::int16_t scaled[N]{};    // of a product: 1 + the value that only scales it
  vars walk_bound = 0;         // what the walk around the visited node binds
  bool in_outer_walk = false;  // nothing is packed there: packs belong to a block of lanes
  bool hoisting = false;       // what is computed once for all lanes is one value, not its parts

  // Below these nothing is placed: what is stored, and what is computed wherever it is used.
  constexpr bool is_end(int i) const { return stored(i) || g.is(i, hint_code::recomputed); }
  constexpr bool stored(int i) const { return p.temporary_of[i] >= 0 || d.roles[i] == role::requested; }
  constexpr vars free(int i) const { return g[i].free; }

  // The variables that the results' contractions have beside the lanes: rows of the micro-kernel.
  constexpr void find_result_rows(int i, seen_nodes<N>& seen) {
    if (is_end(i) || g[i].folded == 0 || !seen.enter(i)) return;
    if (is_contraction(g, i) && has_lane(free(i)) && (free(i) & ~targets) == 0) {
      operands o;
      if (split_product(g, g.child(i, 0), n.lane, g[i].type, o) && o.lanes > 0 && o.rows > 0) {
        n.rows |= rows_of_product(g, o) & free(i) & ~d.lane;
      } else if (o.rows == 0) {  // row by row: what another factor waits a fold for is there for all rows
        int waiting = 0;
        for (int k = 0; k < o.lanes; ++k) waiting += g[o.with_lane[k]].folded != 0 ? 1 : 0;
        for (int k = 0; waiting == 1 && k < o.lanes; ++k)
          if (g[o.with_lane[k]].folded != 0) n.rows |= free(i) & ~free(o.with_lane[k]) & ~d.lane;
      }
    }
    if (g.is(i, kind::fold)) {
      // what is folded is no product: a fold that it reads is there for all rows, too, and not computed again for each
      if (!is_contraction(g, i) && has_lane(free(i)) && (free(i) & ~targets) == 0) {
        vars lacking = free(i) & ~d.lane;
        bool any = false;
        seen_nodes<N> below;
        find_lacking(g.child(i, 0), g[i].bound, lacking, any, below);
        if (any) n.rows |= lacking;
      }
      return;
    }
    for (int k = 0; k < g[i].edges; ++k) find_result_rows(g.child(i, k), seen);
  }
  // Of `lacking` what all folds below lack that change with `bound`.
  constexpr void find_lacking(int i, vars bound, vars& lacking, bool& any, seen_nodes<N>& seen) const {
    if (is_end(i) || g[i].folded == 0 || !seen.enter(i)) return;
    if (g.is(i, kind::fold)) {
      if ((free(i) & bound) == 0) return;
      lacking &= ~free(i);
      any = true;
      return;
    }
    for (int k = 0; k < g[i].edges; ++k) find_lacking(g.child(i, k), bound, lacking, any, seen);
  }
  constexpr bool has_lane(vars s) const { return (s & d.lane) != 0; }

  constexpr void choose_chunk() {
    const index_t points = static_points(g, n.rows);
    if (n.rows == 0 || (points >= 0 && points <= 256)) return;
    // the row variable of the largest extent is walked in chunks, unless the nest's folds need walks with stages:
    // those keep all rows, so that nothing is computed twice
    for (int i = 0; i < n.output_count; ++i)
      if (stages_below(n.outputs[i].node)) return;
    int largest = -1;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(n.rows, v) && (largest < 0 || estimated_extent(g, v) > estimated_extent(g, largest))) largest = v;
    const index_t others = static_cast<index_t>(estimated_points(g, n.rows & ~one(largest)));
    n.chunk = static_cast<std::int16_t>(largest);
    // the chunk's accumulators fit the first cache
    const index_t fitting = p.target.l1 / (index_t{4} * p.lanes * n.vectors);
    n.chunk_size = others >= fitting ? 1 : fitting / others;
    n.chunk_size = (n.chunk_size + n.tile_rows - 1) / n.tile_rows * n.tile_rows;
  }
  // Whether a fold stands below another fold without a temporary between them.
  constexpr bool stages_below(int i) const {
    seen_nodes<N> seen;
    return stages_below(i, seen);
  }
  constexpr bool stages_below(int i, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold)) {
      seen_nodes<N> below;
      return contains_fold(g.child(i, 0), below);
    }
    for (int k = 0; k < g[i].edges; ++k)
      if (stages_below(g.child(i, k), seen)) return true;
    return false;
  }
  constexpr bool contains_fold(int i, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold)) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (contains_fold(g.child(i, k), seen)) return true;
    return false;
  }

  // What is said of the nest that computes a value is not lost: it is stored with its hints.
  constexpr int with_hints(int i) const {
    for (int k = i + 1; g.hinted && k < g.size; ++k)
      if ((g.is(k, hint_code::tiled) || g.is(k, hint_code::lanes_along)) && g.child(k, 0) == i && p.temporary_of[k] < 0 && !is_output(k)) i = k;
    return i;
  }
  constexpr bool is_output(int i) const {
    for (int k = 0; k < n.output_count; ++k)
      for (int o = n.outputs[k].node; g.hint_of(o) != hint_code::none; o = g.child(o, 0))
        if (o == i) return true;
    return false;
  }
  constexpr int without_hints(int i) const {
    while (g.hint_of(i) != hint_code::none) i = g.child(i, 0);
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
    walk_over(0, [&] { visit(i, 0, false, true); });
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
    if (!root && !in_outer_walk && around != 0 && x.free != 0 && (x.free & around) == 0 && (x.free & ~d.outer & ~d.lane) == 0 && contains_expensive(g, i)) {
      pack(i);  // an invariant of the walk
      return;
    }
    // a value without lanes that is dear and would be computed again for every block of lanes
    if (!root && d.lane != 0 && !has_lane(x.free) && (x.free & ~d.outer) != 0 && contains_expensive(g, i) && !is_made_of_recomputed(i)) {
      request(i);
      return;
    }
    // a fold that must be stored is stored with what is done to it point by point
    if (in_walk && d.lane != 0 && has_lane(x.free) && (x.free & around) != 0 && stores_below(i, x.free, around)) {
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
  // Whether a value is made point by point of one that is never stored.
  constexpr bool is_made_of_recomputed(int i) const {
    seen_nodes<N> seen;
    return is_made_of_recomputed(i, seen);
  }
  constexpr bool is_made_of_recomputed(int i, seen_nodes<N>& seen) const {
    if (g.is(i, hint_code::recomputed)) return true;
    if (stored(i) || g.is(i, kind::fold) || !seen.enter(i)) return false;
    for (int k = 0; k < g[i].edges; ++k)
      if (is_made_of_recomputed(g.child(i, k), seen)) return true;
    return false;
  }

  constexpr bool packable(vars f) const {
    const index_t rows = static_points(g, f & ~d.outer & ~d.lane);
    return rows < 0 || rows <= 16384;
  }

  constexpr void visit_fold(int f, vars around, bool in_walk) {
    const vars F = free(f), B = g[f].bound;
    const vars rows = F & ~d.outer & ~d.lane;
    if (in_walk && (F & around) != 0) {  // changes in the walk
      // (nor can an axis be summed inside a loop over itself: sum<Key>(q + dot<Feature>(q, k)), for every Feature)
      if (!has_lane(F) || (B & d.outer) != 0) { request(f); return; }
      if ((rows & ~walk_bound) != 0) {  // rows of another loop inside the walk: computed where it is used, but for what stays the same all along the walk
        if (walk_bound != 0 && (F & walk_bound) == 0) { request(f); return; }
        if (d.roles[f] == role::inlined) visit(g.child(f, 0), around | B, true);
        return;
      }
      if (recomputes_below(g.child(f, 0), (F & around) | B, around)) { request(f); return; }
      if (d.roles[f] == role::at_lanes) {
        if (in_outer_walk) request(f);  // it would be needed before the lanes are walked, too
        return;
      }
      // what is relative to a running maximum cannot be packed before that is known: with what it weighs it is one online pass, of its own
      if (weighs_below(g.child(f, 0))) { request(f); return; }
      const bool again = d.roles[f] == role::in_walk && (d.strip_walk[f] & walk_bound) == walk_bound;
      if (again) return;
      d.roles[f] = role::in_walk;
      d.strip_walk[f] |= walk_bound;
      if (!plan_product(f, walk_bound)) visit(g.child(f, 0), around | B, true);
      return;
    }
    if (d.roles[f] == role::at_lanes || d.roles[f] == role::at_outer) return;
    if (has_lane(F) && (in_outer_walk || (d.roles[f] == role::in_walk && (d.strip_walk[f] & d.lane) != 0))) { request(f); return; }
    if (!has_lane(F)) {
      const bool over_lanes = d.lane != 0 && has_lane(B) && (F & ~d.outer) == 0 && (d.outer & ~F) == 0;
      // what this nest is for is walked here; the folds that would need walks inside that are stored before
      if (over_lanes && is_this_nests(f)) {
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
    const bool small = rows == 0 || (rows & ~n.rows) == 0 || (points >= 0 && points <= largest_tile_rows);
    if (!small || repeats(F)) { request(f); return; }
    d.roles[f] = role::at_lanes;
    bool product = false;
    walk_over(B, [&] { product = plan_product(f, 0); });
    if (product) return;
    // nor is what the micro-kernel cannot do computed for a single lane
    const bool wasted = g.extent(n.lane) == 1 && is_contraction(g, f) && !is_this_nests(f);
    if (rows != 0 && (wasted || stages_with_rows(g.child(f, 0), rows))) { request(f); return; }
    walk_over(B, [&] { visit(g.child(f, 0), B, true); });
  }
  template <class F> constexpr void walk_over(vars bound, F f) {
    const vars before = walk_bound;
    walk_bound = bound;
    f();
    walk_bound = before;
  }

  // Whether the d.outer loops run over something that a value lacks, so that it would be computed again.
  constexpr bool repeats(vars F) const {
    for (int v = 0; v < g.variable_count; ++v)
      if (has(d.outer & ~F, v) && g.extent(v) != 1) return true;
    return false;
  }
  // A fold below that changes in the walk but not with all of the loops that run around it here: computed where it is used,
  // it would be computed again and again (the stages of a normaliser inside a contraction of what it weighs).
  constexpr bool recomputes_below(int i, vars loops, vars around) const {
    seen_nodes<N> seen;
    return recomputes_below(i, loops, around, seen);
  }
  constexpr bool recomputes_below(int i, vars loops, vars around, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0 || (d.lane != 0 && !has_lane(free(i)))) return false;  // what has no lanes is stored anyway
    if (g.is(i, kind::fold) && (free(i) & around) != 0 && (loops & ~free(i)) != 0) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (recomputes_below(g.child(i, k), loops, around, seen)) return true;
    return false;
  }
  // Whether a value is weights that are relative to the maximum of a walk of this nest.
  constexpr bool weighs_below(int i) const {
    seen_nodes<N> seen;
    return weighs_below(i, seen);
  }
  constexpr bool weighs_below(int i, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return false;
    if (g.is(i, op::anchored_exp) && !is_end(g.child(i, 1))) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (!g.is(i, kind::fold) && weighs_below(g.child(i, k), seen)) return true;
    return false;
  }
  // Whether a fold below, with all the axes of the value, would have to be stored.
  constexpr bool stores_below(int i, vars all, vars around) const {
    seen_nodes<N> seen;
    return stores_below(i, all, around, seen);
  }
  constexpr bool stores_below(int i, vars all, vars around, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold)) return free(i) == all && recomputes_below(g.child(i, 0), (all & around) | g[i].bound, around);
    for (int k = 0; k < g[i].edges; ++k)
      if (stores_below(g.child(i, k), all, around, seen)) return true;
    return false;
  }
  // A fold below that itself has these rows: its stages would be needed for every row.
  constexpr bool stages_with_rows(int i, vars rows) const {
    seen_nodes<N> seen;
    return stages_with_rows(i, rows, seen);
  }
  constexpr bool stages_with_rows(int i, vars rows, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & rows) != 0) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (stages_with_rows(g.child(i, k), rows, seen)) return true;
    return false;
  }
  constexpr bool is_this_nests(int f) const {
    for (int k = 0; k < n.output_count; ++k)
      if (without_hints(n.outputs[k].node) == f) return true;
    return false;
  }
  constexpr void request_walks_inside(int i, vars B, seen_nodes<N>& seen) {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return;
    if (g.is(i, kind::fold) && (free(i) & B) != 0) { request(i); return; }
    for (int k = 0; k < g[i].edges; ++k) request_walks_inside(g.child(i, k), B, seen);
  }
  // A fold below that needs a walk with stages of its own inside the walk over B.
  constexpr bool walks_inside(int i, vars B) const {
    seen_nodes<N> seen;
    return walks_inside(i, B, seen);
  }
  constexpr bool walks_inside(int i, vars B, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & B) != 0) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (walks_inside(g.child(i, k), B, seen)) return true;
    return false;
  }

  // Rule 1: dot(q, k) * c scales the packed operand, not every score. The product below a value that does nothing but scale it,
  // -1 where there is none: it must be used nowhere else.
  constexpr int scaled_product(int i) const {
    const int x = scaled_child(g, i);
    if (x < 0 || stored(x) || g[x].type != g[i].type || g[i].operand != g[i].type || !is_float(g[i].type)) return -1;
    const int f = g.is(x, kind::fold) ? (is_contraction(g, x) ? x : -1) : scaled_product(x);
    if (f < 0 || is_output(x)) return -1;
    int users = 0;
    for (int k = 0; k < g.size; ++k)
      for (int e = 0; e < g[k].edges; ++e) users += g.child(k, e) == x ? 1 : 0;
    return users == 1 ? f : -1;
  }
  // A sum of products in which one operand has the lanes and the other the rows: the micro-kernel's.
  constexpr bool plan_product(int f, vars walk_around) {
    if (d.lanes_node[f] >= 0) return true;
    if (!is_contraction(g, f) || !is_float(g[f].type) || d.lane == 0 || in_outer_walk) return false;
    operands o;
    if (!split_product(g, g.child(f, 0), n.lane, g[f].type, o) || o.lanes == 0 || o.rows == 0) return false;
    const vars fixed = d.outer | (walk_around & ~last_of(walk_around));
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
    if (walk_around != 0) {  // inside a block: the lanes' operand must not change in the walk
      if ((free(with) & walk_around) != 0 || !packable(free(with))) return false;
      if (has_fold_over(g, without, g[f].bound) && !stored(without)) return false;
    }
    // what is broadcast is read as it lies: a leaf of this type, or stored once
    const bool readable = g.is(without, kind::leaf) && g[without].type == g[f].type;
    if (!readable || irregular(without)) {
      if (has_lane(free(without)) || is_made_of_recomputed(without)) return false;
      // what is stored already but lies under coordinates that no stride describes is stored again as it is read
      if (stored(without) && irregular(without))
        without = g.make({.what = kind::convert, .type = g[without].type, .operand = g[without].type}, &without, 1);
      if (!stored(without)) request(without);
    }
    if (walk_around != 0 && scaled[f] != 0) {
      with = scaled_as(g, scaled[f] - 1, f, with);
      d.product_of[scaled[f] - 1] = static_cast<std::int16_t>(f);
    }
    d.lanes_node[f] = static_cast<std::int16_t>(with);
    d.rows_node[f] = static_cast<std::int16_t>(without);
    if (walk_around != 0) {
      if (g.is(with, kind::fold)) visit(with, walk_around, true);
      if ((!g.is(with, kind::fold) || stored(with)) && !lies_in_lanes(p, n, with)) pack(with);
    } else visit(with, g[f].bound, true, true);
    return true;
  }
  constexpr bool irregular(int i) const {
    if (!g.is(i, kind::leaf) && p.access_of[i] < 0) return false;
    const access& a = g.accesses[p.access_of[i] >= 0 ? p.access_of[i] : g[i].item];
    for (int t = 0; t < a.terms; ++t)
      if (g.variables[g.terms[a.first_term + t].variable].derived) return true;
    return false;
  }
  constexpr vars last_of(vars s) const {
    const int v = innermost_of(g, s & ~d.lane);
    return v < 0 ? 0 : one(v);
  }

  constexpr void make_requested_temporaries();
};

}  // namespace detail

}  // namespace heed::planner
