// Rule 4: the walks of a nest. Folds over the same variables that wait for nothing more make one pass; in its blocks, values
// that are needed again are held in strips.
#pragma once

#include <heed/plan/keep.hpp>
#include <heed/plan/place.hpp>

namespace heed::planner {

namespace detail {

template <int N> class walk_maker {
 public:
  constexpr walk_maker(program<N>& program, nest<N>& nest, const placed_values<N>& placed)
      : p(program), g(program.g), n(nest), d(placed), lane(placed.lane), outer(placed.outer) {}
  constexpr void run() {
    make_walks();
    emit();
  }

 private:
  program<N>& p;
  graph<N>& g;
  nest<N>& n;
  const placed_values<N>& d;
  vars lane, outer;
  fold_stages<N> stages{p, d};
  kept_values<N> kept{p, n, d};

  constexpr vars free(int i) const { return g[i].free; }

  // ---- walks
  constexpr void make_walks() {
    seen_nodes<N> seen;
    kept.find_weights(stages);
    for (int i = 0; i < n.output_count; ++i) stages.find(n.outputs[i].node, seen);
    kept.find(stages);
    int last_stage = 0;
    for (int i = 0; i < stages.count; ++i) last_stage = stages.of[stages.folds[i]] > last_stage ? stages.of[stages.folds[i]] : last_stage;
    for (int s = 1; s <= last_stage; ++s)
      for (int outer_first = 1; outer_first >= 0; --outer_first)
        for (int i = 0; i < stages.count; ++i) {
          const int f = stages.folds[i];
          const bool at_outer = d.roles[f] == role::at_outer;
          if (stages.of[f] != s || at_outer != (outer_first == 1) || n.tile_of[f] >= 0) continue;
          make_walk(s, f);
        }
  }

  constexpr int make_tile(int i, vars rows, vars relative, bool lanes) {
    if (n.tile_count == 40) { p.overflow = true; return 0; }
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
    w.where = d.roles[f] == role::at_outer ? scope::outer : scope::lanes;
    const int last = innermost_of(g, w.bound & ~lane);
    for (int v = 0; v < g.variable_count; ++v)
      if (has(w.bound & ~lane, v) && v != last) w.order[w.depth++] = static_cast<std::int16_t>(v);
    if (last >= 0) w.order[w.depth++] = static_cast<std::int16_t>(last);
    for (int i = 0; i < g.size; ++i) level_of[i] = -1;
    for (int i = 0; i < stages.count; ++i) {
      const int h = stages.folds[i];
      if (stages.of[h] != s || g[h].bound != w.bound || d.roles[h] != d.roles[f]) continue;
      if (w.fold_count == 10) { p.overflow = true; return; }
      const vars rows = free(h) & ~outer & ~lane;
      fold_step& step = w.folds[w.fold_count++];
      step.node = static_cast<std::int16_t>(h);
      step.rows = rows;
      step.tile = static_cast<std::int16_t>(make_own_tile(h, rows, rows & chunk_set()));
      n.tiles[step.tile].at_outer = d.roles[h] == role::at_outer;
      n.tiles[step.tile].parts = parts_of_fold(g, h);
    }
    for (int i = 0; i < w.fold_count; ++i) {
      fold_step& step = w.folds[i];
      const int h = step.node;
      step.level = static_cast<std::int16_t>(level(g.child(h, 0), w));
      seen_nodes<N> below;
      step.anchor = static_cast<std::int16_t>(anchor_of(g.child(h, 0), w, below));
      if (step.level + 1 > w.levels) w.levels = static_cast<std::int16_t>(step.level + 1);
      if (d.lanes_node[h] >= 0 && w.where == scope::lanes) {
        step.lanes_node = static_cast<std::int16_t>(d.lanes_node[h]);
        step.rows_node = static_cast<std::int16_t>(d.rows_node[h]);
      }
    }
    for (int i = 0; i < kept.count; ++i)
      if (in_walk(kept.folds[i], w)) keep(kept.nodes[i], w);
    // strips: contractions inside the block, operands of the micro-kernel, and what a later level needs again
    const vars block = w.depth > 0 ? one(w.order[w.depth - 1]) : 0;
    seen_nodes<N> searched;
    for (int i = 0; i < w.fold_count; ++i) find_strips(g.child(w.folds[i].node, 0), w, block, searched);
    for (int i = 0; i < w.fold_count; ++i)
      if (w.folds[i].lanes_node >= 0) add_value_strip(w, w.folds[i].lanes_node, block, true);
      else if (w.folds[i].rows != 0 && w.where == scope::lanes) hold_for_rows(g.child(w.folds[i].node, 0), w.folds[i].rows, w, block);
    share_strips(w);
    const index_t e = w.depth > 0 ? g.extent(w.order[w.depth - 1]) : 1;
    w.block = block_rows(w);
    if (e != dynamic && e <= w.block) w.block = e;
    else if (n.block == 0 && w.block > n.tile_rows) w.block -= w.block % n.tile_rows;  // whole register blocks
    for (int s2 = 0; s2 < w.strip_count; ++s2) n.tiles[w.strips[s2].tile].block = w.block;
    seen_nodes<N> seen;
    for (int i = 0; i < w.fold_count; ++i) w.bounded = w.bounded || compares_positions(g.child(w.folds[i].node, 0), w.bound & ~lane, false, seen);
    for (int k = 0; k < w.strip_count; ++k)
      if (is_kept(w.strips[k])) {  // it is read wherever a result is
        w.bounded = false;
        return;
      }
    seen_nodes<N> again;
    for (int i = 0; i < w.fold_count && !w.bounded && w.where == scope::lanes; ++i)
      w.looked_into = w.looked_into || compares_positions(g.child(w.folds[i].node, 0), w.bound & ~lane, true, again);
  }
  constexpr bool is_kept(const strip& s) const { return n.tiles[s.tile].kept_by >= 0; }
  constexpr void keep(int i, walk& w) {
    const int t = add_strip(w, i, g[i].free & ~outer & ~lane, 0).tile;
    n.tiles[t].kept_by = static_cast<std::int16_t>(n.walk_count - 1);
    n.tiles[t].all_lanes = w.where == scope::outer;
    n.tile_of[i] = static_cast<std::int16_t>(t);
  }
  // Strips stay in half of the second cache, beside what is read; more than 256 rows win nothing (block sizes matter by at
  // most 5 points). Without strips a block is only where a mask is asked.
  constexpr index_t block_rows(const walk& w) const {
    if (n.block > 0) return n.block;
    index_t bytes = 0;  // of a row in all strips
    for (int k = 0; k < w.strip_count; ++k)
      if (const tile& t = n.tiles[w.strips[k].tile]; t.alias < 0 && t.kept_by < 0) bytes += index_t{p.lanes} * n.vectors * (bytes_of(g[t.node].type) < 4 ? 4 : bytes_of(g[t.node].type));
    if (bytes == 0) return 2048;
    const index_t rows = p.target.l2 / 2 / bytes;
    return rows > 256 ? 256 : rows < n.tile_rows ? n.tile_rows : rows;
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
  constexpr int anchor_of(int i, const walk& w, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || p.temporary_of[i] >= 0 || in_walk(i, w)) return -1;
    if (g.is(i, op::anchored_exp) && in_walk(g.child(i, 1), w)) return g.child(i, 1);
    if (g.is(i, kind::fold)) return -1;
    for (int k = 0; k < g[i].edges; ++k) {
      const int a = anchor_of(g.child(i, k), w, seen);
      if (a >= 0) return a;
    }
    return -1;
  }

  constexpr strip& add_strip(walk& w, int i, vars rows, vars relative) {
    if (w.strip_count == 10) { p.overflow = true; return w.strips[0]; }
    strip& s = w.strips[w.strip_count++];
    s.tile = static_cast<std::int16_t>(make_tile(i, rows, relative, true));
    s.level = static_cast<std::int16_t>(level(i, w));
    return s;
  }
  constexpr void add_value_strip(walk& w, int i, vars block, bool is_product_operand = false) {
    if (has_tile(i, w) || (free(i) & w.bound) == 0 || (is_product_operand && lies_in_lanes(p, n, i))) return;
    strip& s = add_strip(w, i, block, block);
    if (is_product_operand && g[i].type != scalar::b8 && lies_across(i, w, block)) turn(s);
  }
  constexpr void turn(strip& s) {
    s.across = true;
    n.tiles[s.tile].turned = true;
  }
  // Row by row: what lacks the rows is computed once for all of them.
  constexpr void hold_for_rows(int i, vars rows, walk& w, vars block) {
    if (g.is(i, op::multiply) && (free(i) & rows) != 0) {
      hold_for_rows(g.child(i, 0), rows, w, block);
      hold_for_rows(g.child(i, 1), rows, w, block);
    } else if ((free(i) & rows) == 0 && contains_expensive(g, i)) add_value_strip(w, i, block);
  }
  constexpr void find_strips(int i, walk& w, vars block, seen_nodes<N>& seen) {
    if (!seen.enter(i) || in_walk(i, w) || has_tile(i, w) || is_pack(i)) return;
    if (lies_across(i, w, block)) {
      turn(add_strip(w, i, block, block));
      return;
    }
    if (p.temporary_of[i] >= 0) return;
    const int f = d.product_of[i] >= 0 ? d.product_of[i] : i;  // what is packed has the scale of the product
    if (g.is(f, kind::fold) && d.roles[f] == role::in_walk && (d.strip_walk[f] & w.bound) == w.bound && (free(f) & block) != 0 &&
        (g[f].bound & w.bound) == 0 && (free(f) & ~(outer | lane | w.bound)) == 0) {
      find_strips(g.child(f, 0), w, block, seen);
      strip& s = add_strip(w, i, block, block);
      s.contraction = true;
      s.fold.node = static_cast<std::int16_t>(f);
      s.fold.tile = s.tile;
      s.fold.rows = block;
      if (d.lanes_node[f] >= 0) {
        s.fold.lanes_node = static_cast<std::int16_t>(d.lanes_node[f]);
        s.fold.rows_node = static_cast<std::int16_t>(d.rows_node[f]);
      }
      return;
    }
    if (g.is(i, kind::fold) && (g[i].bound & w.bound) != 0) return;  // its loops leave the block
    for (int k = 0; k < g[i].edges; ++k) find_strips(g.child(i, k), w, block, seen);
    if (g.is(i, op::anchored_exp) && in_walk(g.child(i, 1), w)) {
      const int x = g.child(i, 0);
      seen_nodes<N> below;
      if (w.where == scope::lanes && (contains_strip(x, w, below) || contains_expensive(g, x))) add_value_strip(w, x, block);
    }
  }
  // A leaf or temporary of which every pair of a row of the block and a lane reads an element, rows side by side.
  constexpr bool lies_across(int i, const walk& w, vars block) const {
    if (w.where != scope::lanes || !(g.is(i, kind::leaf) || p.temporary_of[i] >= 0) || lane == 0 || block == 0) return false;
    if ((free(i) & lane) == 0 || (free(i) & block) == 0 || (free(i) & ~(outer | lane | block)) != 0) return false;
    const access& a = g.accesses[p.temporary_of[i] >= 0 ? p.access_of[i] : g[i].item];
    const int v = w.order[w.depth - 1];
    const index_t along_rows = stride_along(g, a, v);
    if ((along_rows != 1 && along_rows != unknown_stride) || is_irregular_along(g, a, v)) return false;
    return is_irregular_along(g, a, n.lane) ? is_only_clamped(g, a) && stride_between_edges(g, a, n.lane) != 1 : stride_along(g, a, n.lane) != 1;
  }
  constexpr bool contains_strip(int i, const walk& w, seen_nodes<N>& seen) const {
    if (!seen.enter(i)) return false;
    for (int s = 0; s < w.strip_count; ++s)
      if (n.tiles[w.strips[s].tile].node == i) return true;
    if (p.temporary_of[i] >= 0) return false;
    for (int k = 0; k < g[i].edges; ++k)
      if (contains_strip(g.child(i, k), w, seen)) return true;
    return false;
  }
  constexpr bool is_pack(int i) const {
    for (int k = 0; k < d.pack_count; ++k)
      if (d.packs[k] == i) return true;
    return false;
  }

  // A value strip takes the memory of a strip that only it reads: it is written where it was read.
  constexpr void share_strips(walk& w) {
    for (int s = 0; s < w.strip_count; ++s) {
      tile& mine = n.tiles[w.strips[s].tile];
      if (!w.strips[s].swept() || is_kept(w.strips[s])) continue;
      for (int o = 0; o < w.strip_count && mine.alias < 0; ++o) {
        if (o == s || is_kept(w.strips[o]) || w.strips[o].level > w.strips[s].level || g[n.tiles[w.strips[o].tile].node].type != g[mine.node].type) continue;
        if (taken(w, w.strips[o].tile) || (w.strips[o].across && g[mine.node].type == scalar::b8)) continue;
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
    seen_nodes<N> seen;
    return reads(i, other, stop, w, seen);
  }
  constexpr bool reads(int i, int other, int stop, const walk& w, seen_nodes<N>& seen) const {
    if (i == other) return true;
    if (i == stop || p.temporary_of[i] >= 0 || !seen.enter(i)) return false;
    for (int k = 0; k < g[i].edges; ++k) {
      const int c = g.child(i, k);
      if (c == other) return true;
      if (!has_tile(c, w) && reads(c, other, stop, w, seen)) return true;
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

  // Whether a mask of which a block may know the answer decides the value: one on positions along one of these variables, or on
  // integers and truth values of which a block reads few. Or whether one of truth values of every pair does.
  constexpr bool compares_positions(int i, vars bound, bool every_pair, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || p.temporary_of[i] >= 0) return false;
    if (!every_pair && is_position_mask(g, i, bound)) return true;
    if (g.is(i, op::where) && (free(g.child(i, 0)) & bound) != 0) {
      seen_nodes<N> below;
      if (reads_integers(g.child(i, 0), one(innermost_of(g, bound)), every_pair, below)) return true;
    }
    for (int k = 0; k < g[i].edges; ++k)
      if (compares_positions(g.child(i, k), bound, every_pair, seen)) return true;
    return false;
  }

  constexpr bool reads_integers(int i, vars rows, bool every_pair, seen_nodes<N>& seen) const {
    if (!seen.enter(i)) return false;
    const bool stored = p.temporary_of[i] >= 0;
    if (!is_float(g[i].type) && (stored || g.is(i, kind::leaf))) {
      const access& a = g.accesses[stored ? p.access_of[i] : g[i].item];
      return every_pair ? reads_truth_values(g, a, g[i].type) && (free(i) & lane) != 0 && (free(i) & rows) != 0 : few_in_block(g, a, lane, rows);
    }
    for (int k = 0; !stored && k < g[i].edges; ++k)
      if (reads_integers(g.child(i, k), rows, every_pair, seen)) return true;
    return false;
  }
  // ---- the order of steps: a pack before the walk that needs it, walks by stage
  constexpr void add_step(bool is_walk, int index, bool hoisted = false) {
    if (n.step_count == 40) { p.overflow = true; return; }
    n.steps[n.step_count++] = {is_walk, hoisted, static_cast<std::int16_t>(index)};
  }
  bool pack_done[24]{};
  constexpr void emit_packs_for(int i, seen_nodes<N>& seen) {
    if (!seen.enter(i)) return;
    if (p.temporary_of[i] < 0)
      for (int k = 0; k < g[i].edges; ++k) emit_packs_for(g.child(i, k), seen);
    for (int k = 0; k < d.pack_count; ++k)
      if (d.packs[k] == i && !pack_done[k]) {
        pack_done[k] = true;
        if (n.tile_of[i] >= 0) continue;
        const vars rows = free(i) & ~outer & ~lane;
        add_step(false, make_own_tile(i, rows, rows & chunk_set()), lane != 0 && (free(i) & ~outer) == 0);
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

}  // namespace detail

}  // namespace heed::planner
