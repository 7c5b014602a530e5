// Rule 4: the walks of a nest. Folds over the same variables that wait for nothing more make one pass; in its blocks, values
// that are needed again are held in strips.
#pragma once

#include <heed/plan/keep.hpp>
#include <heed/plan/claim.hpp>
#include <heed/plan/loop_in_blocks.hpp>
#include <heed/plan/strips.hpp>

namespace heed::planner {

namespace detail {

template <int N> class walk_maker : walk_strips<N> {
  using base = walk_strips<N>;
  using base::p, base::g, base::n, base::d, base::lane, base::outer, base::level_of, base::free, base::make_tile, base::in_walk, base::level;
  using base::add_strip, base::make_strips, base::is_kept;

 public:
  using base::base;
  constexpr void run() {
    make_walks();
    const int v = loop_in_blocks(p, n);
    if (v < 0) return emit();
    const nest<N> without = n;
    take_into_blocks(v);
    if (fits_with_copies(p, n)) return;
    n = without;  // (with as many packs as before)
    for (bool& done : pack_done) done = false;
    emit();
  }

 private:
  fold_stages<N> stages{p, d};
  kept_values<N> kept{p, n, d};

  // ---- walks
  constexpr void make_walks() {
    seen_nodes<N> seen;
    kept.find_weights(stages);
    for (int i = 0; i < n.output_count; ++i) stages.find(n.outputs[i].node, seen);
    stages.delay();
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

  constexpr int make_own_tile(int i, vars rows, vars relative) {
    const int t = make_tile(i, rows, relative);
    n.tile_of[i] = static_cast<std::int16_t>(t);
    return t;
  }

  // All folds of stage s over the variables of f, in one walk.
  constexpr void make_walk(int s, int f) {
    if (n.walk_count == 10) { p.overflow = true; return; }
    walk& w = n.walks[n.walk_count++];
    w.bound = g.nodes[f].bound;
    w.where = d.roles[f] == role::at_outer ? scope::outer : scope::lanes;
    const int last = innermost_of(g, w.bound & ~lane);
    for (int v = 0; v < g.variable_count; ++v)
      if (has(w.bound & ~lane, v) && v != last) w.order[w.depth++] = static_cast<std::int16_t>(v);
    if (last >= 0) w.order[w.depth++] = static_cast<std::int16_t>(last);
    for (int i = 0; i < g.size; ++i) level_of[i] = -1;
    for (int i = 0; i < stages.count; ++i) {
      const int h = stages.folds[i];
      if (stages.of[h] != s || g.nodes[h].bound != w.bound || d.roles[h] != d.roles[f]) continue;
      if (w.fold_count == 10) { p.overflow = true; return; }
      const vars rows = free(h) & ~outer & ~lane;
      fold_step& step = w.folds[w.fold_count++];
      step.node = static_cast<std::int16_t>(h);
      step.rows = rows;
      step.tile = static_cast<std::int16_t>(make_own_tile(h, rows, rows & n.chunk_set()));
      n.tiles[step.tile].at_outer = d.roles[h] == role::at_outer;
      n.tiles[step.tile].parts = parts_of_fold(g, h);
    }
    for (int i = 0; i < w.fold_count; ++i) {
      fold_step& step = w.folds[i];
      const int h = step.node;
      step.level = static_cast<std::int16_t>(level(g.child(h, 0), w));
      find_anchor(step, w);
      if (step.level + 1 > w.levels) w.levels = static_cast<std::int16_t>(step.level + 1);
      if (d.lanes_node[h] >= 0 && w.where == scope::lanes) {
        step.lanes_node = static_cast<std::int16_t>(d.lanes_node[h]);
        step.rows_node = static_cast<std::int16_t>(d.rows_node[h]);
      }
    }
    for (int i = 0; i < kept.count; ++i)
      if (in_walk(kept.folds[i], w)) keep(kept.nodes[i], w);
    make_strips(w);
    choose_block(w);
    find_bounds(w);
    if (!w.bounded && !w.looked_into && is_taken_at_once(w)) w.inside = w.bound & ~lane & ~one(w.order[w.depth - 1]);
  }
  constexpr void choose_block(walk& w) {
    const index_t e = w.depth > 0 ? g.extent(w.order[w.depth - 1]) : 1;
    w.block = block_rows(w);
    if (e != dynamic && e <= w.block) w.block = e;
    else if (n.block == 0 && w.block > n.tile_rows && makes_rows(w) && !holds_rows_of_results(w)) w.block -= w.block % n.tile_rows;  // whole register blocks
    for (int s = 0; s < w.strip_count; ++s) n.tiles[w.strips[s].tile].block = w.block;
  }
  // The loop over v runs inside the blocks of the one walk.
  constexpr void take_into_blocks(int v) {
    n.in_blocks = static_cast<std::int16_t>(v);
    int k = 0;
    for (int i = 0; i < n.outer_count; ++i)
      if (n.outer[i] != v) n.outer[k++] = n.outer[i];
    n.outer_count = k;
    walk& w = n.walks[0];
    for (int s = 0; s < w.strip_count; ++s)  // what all steps of the loop read is not written over
      if (tile& t = n.tiles[w.strips[s].tile]; t.alias >= 0 && !has(free(n.tiles[t.alias].node), v)) t.alias = -1;
    choose_block(w);
    emit();
    for (int t = 0; t < n.tile_count; ++t)
      if (has(free(n.tiles[t].node), v) && n.strip_tile(w, n.tiles[t].node) != t) n.tiles[t].copies = static_cast<std::int16_t>(g.extent(v));
  }
  // Whether the folds of a walk are of so few points, and of nothing but what is computed at each, that one sweep takes them all, with
  // the partial results in registers: the taps of a filter. (Block by block each tap of the outer loop would take them up again.)
  constexpr bool is_taken_at_once(const walk& w) const {
    if (w.where != scope::lanes || w.depth < 2 || w.strip_count > 0 || w.levels > 1) return false;
    for (int i = 0; i < w.fold_count; ++i)
      if (w.folds[i].lanes_node >= 0 || w.folds[i].rows != 0) return false;
    index_t points = 1;
    for (int i = 0; i < w.depth; ++i) {
      const index_t e = g.extent(w.order[i]);
      if (e == dynamic || e > 64) return false;
      points *= e;
    }
    return points <= 64 && w.block >= g.extent(w.order[w.depth - 1]);
  }
  // Whether a mask may leave out blocks.
  constexpr void find_bounds(walk& w) const {
    if (!may_exclude(w)) return;
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
  constexpr void keep(int i, walk& w) {
    const int t = add_strip(w, i, g.nodes[i].free & ~outer & ~lane, 0).tile;
    n.tiles[t].kept_by = static_cast<std::int16_t>(n.walk_count - 1);
    n.tiles[t].all_lanes = w.where == scope::outer;
    n.tile_of[i] = static_cast<std::int16_t>(t);
  }
  // Strips stay in half of the second cache, beside what is read; more than 256 rows win nothing (block sizes matter by at
  // most 5 points), but where they are a lane or two wide: what lies along the rows is read in longer pieces (1024: decoding 3 % less). Without strips a block is only where a mask is asked.
  constexpr index_t block_rows(const walk& w) const {
    if (n.block > 0) return n.block;
    index_t bytes = 0;  // of a row in all strips
    for (int k = 0; k < w.strip_count; ++k)
      if (const tile& t = n.tiles[w.strips[k].tile]; t.alias < 0 && t.kept_by < 0)
        bytes += n.width() * (bytes_of(g.nodes[t.node].type) < 4 ? 4 : bytes_of(g.nodes[t.node].type)) *
                 static_points(g, t.rows & ~(one(w.order[w.depth - 1]) | n.chunk_set())) * ((t.rows & n.chunk_set()) != 0 ? n.chunk_size : 1);
    if (bytes == 0) return 2048;
    const index_t rows = p.target.l2 / 2 / bytes;
    if (n.in_blocks >= 0)
      if (const index_t interleaved = rows_of_interleaved(p, n, w, n.in_blocks); interleaved > 0) return interleaved;
    const index_t least = holds_rows_of_results(w) ? 1 : n.tile_rows, lanes = n.lane < 0 ? 1 : g.extent(n.lane);
    const index_t most = n.alone || (!makes_rows(w) && lanes >= 1 && lanes <= 2) ? 1024 : 256;
    return rows > most ? most : rows < least ? least : rows;
  }
  // Whether steps of the walk are rows of a product in it.
  constexpr bool makes_rows(const walk& w) const {
    for (int k = 0; k < w.strip_count; ++k)
      if (w.strips[k].contraction) return true;
    return false;
  }
  // Whether a step of the walk is for all rows of the results, and not itself a row of the micro-kernel's.
  constexpr bool holds_rows_of_results(const walk& w) const {
    for (int k = 0; k < w.strip_count; ++k)
      if (w.strips[k].contraction && (n.tiles[w.strips[k].tile].rows & n.rows) != 0) return true;
    return false;
  }
  // The running maximum that the partial results of a fold are relative to.
  constexpr void find_anchor(fold_step& step, const walk& w) const {
    const auto grows = [&](int i) { return in_walk(g.child(i, 1), w); };
    const auto is_finished = [&](int i) { return p.temporary_of[i] >= 0 || in_walk(i, w); };
    weight_powers<N, decltype(grows), decltype(is_finished)> powers(g, grows, is_finished);
    step.power = static_cast<std::int16_t>(powers.of_fold(step.node));
    if (step.power > 0) step.anchor = static_cast<std::int16_t>(powers.maximum);
  }

  // Whether there may be blocks that change no fold of the walk: one that has always something to take is enough for none.
  constexpr bool may_exclude(const walk& w) const {
    const int block = innermost_of(g, w.bound & ~lane);
    const vars ranging = block < 0 ? ~outer : ~(outer | (w.bound & ~lane & ~one(block)));
    seen_nodes<N> stored;
    for (int i = 0; i < g.size; ++i)
      if (p.temporary_of[i] >= 0) stored.enter(i);
    return claim_reduction<N>(g, ranging, stored).neutral(w).all;
  }
  // Whether a mask of which a block may know the answer decides the value: a comparison of positions along one of these variables, or
  // a `where` on integers and truth values of which a block reads few. Or whether one of truth values of every pair does.
  constexpr bool compares_positions(int i, vars bound, bool every_pair, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || p.temporary_of[i] >= 0) return false;
    if (!every_pair && (is_position_mask(g, i, bound) || (g.nodes[i].type == scalar::b8 && is_of_positions(g, i, bound)))) return true;
    if (g.is(i, op::where) && (free(g.child(i, 0)) & bound) != 0) {
      seen_nodes<N> below;
      if (reads_integers(g.child(i, 0), one(innermost_of(g, bound)), every_pair, below)) return true;
    }
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (compares_positions(g.child(i, k), bound, every_pair, seen)) return true;
    return false;
  }

  constexpr bool reads_integers(int i, vars rows, bool every_pair, seen_nodes<N>& seen) const {
    if (!seen.enter(i)) return false;
    const bool stored = p.temporary_of[i] >= 0;
    if (!is_float(g.nodes[i].type) && (stored || g.is(i, kind::leaf))) {
      const access& a = g.accesses[stored ? p.access_of[i] : g.nodes[i].item];
      return every_pair ? reads_truth_values(g, a, g.nodes[i].type) && (free(i) & lane) != 0 && (free(i) & rows) != 0 : few_in_block(g, a, lane, rows);
    }
    for (int k = 0; !stored && k < g.nodes[i].edges; ++k)
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
      for (int k = 0; k < g.nodes[i].edges; ++k) emit_packs_for(g.child(i, k), seen);
    for (int k = 0; k < d.pack_count; ++k)
      if (d.packs[k] == i && !pack_done[k]) {
        pack_done[k] = true;
        if (n.tile_of[i] >= 0) continue;
        const vars rows = free(i) & ~outer & ~lane;
        add_step(false, make_own_tile(i, rows, rows & n.chunk_set()), lane != 0 && (free(i) & ~outer) == 0);
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
    // (what has no lanes is written before there are tiles of theirs, and computed then, one element)
    seen_nodes<N> seen;
    for (int i = 0; i < n.output_count; ++i)
      if (lane == 0 || (n.outputs[i].axes & lane) != 0) emit_packs_for(n.outputs[i].node, seen);
  }
};

}  // namespace detail

}  // namespace heed::planner
