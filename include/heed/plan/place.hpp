// Rules 3 to 5: where every value of a nest is computed. Folds become walks, tiles, strips of a block, or temporaries with a
// nest of their own; what does not change in a walk is computed before it.
#pragma once

#include <heed/plan/lanes.hpp>

namespace heed::planner {

namespace detail {

/// A tile of so many elements a row block stays in the cache beside the operands.
inline constexpr index_t largest_tile_rows = 1024;

template <int N> class nest_planner {
 public:
  constexpr nest_planner(program<N>& program, const output* outputs, int count, int preferred_lane) : p(program), g(program.g) {
    for (int i = 0; i < N; ++i) { n.tile_of[i] = -1; lanes_node[i] = rows_node[i] = -1; }
    for (int i = 0; i < count; ++i) { n.outputs[n.output_count++] = outputs[i]; targets |= outputs[i].axes; }
    n.lane = static_cast<std::int16_t>(choose_lane(p, outputs, count, targets, preferred_lane));
    lane = n.lane < 0 ? 0 : one(n.lane);
    seen_nodes<N> seen;
    for (int i = 0; i < count; ++i) find_result_rows(outputs[i].node, seen);
    outer = targets & ~lane & ~n.rows;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(outer, v)) n.outer[n.outer_count++] = static_cast<std::int16_t>(v);
    const register_block b = choose_register_block(p.target, p.lanes, n.lane < 0 ? 1 : g.extent(n.lane));
    n.vectors = static_cast<std::int16_t>(b.vectors);
    n.tile_rows = static_cast<std::int16_t>(b.rows);
    choose_chunk();
  }

  constexpr void run() {
    for (int i = 0; i < n.output_count; ++i) visit(n.outputs[i].node, n.rows, false);
    make_requested_temporaries();
    // what was planned as a temporary meanwhile is read, not computed
    make_walks();
    emit();
  }

  nest<N> n{};

 private:
  program<N>& p;
  graph<N>& g;
  vars lane = 0, targets = 0, outer = 0;

  enum class role : std::uint8_t { inlined, at_lanes, at_outer, in_walk, requested };
  role roles[N]{};
  bool visited_at_lanes[N]{};
  vars visited_in[N]{};
  vars strip_walk[N]{};   // of a fold with role in_walk: what its walk binds
  int lanes_node[N]{};    // of a fold that the micro-kernel computes: its operands (-1: none)
  int rows_node[N]{};
  vars kernel_rows[N]{};
  int requests[16]{};
  int request_count = 0;
  int packs[16]{};        // values computed at scope::lanes and kept: packed operands, invariants of walks
  int pack_count = 0;
  int stage_of[N]{};      // 0: not known yet
  int fold_list[24]{};
  int fold_count = 0;
  vars walk_bound = 0;         // what the walk around the visited node binds
  bool in_outer_walk = false;  // nothing is packed there: packs belong to a block of lanes

  constexpr bool stored(int i) const { return p.temporary_of[i] >= 0 || roles[i] == role::requested; }
  constexpr vars free(int i) const { return g[i].free; }

  // The variables that the results' contractions have beside the lanes: rows of the micro-kernel.
  constexpr void find_result_rows(int i, seen_nodes<N>& seen) {
    if (stored(i) || g[i].folded == 0 || !seen.enter(i)) return;
    if (is_contraction(g, i) && has_lane(free(i)) && (free(i) & ~targets) == 0) {
      operands o;
      if (split_product(g, g.child(i, 0), n.lane, g[i].type, o) && o.lanes > 0 && o.rows > 0) {
        vars with = 0, without = 0;
        for (int k = 0; k < o.lanes; ++k) with |= free(o.with_lane[k]);
        for (int k = 0; k < o.rows; ++k) without |= free(o.without[k]);
        n.rows |= without & ~with & free(i) & ~lane;
      }
    }
    if (g.is(i, kind::fold)) return;
    for (int k = 0; k < g[i].edges; ++k) find_result_rows(g.child(i, k), seen);
  }
  constexpr bool has_lane(vars s) const { return (s & lane) != 0; }

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
    n.chunk_size = others >= 128 ? 1 : 128 / others;
    n.chunk_size = (n.chunk_size + n.tile_rows - 1) / n.tile_rows * n.tile_rows;
  }
  // Whether a fold stands below another fold without a temporary between them.
  constexpr bool stages_below(int i) const {
    if (stored(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold)) return contains_fold(g.child(i, 0));
    for (int k = 0; k < g[i].edges; ++k)
      if (stages_below(g.child(i, k))) return true;
    return false;
  }
  constexpr bool contains_fold(int i) const {
    if (stored(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold)) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (contains_fold(g.child(i, k))) return true;
    return false;
  }

  constexpr void request(int i) {
    if (roles[i] == role::requested) return;
    for (int k = 0; k < n.output_count; ++k)
      if (n.outputs[k].node == i) {  // what this nest is for: computed where it is written
        if (roles[i] == role::inlined && visited_in[i] != 0) return;
        roles[i] = role::inlined;
        visited_in[i] = g[i].bound;
        visit(g.child(i, 0), g[i].bound, true);
        return;
      }
    roles[i] = role::requested;
    if (request_count == 16) { p.overflow = true; return; }
    requests[request_count++] = i;
  }
  constexpr void pack(int i) {
    for (int k = 0; k < pack_count; ++k)
      if (packs[k] == i) return;
    if (pack_count == 16) { p.overflow = true; return; }
    packs[pack_count++] = i;
    walk_over(0, [&] { visit(i, 0, false, true); });
  }

  // Decides for node i and what it needs. `around`: the variables that loops around this use run over, beside the outer
  // ones and the lanes; in_walk: those loops are a walk's (and not the rows of a result).
  constexpr void visit(int i, vars around, bool in_walk, bool root = false) {
    if (stored(i) || p.overflow) return;
    const node& d = g[i];
    if (d.edges == 0) {
      // a leaf whose lanes are apart in memory is packed where it is read again and again
      if (!root && !in_outer_walk && d.what == kind::leaf && has_lane(d.free) && around != 0 && (d.free & around) == 0 && in_walk) {
        const access& a = g.accesses[d.item];
        const bool apart = stride_along(g, a, n.lane) != 1 || is_irregular_along(g, a, n.lane);
        if (apart && packable(d.free)) pack(i);
      }
      return;
    }
    if (d.what == kind::fold) { visit_fold(i, around, in_walk); return; }
    if (!root && !in_outer_walk && around != 0 && d.free != 0 && (d.free & around) == 0 && (d.free & ~outer & ~lane) == 0 && contains_expensive(g, i)) {
      pack(i);  // an invariant of the walk
      return;
    }
    // a value without lanes that is dear and would be computed again for every block of lanes
    if (!root && lane != 0 && !has_lane(d.free) && (d.free & ~outer) != 0 && contains_expensive(g, i)) {
      request(i);
      return;
    }
    // a fold that must be stored is stored with what is done to it point by point
    if (in_walk && lane != 0 && has_lane(d.free) && (d.free & around) != 0 && stores_below(i, d.free, around)) {
      request(i);
      return;
    }
    const bool known = in_walk ? (visited_in[i] & around) == around : visited_at_lanes[i];
    if (known) return;
    if (in_walk) visited_in[i] |= around;
    else visited_at_lanes[i] = true;
    for (int k = 0; k < d.edges; ++k) visit(g.child(i, k), around, in_walk);
  }

  constexpr bool packable(vars f) const {
    const index_t rows = static_points(g, f & ~outer & ~lane);
    return rows < 0 || rows <= 16384;
  }

  constexpr void visit_fold(int f, vars around, bool in_walk) {
    const vars F = free(f), B = g[f].bound;
    const vars rows = F & ~outer & ~lane;
    if (in_walk && (F & around) != 0) {  // changes in the walk
      if (!has_lane(F)) { request(f); return; }
      if ((rows & ~walk_bound) != 0) {  // rows of another loop inside the walk: computed where it is used
        if (roles[f] == role::inlined) visit(g.child(f, 0), around | B, true);
        return;
      }
      if (recomputes_below(g.child(f, 0), (F & around) | B, around)) { request(f); return; }
      if (roles[f] == role::at_lanes) {
        if (in_outer_walk) request(f);  // it would be needed before the lanes are walked, too
        return;
      }
      const bool again = roles[f] == role::in_walk && (strip_walk[f] & walk_bound) == walk_bound;
      if (again) return;
      roles[f] = role::in_walk;
      strip_walk[f] |= walk_bound;
      if (!plan_product(f, walk_bound)) visit(g.child(f, 0), around | B, true);
      return;
    }
    if (roles[f] == role::at_lanes || roles[f] == role::at_outer) return;
    if (has_lane(F) && (in_outer_walk || (roles[f] == role::in_walk && (strip_walk[f] & lane) != 0))) { request(f); return; }
    if (!has_lane(F)) {
      if (lane != 0 && has_lane(B) && (F & ~outer) == 0 && (outer & ~F) == 0 && !walks_inside(g.child(f, 0), B)) {
        roles[f] = role::at_outer;
        const bool before = in_outer_walk;
        in_outer_walk = true;
        walk_over(B, [&] { visit(g.child(f, 0), B, true); });
        in_outer_walk = before;
      } else if (lane == 0 && (F & ~outer) == 0 && (outer & ~F) == 0) {
        roles[f] = role::at_lanes;
        walk_over(B, [&] { visit(g.child(f, 0), B, true); });
      } else request(f);
      return;
    }
    const index_t points = static_points(g, rows);
    const bool small = rows == 0 || (rows & ~n.rows) == 0 || (points >= 0 && points <= largest_tile_rows);
    if (!small || repeats(F)) { request(f); return; }
    roles[f] = role::at_lanes;
    bool product = false;
    walk_over(B, [&] { product = plan_product(f, 0); });
    if (product) return;
    if (rows != 0 && stages_with_rows(g.child(f, 0), rows)) { request(f); return; }
    walk_over(B, [&] { visit(g.child(f, 0), B, true); });
  }
  template <class F> constexpr void walk_over(vars bound, F f) {
    const vars before = walk_bound;
    walk_bound = bound;
    f();
    walk_bound = before;
  }

  // Whether the outer loops run over something that a value lacks, so that it would be computed again.
  constexpr bool repeats(vars F) const {
    for (int v = 0; v < g.variable_count; ++v)
      if (has(outer & ~F, v) && g.extent(v) != 1) return true;
    return false;
  }
  // A fold below that changes in the walk but not with all of the loops that run around it here: computed where it is used,
  // it would be computed again and again (the stages of a normaliser inside a contraction of what it weighs).
  constexpr bool recomputes_below(int i, vars loops, vars around) const {
    seen_nodes<N> seen;
    return recomputes_below(i, loops, around, seen);
  }
  constexpr bool recomputes_below(int i, vars loops, vars around, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || stored(i) || g[i].folded == 0 || (lane != 0 && !has_lane(free(i)))) return false;  // what has no lanes is stored anyway
    if (g.is(i, kind::fold) && (free(i) & around) != 0 && (loops & ~free(i)) != 0) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (recomputes_below(g.child(i, k), loops, around, seen)) return true;
    return false;
  }
  // Whether a fold below, with all the axes of the value, would have to be stored.
  constexpr bool stores_below(int i, vars all, vars around) const {
    seen_nodes<N> seen;
    return stores_below(i, all, around, seen);
  }
  constexpr bool stores_below(int i, vars all, vars around, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || stored(i) || g[i].folded == 0) return false;
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
    if (!seen.enter(i) || stored(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & rows) != 0) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (stages_with_rows(g.child(i, k), rows, seen)) return true;
    return false;
  }
  // A fold below that needs a walk with stages of its own inside the walk over B.
  constexpr bool walks_inside(int i, vars B) const {
    seen_nodes<N> seen;
    return walks_inside(i, B, seen);
  }
  constexpr bool walks_inside(int i, vars B, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || stored(i) || g[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & B) != 0) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (walks_inside(g.child(i, k), B, seen)) return true;
    return false;
  }

  // A sum of products in which one operand has the lanes and the other the rows: the micro-kernel's.
  constexpr bool plan_product(int f, vars walk_around) {
    if (lanes_node[f] >= 0) return true;
    if (!is_contraction(g, f) || !is_float(g[f].type) || lane == 0 || in_outer_walk) return false;
    operands o;
    if (!split_product(g, g.child(f, 0), n.lane, g[f].type, o) || o.lanes == 0 || o.rows == 0) return false;
    const vars fixed = outer | (walk_around & ~last_of(walk_around));
    const vars rows = free(f) & ~fixed & ~lane;
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
      if (has_lane(free(without))) return false;
      if (!stored(without)) request(without);
    }
    lanes_node[f] = with;
    rows_node[f] = without;
    kernel_rows[f] = rows;
    if (walk_around != 0) {
      if (g.is(with, kind::fold)) visit(with, walk_around, true);
      if (!g.is(with, kind::fold) || stored(with)) pack(with);
    } else visit(with, g[f].bound, true, true);
    return true;
  }
  constexpr bool irregular(int i) const {
    if (!g.is(i, kind::leaf)) return false;
    const access& a = g.accesses[g[i].item];
    for (int t = 0; t < a.terms; ++t)
      if (g.variables[g.terms[a.first_term + t].variable].derived) return true;
    return false;
  }
  // Walks order their variables by number; the last is walked in blocks.
  constexpr vars last_of(vars s) const {
    vars last = 0;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(s & ~lane, v)) last = one(v);
    return last;
  }

  constexpr void make_requested_temporaries();

  // ---- stages
  constexpr bool is_walked(int i) const { return roles[i] == role::at_lanes || roles[i] == role::at_outer; }
  constexpr int stage_below(int i, vars bound, bool seen_first, seen_nodes<N>& seen) {
    if (g[i].folded == 0 || (seen_first && !seen.enter(i))) return 1;  // (a second path adds nothing to the first)
    if (seen_first && stored(i)) return 1;
    if (g.is(i, kind::fold) && is_walked(i)) return stage(i) + 1;
    if (g.is(i, op::anchored_exp)) {
      const int m = g.child(i, 1);
      const int below = stage_below(g.child(i, 0), bound, true, seen);
      const int at = is_walked(m) && g[m].bound == bound ? stage(m) : stage_below(m, bound, true, seen);
      return below > at ? below : at;
    }
    int s = 1;
    for (int k = 0; k < g[i].edges; ++k) {
      const int b = stage_below(g.child(i, k), bound, true, seen);
      s = b > s ? b : s;
    }
    return s;
  }
  constexpr int stage(int f) {
    if (stage_of[f] == 0) {
      seen_nodes<N> seen;
      stage_of[f] = stage_below(g.child(f, 0), g[f].bound, true, seen);
      fold_list[fold_count++] = f;
      if (fold_count == 24) { p.overflow = true; fold_count = 23; }
    }
    return stage_of[f];
  }
  constexpr void find_walked(int i, seen_nodes<N>& seen) {
    if (stored(i) || !seen.enter(i)) return;
    if (g.is(i, kind::fold) && is_walked(i)) stage(i);
    for (int k = 0; k < g[i].edges; ++k) find_walked(g.child(i, k), seen);
  }

  // ---- walks
  constexpr void make_walks() {
    seen_nodes<N> seen;
    for (int i = 0; i < n.output_count; ++i) find_walked(n.outputs[i].node, seen);
    int last_stage = 0;
    for (int i = 0; i < fold_count; ++i) last_stage = stage_of[fold_list[i]] > last_stage ? stage_of[fold_list[i]] : last_stage;
    for (int s = 1; s <= last_stage; ++s)
      for (int outer_first = 1; outer_first >= 0; --outer_first)
        for (int i = 0; i < fold_count; ++i) {
          const int f = fold_list[i];
          const bool at_outer = roles[f] == role::at_outer;
          if (stage_of[f] != s || at_outer != (outer_first == 1) || n.tile_of[f] >= 0) continue;
          make_walk(s, f);
        }
  }

  constexpr int make_tile(int i, vars rows, vars relative, bool lanes) {
    if (n.tile_count == 32) { p.overflow = true; return 0; }
    tile& t = n.tiles[n.tile_count];
    t.node = static_cast<std::int16_t>(i);
    t.rows = rows;
    t.relative = relative;
    t.lanes = lanes;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(rows, v)) t.order[t.row_count++] = static_cast<std::int16_t>(v);
    if ((relative & chunk_set()) != 0) t.block = n.chunk_size;
    return n.tile_count++;
  }
  constexpr int make_own_tile(int i, vars rows, vars relative) {
    const int t = make_tile(i, rows, relative, true);
    n.tile_of[i] = static_cast<std::int16_t>(t);
    return t;
  }
  constexpr bool has_tile(int i, const walk& w) const { return n.tile_of[i] >= 0 || n.strip_tile(w, i) >= 0; }

  // All folds of stage s over the variables of f, in one walk.
  constexpr void make_walk(int s, int f) {
    if (n.walk_count == 10) { p.overflow = true; return; }
    walk& w = n.walks[n.walk_count++];
    w.bound = g[f].bound;
    w.where = roles[f] == role::at_outer ? scope::outer : scope::lanes;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(w.bound & ~lane, v)) w.order[w.depth++] = static_cast<std::int16_t>(v);
    for (int i = 0; i < g.size; ++i) level_of[i] = -1;
    for (int i = 0; i < fold_count; ++i) {
      const int h = fold_list[i];
      if (stage_of[h] != s || g[h].bound != w.bound || roles[h] != roles[f]) continue;
      if (w.fold_count == 10) { p.overflow = true; return; }
      const vars rows = free(h) & ~outer & ~lane;
      fold_step& step = w.folds[w.fold_count++];
      step.node = static_cast<std::int16_t>(h);
      step.rows = rows;
      step.tile = static_cast<std::int16_t>(make_own_tile(h, rows, rows & chunk_set()));
      n.tiles[step.tile].at_outer = roles[h] == role::at_outer;
      n.tiles[step.tile].parts = parts_of_fold(g, h);
    }
    for (int i = 0; i < w.fold_count; ++i) {
      fold_step& step = w.folds[i];
      const int h = step.node;
      step.level = static_cast<std::int16_t>(level(g.child(h, 0), w));
      step.anchor = static_cast<std::int16_t>(anchor_of(g.child(h, 0), w));
      if (step.level + 1 > w.levels) w.levels = static_cast<std::int16_t>(step.level + 1);
      if (lanes_node[h] >= 0 && w.where == scope::lanes) {
        step.lanes_node = static_cast<std::int16_t>(lanes_node[h]);
        step.rows_node = static_cast<std::int16_t>(rows_node[h]);
      }
    }
    // strips: contractions inside the block, operands of the micro-kernel, and what a later level needs again
    const vars block = w.depth > 0 ? one(w.order[w.depth - 1]) : 0;
    for (int i = 0; i < w.fold_count; ++i) find_strips(g.child(w.folds[i].node, 0), w, block);
    for (int i = 0; i < w.fold_count; ++i)
      if (w.folds[i].lanes_node >= 0) add_value_strip(w, w.folds[i].lanes_node, block);
    share_strips(w);
    const index_t e = w.depth > 0 ? g.extent(w.order[w.depth - 1]) : 1;
    w.block = w.strip_count > 0 ? 256 : 2048;
    if (e != dynamic && e < w.block) w.block = e;
    if (w.block > n.tile_rows) w.block -= w.block % n.tile_rows;  // whole register blocks
    for (int s2 = 0; s2 < w.strip_count; ++s2) n.tiles[w.strips[s2].tile].block = w.block;
    for (int i = 0; i < w.fold_count; ++i) w.bounded = w.bounded || compares_positions(g.child(w.folds[i].node, 0), w.bound & ~lane);
  }
  constexpr vars chunk_set() const { return n.chunk < 0 ? 0 : one(n.chunk); }

  int level_of[N]{};
  constexpr bool in_walk(int i, const walk& w) const {
    for (int k = 0; k < w.fold_count; ++k)
      if (w.folds[k].node == i) return true;
    return false;
  }
  constexpr int level(int i, const walk& w) {
    if (p.temporary_of[i] >= 0) return 0;
    if (level_of[i] >= 0) return level_of[i];
    int l = 0;
    if (!in_walk(i, w)) {
      for (int k = 0; k < g[i].edges; ++k) {
        const int c = level(g.child(i, k), w);
        l = c > l ? c : l;
      }
      if (g.is(i, op::anchored_exp) && in_walk(g.child(i, 1), w)) {
        const int m = g.child(i, 1);
        const int at = level(g.child(m, 0), w) + 1;
        l = at > l ? at : l;
      }
    }
    return level_of[i] = l;
  }
  // The running maximum that a body is relative to; -1: none.
  constexpr int anchor_of(int i, const walk& w) const {
    if (p.temporary_of[i] >= 0 || in_walk(i, w)) return -1;
    if (g.is(i, op::anchored_exp) && in_walk(g.child(i, 1), w)) return g.child(i, 1);
    if (g.is(i, kind::fold)) return -1;
    for (int k = 0; k < g[i].edges; ++k) {
      const int a = anchor_of(g.child(i, k), w);
      if (a >= 0) return a;
    }
    return -1;
  }

  constexpr strip& add_strip(walk& w, int i, vars block) {
    if (w.strip_count == 10) { p.overflow = true; return w.strips[0]; }
    strip& s = w.strips[w.strip_count++];
    s.tile = static_cast<std::int16_t>(make_tile(i, block, block, true));
    s.level = static_cast<std::int16_t>(level(i, w));
    return s;
  }
  constexpr void add_value_strip(walk& w, int i, vars block) {
    if (has_tile(i, w) || (free(i) & w.bound) == 0) return;
    add_strip(w, i, block);
  }
  constexpr void find_strips(int i, walk& w, vars block) {
    if (p.temporary_of[i] >= 0 || in_walk(i, w) || has_tile(i, w) || is_pack(i)) return;
    if (g.is(i, kind::fold) && roles[i] == role::in_walk && (strip_walk[i] & w.bound) == w.bound && (free(i) & block) != 0 &&
        (g[i].bound & w.bound) == 0 && (free(i) & ~(outer | lane | w.bound)) == 0) {
      find_strips(g.child(i, 0), w, block);
      strip& s = add_strip(w, i, block);
      s.contraction = true;
      s.fold.node = static_cast<std::int16_t>(i);
      s.fold.tile = s.tile;
      s.fold.rows = block;
      if (lanes_node[i] >= 0) {
        s.fold.lanes_node = static_cast<std::int16_t>(lanes_node[i]);
        s.fold.rows_node = static_cast<std::int16_t>(rows_node[i]);
      }
      return;
    }
    if (g.is(i, kind::fold) && (g[i].bound & w.bound) != 0) return;  // its loops leave the block
    for (int k = 0; k < g[i].edges; ++k) find_strips(g.child(i, k), w, block);
    if (g.is(i, op::anchored_exp) && in_walk(g.child(i, 1), w)) {
      const int x = g.child(i, 0);
      if (w.where == scope::lanes && (contains_strip(x, w) || contains_expensive(g, x))) add_value_strip(w, x, block);
    }
  }
  constexpr bool contains_strip(int i, const walk& w) const {
    for (int s = 0; s < w.strip_count; ++s)
      if (n.tiles[w.strips[s].tile].node == i) return true;
    if (p.temporary_of[i] >= 0) return false;
    for (int k = 0; k < g[i].edges; ++k)
      if (contains_strip(g.child(i, k), w)) return true;
    return false;
  }
  constexpr bool is_pack(int i) const {
    for (int k = 0; k < pack_count; ++k)
      if (packs[k] == i) return true;
    return false;
  }

  // A value strip takes the memory of a strip that only it reads: it is written where it was read.
  constexpr void share_strips(walk& w) {
    for (int s = 0; s < w.strip_count; ++s) {
      tile& mine = n.tiles[w.strips[s].tile];
      if (w.strips[s].contraction) continue;
      for (int o = 0; o < w.strip_count && mine.alias < 0; ++o) {
        if (o == s || w.strips[o].level > w.strips[s].level || g[n.tiles[w.strips[o].tile].node].type != g[mine.node].type) continue;
        if (taken(w, w.strips[o].tile)) continue;
        const int other = n.tiles[w.strips[o].tile].node;
        if (other == mine.node || !reads(mine.node, other, -1, w)) continue;
        bool elsewhere = false;
        for (int f = 0; f < w.fold_count; ++f) elsewhere = elsewhere || reads_later(w.folds[f], other, mine.node, w.strips[s].level, w);
        for (int k = 0; k < w.strip_count; ++k)
          if (k != s && w.strips[k].level >= w.strips[s].level && k != o)
            elsewhere = elsewhere || (n.tiles[w.strips[k].tile].node != mine.node && reads(strip_source(w.strips[k]), other, mine.node, w));
        if (!elsewhere) mine.alias = w.strips[o].tile;
      }
    }
  }
  constexpr int strip_source(const strip& s) const { return n.tiles[s.tile].node; }
  constexpr bool taken(const walk& w, int t) const {
    for (int s = 0; s < w.strip_count; ++s)
      if (n.tiles[w.strips[s].tile].alias == t) return true;
    return false;
  }
  // Whether computing i reads the strip of `other`, not looking through `stop` or other strips.
  constexpr bool reads(int i, int other, int stop, const walk& w) const {
    if (i == other) return true;
    if (i == stop || p.temporary_of[i] >= 0) return false;
    for (int k = 0; k < g[i].edges; ++k) {
      const int c = g.child(i, k);
      if (c == other) return true;
      if (!has_tile(c, w) && reads(c, other, stop, w)) return true;
    }
    return false;
  }
  constexpr bool reads_later(const fold_step& f, int other, int stop, int at_level, const walk& w) const {
    if (f.level < at_level) return false;
    if (f.lanes_node >= 0) return f.lanes_node != stop && reads(f.lanes_node, other, stop, w);
    const int body = g.child(f.node, 0);
    if (body == stop) return false;
    if (f.level == at_level) return false;  // read in the sweep that writes the strip, before it is written
    return reads(body, other, stop, w);
  }

  // Whether the value is chosen by a comparison that involves a position along one of these variables.
  constexpr bool compares_positions(int i, vars bound) const {
    if (p.temporary_of[i] >= 0) return false;
    if (g.is(i, op::where) && (free(g.child(i, 0)) & bound) != 0 && has_position(g.child(i, 0))) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (compares_positions(g.child(i, k), bound)) return true;
    return false;
  }
  constexpr bool has_position(int i) const {
    if (g.is(i, kind::position)) return true;
    for (int k = 0; k < g[i].edges; ++k)
      if (has_position(g.child(i, k))) return true;
    return false;
  }

  // ---- the order of steps: a pack before the walk that needs it, walks by stage
  constexpr void add_step(bool is_walk, int index) {
    if (n.step_count == 32) { p.overflow = true; return; }
    n.steps[n.step_count++] = {is_walk, static_cast<std::int16_t>(index)};
  }
  bool pack_done[16]{};
  constexpr void emit_packs_for(int i, seen_nodes<N>& seen) {
    if (!seen.enter(i)) return;
    if (p.temporary_of[i] < 0)
      for (int k = 0; k < g[i].edges; ++k) emit_packs_for(g.child(i, k), seen);
    for (int k = 0; k < pack_count; ++k)
      if (packs[k] == i && !pack_done[k]) {
        pack_done[k] = true;
        if (n.tile_of[i] >= 0) continue;
        const vars rows = free(i) & ~outer & ~lane;
        add_step(false, make_own_tile(i, rows, rows & chunk_set()));
      }
  }
  constexpr void emit() {
    // packs need their tiles before the walks' strips are found by the kernel, so that order is by dependence
    for (int w = 0; w < n.walk_count; ++w) {
      seen_nodes<N> seen;
      for (int f = 0; f < n.walks[w].fold_count; ++f) {
        // operands that were made for the micro-kernel are not below the fold itself
        if (n.walks[w].folds[f].lanes_node >= 0) emit_packs_for(n.walks[w].folds[f].lanes_node, seen);
        emit_packs_for(g.child(n.walks[w].folds[f].node, 0), seen);
      }
      for (int s = 0; s < n.walks[w].strip_count; ++s)
        if (n.walks[w].strips[s].fold.lanes_node >= 0) emit_packs_for(n.walks[w].strips[s].fold.lanes_node, seen);
      add_step(true, w);
    }
    seen_nodes<N> seen;
    for (int i = 0; i < n.output_count; ++i) emit_packs_for(n.outputs[i].node, seen);
  }
};

// Whether two values are the same but for the names of their variables; `to` collects which name stands for which.
template <int N> constexpr bool equivalent(const graph<N>& g, int a, int b, std::int16_t* to, std::int16_t* partner) {
  if (partner[a] >= 0) return partner[a] == b;
  partner[a] = static_cast<std::int16_t>(b);
  const node &x = g[a], &y = g[b];
  if (x.what != y.what || x.code != y.code || x.edges != y.edges || x.type != y.type || x.operand != y.operand) return false;
  auto pair_variables = [&](int v, int w) {
    if (to[v] >= 0) return to[v] == w;
    for (int k = 0; k < 64; ++k)
      if (to[k] == w) return false;
    const variable &s = g.variables[v], &t = g.variables[w];
    if (s.extent != t.extent || s.source != t.source || s.derived || t.derived) return false;
    to[v] = static_cast<std::int16_t>(w);
    return true;
  };
  if (x.what == kind::leaf || x.what == kind::position) {
    const access &s = g.accesses[x.item], &t = g.accesses[y.item];
    if (s.target != t.target || s.maps != t.maps || s.what != t.what) return false;
    for (int k = 0; k < s.maps; ++k) {
      const affine &m = g.maps[s.first_map + k], &o = g.maps[t.first_map + k];
      if (m.count != o.count || m.offset != o.offset || m.slot_count != o.slot_count) return false;
      for (int i = 0; i < m.count; ++i)
        if (m.terms[i].coefficient != o.terms[i].coefficient || !pair_variables(m.terms[i].variable, o.terms[i].variable)) return false;
      for (int i = 0; i < m.slot_count; ++i)
        if (m.slots[i].slot != o.slots[i].slot || m.slots[i].factor != o.slots[i].factor) return false;
    }
    return true;
  }
  if (x.item != y.item) return false;
  for (int i = 0; i < x.edges; ++i)
    if (!equivalent(g, g.child(a, i), g.child(b, i), to, partner)) return false;
  vars mapped = 0;
  for (int v = 0; v < 64; ++v)
    if (has(x.bound, v) && to[v] >= 0) mapped |= one(to[v]);
  return mapped == y.bound;
}

template <int N> constexpr void plan_nest(program<N>& p, const output* outputs, int count, int preferred_lane);

// Stores the values of nodes[0..count) over all their axes, in one nest; a value that is there already under other names of
// its variables is shared.
template <int N> constexpr void make_temporaries(program<N>& p, const int* nodes, int count) {
  graph<N>& g = p.g;
  output outputs[6]{};
  int made = 0;
  for (int i = 0; i < count; ++i) {
    const int n = nodes[i];
    if (p.temporary_of[n] >= 0) continue;
    for (int t = 0; t < p.temporary_count && p.temporary_of[n] < 0; ++t) {
      std::int16_t to[64]{};
      const temporary& old = p.temporaries_list[t];
      if (old.rank < 0 || g[n].what != g[old.node].what || g[n].code != g[old.node].code || g[n].edges != g[old.node].edges) continue;
      for (auto& x : to) x = -1;
      std::int16_t partner[N]{};
      for (int k = 0; k <= n; ++k) partner[k] = -1;
      if (!equivalent(g, n, old.node, to, partner)) continue;
      // this node's variables in the order of the stored ones
      affine maps[8]{};
      index_t strides[8]{};
      index_t stride = 1;
      for (int k = old.rank - 1; k >= 0; --k) {
        for (int v = 0; v < 64; ++v)
          if (to[v] == old.order[k]) maps[k].add(v, 1);
        strides[k] = stride;
        stride = stride == unknown_stride || g.extent(old.order[k]) == dynamic ? unknown_stride : stride * g.extent(old.order[k]);
      }
      p.access_of[n] = static_cast<std::int16_t>(make_access(g, access::of::temporary, t, maps, old.rank, strides));
      p.temporary_of[n] = static_cast<std::int16_t>(t);
    }
    if (p.temporary_of[n] >= 0) continue;
    if (p.temporary_count == program<N>::nest_capacity || made == 6) { p.overflow = true; return; }
    p.temporaries_list[p.temporary_count].node = static_cast<std::int16_t>(n);
    p.temporaries_list[p.temporary_count].rank = -1;  // not there yet
    outputs[made++] = {static_cast<std::int16_t>(n), static_cast<std::int16_t>(p.temporary_count++), true, g[n].free};
  }
  if (made == 0) return;
  plan_nest(p, outputs, made, -1);
  const int lane = p.nests[p.nest_count - 1].lane;
  for (int i = 0; i < made; ++i) {
    temporary& t = p.temporaries_list[outputs[i].target];
    const int n = outputs[i].node;
    t.rank = 0;
    if (p.temporary_of[n] >= 0) continue;  // a temporary of this nest needed it already: there it is
    t.type = g[n].type;
    t.made_by = static_cast<std::int16_t>(p.nest_count - 1);
    for (int v = 0; v < g.variable_count; ++v)
      if (has(g[n].free, v) && v != lane) t.order[t.rank++] = static_cast<std::int16_t>(v);
    if (lane >= 0 && has(g[n].free, lane)) t.order[t.rank++] = static_cast<std::int16_t>(lane);
    affine maps[8]{};
    index_t strides[8]{};
    index_t stride = 1;
    for (int k = t.rank - 1; k >= 0; --k) {
      maps[k].add(t.order[k], 1);
      strides[k] = stride;
      stride = stride == unknown_stride || g.extent(t.order[k]) == dynamic ? unknown_stride : stride * g.extent(t.order[k]);
    }
    p.access_of[n] = static_cast<std::int16_t>(make_access(g, access::of::temporary, outputs[i].target, maps, t.rank, strides));
    p.temporary_of[n] = outputs[i].target;
  }
}

// Integers that are looked up and are no leaf are stored.
template <int N> constexpr void store_ids(program<N>& p, int n) {
  for (int v = 0; v < p.g.variable_count; ++v) {
    if (p.g.variables[v].how != variable::how::data || p.g.variables[v].data_node != n || p.g.variables[v].data >= 0) continue;
    make_temporaries(p, &n, 1);
    p.g.variables[v].data = p.access_of[n];
  }
}

// A let that is used under several names of its axes is computed once and stored; the uses read it. So are integers that
// are looked up. What others need comes first in the order of nodes.
template <int N> constexpr void store_renamed_lets(program<N>& p) {
  graph<N>& g = p.g;
  const int count = g.size;
  for (int n = 0; n < count && !p.overflow; ++n) {
    if (!g.is(n, kind::stored)) {
      store_ids(p, n);
      continue;
    }
    const access wanted = g.accesses[g[n].item];
    const int first = wanted.target;
    make_temporaries(p, &first, 1);
    if (p.temporary_of[first] < 0) return;
    const temporary& t = p.temporaries_list[p.temporary_of[first]];
    // `wanted` has a map for each variable of `first`, lowest first; the temporary has its own order
    const access mine = g.accesses[p.access_of[first]];
    affine maps[8]{};
    index_t strides[8]{};
    index_t stride = 1;
    for (int k = t.rank - 1; k >= 0; --k) {
      const int v = g.maps[mine.first_map + k].terms[0].variable;  // of `first`, along the temporary's axis k
      int at = 0;
      for (int w = 0; w < v; ++w) at += has(g[first].free, w) ? 1 : 0;
      maps[k] = g.maps[wanted.first_map + at];
      strides[k] = stride;
      stride = stride == unknown_stride || g.extent(t.order[k]) == dynamic ? unknown_stride : stride * g.extent(t.order[k]);
    }
    p.access_of[n] = static_cast<std::int16_t>(make_access(g, access::of::temporary, p.temporary_of[first], maps, t.rank, strides));
    p.temporary_of[n] = p.temporary_of[first];
    store_ids(p, n);
  }
}

template <int N> constexpr void nest_planner<N>::make_requested_temporaries() {
  for (int i = 0; i < request_count; ++i) {
    if (p.temporary_of[requests[i]] >= 0) continue;
    int group[6]{}, count = 0;
    for (int k = i; k < request_count && count < 6; ++k)
      if (p.temporary_of[requests[k]] < 0 && free(requests[k]) == free(requests[i])) group[count++] = requests[k];
    make_temporaries(p, group, count);
  }
}

template <int N> constexpr void plan_nest(program<N>& p, const output* outputs, int count, int preferred_lane) {
  if (p.overflow) return;
  nest_planner<N> planner(p, outputs, count, preferred_lane);
  planner.run();
  if (p.nest_count == program<N>::nest_capacity) { p.overflow = true; return; }
  p.nests[p.nest_count++] = planner.n;
}

}  // namespace detail

}  // namespace heed::planner
