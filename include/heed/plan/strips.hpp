// Rule 4: the strips of a walk: what a block of rows holds because it is needed again there. Contractions inside the block, operands of
// the micro-kernel, what lies across in memory, and what a later level reads.
#pragma once

#include <heed/plan/place.hpp>

namespace heed::planner {

namespace detail {


template <int N> class walk_strips {
 public:
  constexpr walk_strips(program<N>& program, nest<N>& nest, const placed_values<N>& placed)
      : p(program), g(program.g), n(nest), d(placed), lane(placed.lane), outer(placed.outer) {}

 protected:
  program<N>& p;
  graph<N>& g;
  nest<N>& n;
  const placed_values<N>& d;
  vars lane, outer;

  constexpr vars free(int i) const { return g.nodes[i].free; }

  constexpr int make_tile(int i, vars rows, vars relative) {
    if (n.tile_count == 40) { p.overflow = true; return 0; }
    tile& t = n.tiles[n.tile_count];
    t.node = static_cast<std::int16_t>(i);
    t.rows = rows;
    t.relative = relative;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(rows, v)) t.order[t.row_count++] = static_cast<std::int16_t>(v);
    return n.tile_count++;
  }
  constexpr bool has_tile(int i, const walk& w) const { return n.tile_of[i] >= 0 || n.strip_tile(w, i) >= 0; }

  int level_of[N]{};  // of the walk that is made; -1: not known yet
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
      for (int k = 0; k < g.nodes[i].edges; ++k) {
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

  // Of a walk whose folds are known.
  constexpr void make_strips(walk& w) {
    const vars block = w.depth > 0 ? one(w.order[w.depth - 1]) : 0;
    seen_nodes<N> searched;
    for (int i = 0; i < w.fold_count; ++i)
      if (const fold_step& f = w.folds[i]; is_of_stored(f)) {
        find_strips(f.lanes_node, w, block, searched);
        find_strips(f.rows_node, w, block, searched);
      } else find_strips(g.child(f.node, 0), w, block, searched);
    for (int i = 0; i < w.fold_count; ++i)
      if (w.folds[i].lanes_node >= 0) add_value_strip(w, w.folds[i].lanes_node, block, true);
      else if (w.folds[i].rows != 0 && w.where == scope::lanes) hold_for_rows(g.child(w.folds[i].node, 0), w.folds[i].rows, w, block);
    share_strips(w);
  }

  // Whether a product is of two values in memory that are not its operands as they stand: what they were made of is nothing to its walk.
  constexpr bool is_of_stored(const fold_step& f) const {
    const auto in_memory = [&](int i) { return i >= 0 && (p.temporary_of[i] >= 0 || g.is(i, kind::leaf)); };
    if (!in_memory(f.lanes_node) || !in_memory(f.rows_node)) return false;
    const int x = g.child(f.node, 0);
    return !g.is(x, op::multiply) || !((g.child(x, 0) == f.lanes_node && g.child(x, 1) == f.rows_node) || (g.child(x, 0) == f.rows_node && g.child(x, 1) == f.lanes_node));
  }
  constexpr strip& add_strip(walk& w, int i, vars rows, vars relative) {
    if (w.strip_count == 12) { p.overflow = true; return w.strips[0]; }
    strip& s = w.strips[w.strip_count++];
    s.tile = static_cast<std::int16_t>(make_tile(i, rows, relative));
    s.level = static_cast<std::int16_t>(level(i, w));
    return s;
  }
  constexpr void add_value_strip(walk& w, int i, vars block, bool is_product_operand = false) {
    if (has_tile(i, w) || (free(i) & w.bound) == 0 || (is_product_operand && lies_in_lanes(p, n, i))) return;
    strip& s = add_strip(w, i, block, block);
    if (is_product_operand && g.nodes[i].type != scalar::b8 && (free(i) & ~(outer | lane | w.bound)) == 0) turn(s, contiguous_row(i, w, block));
  }
  constexpr void turn(strip& s, int along) {
    s.along = static_cast<std::int16_t>(along);
    if (along < 0) return;
    n.tiles[s.tile].turned = true;
    // what is turned at a time stands side by side: rows a power of two apart would share a set of the cache
    put_last(n.tiles[s.tile], along);
  }
  static constexpr void put_last(tile& t, int variable) {
    for (int k = 0; k + 1 < t.row_count; ++k)
      if (t.order[k] == variable) {
        t.order[k] = t.order[k + 1];
        t.order[k + 1] = static_cast<std::int16_t>(variable);
      }
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
    if (const int v = contiguous_row(i, w, block); v >= 0) {
      if (w.strip_count < most_turned) turn(add_strip(w, i, block | rows_inside(i, w), block), v);
      return;
    }
    if (p.temporary_of[i] >= 0) return;
    const int f = d.product_of[i] >= 0 ? d.product_of[i] : i;  // what is packed has the scale of the product
    if (g.is(f, kind::fold) && d.roles[f] == role::in_walk && (d.strip_walk[f] & w.bound) == w.bound && (free(f) & block) != 0 &&
        (g.nodes[f].bound & w.bound) == 0 && (rows_inside(f, w) == 0 || d.lanes_node[f] >= 0)) {
      if (d.lanes_node[f] < 0 || !is_pack(d.lanes_node[f])) find_strips(g.child(f, 0), w, block, seen);
      const vars inside = rows_inside(f, w);
      const bool of_results = (inside & n.rows) != 0;  // a product for each step of the block, of these rows
      strip& s = add_strip(w, i, block | inside, block | (inside & n.chunk_set()));
      const int last = w.order[w.depth - 1], row = of_results ? innermost_of(g, inside) : last;
      // (of both, where the operand with lanes is the same for each step of the walk, the longer)
      const bool steps_alike = d.lanes_node[f] >= 0 && (free(d.lanes_node[f]) & block) == 0;
      put_last(n.tiles[s.tile], steps_alike && estimated_extent(g, last) > estimated_extent(g, row) ? last : row);
      s.contraction = true;
      s.fold.node = static_cast<std::int16_t>(f);
      s.fold.tile = s.tile;
      s.fold.rows = of_results ? block | inside : block;
      if (d.lanes_node[f] >= 0) {
        s.fold.lanes_node = static_cast<std::int16_t>(d.lanes_node[f]);
        s.fold.rows_node = static_cast<std::int16_t>(d.rows_node[f]);
      }
      return;
    }
    if (g.is(i, kind::fold) && (g.nodes[i].bound & w.bound) != 0) return;  // its loops leave the block
    for (int k = 0; k < g.nodes[i].edges; ++k) find_strips(g.child(i, k), w, block, seen);
    if (g.is(i, op::anchored_exp) && in_walk(g.child(i, 1), w)) {
      const int x = g.child(i, 0);
      seen_nodes<N> below;
      if (w.where == scope::lanes && (contains_strip(x, w, below) || contains_expensive(g, x))) add_value_strip(w, x, block);
    }
  }
  // What changes inside a block, beside its rows and the lanes: rows of a result, or what a fold inside it binds.
  constexpr vars rows_inside(int i, const walk& w) const { return free(i) & ~(outer | lane | w.bound); }
  static constexpr index_t line_bytes = 64;  // of the cache
  // Of a leaf or temporary of which every pair of a row of the block and a lane reads an element, or some elements: the variable along which
  // they are side by side, or several on a line, where the lanes are further apart; -1: none.
  constexpr int contiguous_row(int i, const walk& w, vars block) const {
    if (w.where != scope::lanes || !(g.is(i, kind::leaf) || p.temporary_of[i] >= 0) || lane == 0 || block == 0) return -1;
    if ((free(i) & lane) == 0 || (free(i) & block) == 0) return -1;
    const vars inside = rows_inside(i, w);
    if (const index_t points = static_points(g, inside); points < 0 || points > largest_turned_inside || (inside & n.chunk_set()) != 0) return -1;
    const access& a = g.accesses[p.temporary_of[i] >= 0 ? p.access_of[i] : g.nodes[i].item];
    if (is_irregular_along(g, a, n.lane) ? !is_only_clamped(g, a) || stride_between_edges(g, a, n.lane) == 1 : stride_along(g, a, n.lane) == 1) return -1;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(inside, v) && g.extent(v) != 1 && stride_along(g, a, v) == 1) return is_irregular_along(g, a, v) ? -1 : v;
    const int v = w.order[w.depth - 1];
    const index_t along_rows = stride_along(g, a, v), along_lanes = stride_along(g, a, n.lane);
    const bool near = along_rows > 1 && along_rows * bytes_of(g.nodes[i].type) <= line_bytes / 2 && (along_lanes < -along_rows || along_lanes > along_rows);
    return (along_rows == 1 || along_rows == unknown_stride || near) && !is_irregular_along(g, a, v) ? v : -1;
  }
  constexpr bool contains_strip(int i, const walk& w, seen_nodes<N>& seen) const {
    if (!seen.enter(i)) return false;
    for (int s = 0; s < w.strip_count; ++s)
      if (n.tiles[w.strips[s].tile].node == i) return true;
    if (p.temporary_of[i] >= 0) return false;
    for (int k = 0; k < g.nodes[i].edges; ++k)
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
        if (o == s || is_kept(w.strips[o]) || w.strips[o].level > w.strips[s].level || g.nodes[n.tiles[w.strips[o].tile].node].type != g.nodes[mine.node].type) continue;
        if (taken(w, w.strips[o].tile) || (w.strips[o].across() && g.nodes[mine.node].type == scalar::b8) || n.tiles[w.strips[o].tile].rows != mine.rows) continue;
        const int other = n.tiles[w.strips[o].tile].node;
        if (other == mine.node || !reads(mine.node, other, -1, w)) continue;
        bool elsewhere = false;
        for (int f = 0; f < w.fold_count; ++f) elsewhere = elsewhere || reads_later(w.folds[f], other, mine.node, w.strips[s].level, w);
        for (int k = 0; k < w.strip_count; ++k)
          if (k != s && w.strips[k].level >= w.strips[s].level && k != o)
            elsewhere = elsewhere || (n.tiles[w.strips[k].tile].node != mine.node && reads(n.tiles[w.strips[k].tile].node, other, mine.node, w));
        if (!elsewhere) mine.alias = w.strips[o].tile;
      }
    }
  }
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
    for (int k = 0; k < g.nodes[i].edges; ++k) {
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
  constexpr bool is_kept(const strip& s) const { return n.tiles[s.tile].kept_by >= 0; }
};

}  // namespace detail

}  // namespace heed::planner
