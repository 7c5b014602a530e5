// What is known of a walk when it is compiled: its folds and strips, and what is done with them level by level. A value that is asked, as `nest_view` is.
#pragma once

#include <initializer_list>

#include <heed/kernel/value_view.hpp>
#include <heed/plan/chosen_side.hpp>

namespace heed::kernel {

/// What a sweep computes at a point, as far as it belongs to one level.
struct level_view {
  node_list before;                   // what is dear and the same for all lanes, computed before these are gone through
  node_list shared;                   // what is needed more than once, in order: it is known then
  int read_from[64]{};                // the tile that it is read from, -1 where it is computed
  std::uint64_t computed = 0;         // which of them are
  node_list anchors;                  // the running maxima that exponentials are relative to
  std::uint64_t folds = 0, strips = 0;  // those of the walk that the sweep takes and writes
  bool is_light = false;              // whether little is computed: then each step of a fold waits for the one before, and four vectors of a row are taken together
  bool asks_masks = false;            // whether a mask on positions is asked at a point: only then are open pieces computed in another way
  bool goes_along_rows = false;       // whether one lane is swept with vectors along the block's rows
  constexpr bool any() const { return folds != 0 || strips != 0; }
};

/// A walk of a nest of a program with room for C nodes: what it computes, and what its values are.
template <int C> struct walk_view : value_view<C> {
  using value_view<C>::g;
  using value_view<C>::nest;
  using value_view<C>::lane;
  using value_view<C>::walk;
  using value_view<C>::is_stored;
  using value_view<C>::is_kept;
  using value_view<C>::is_there;
  using value_view<C>::is_source;
  using value_view<C>::tile_of;
  using value_view<C>::lane_set;

  // ---- the walk's folds and strips
  constexpr bool swept(int f) const { return walk().folds[f].lanes_node < 0 && walk().folds[f].rows == 0; }
  constexpr bool swept_strip(int t) const { return walk().strips[t].swept() && is_there(walk().strips[t].tile); }
  constexpr bool is_anchor(int node) const {
    for (int f = 0; f < walk().fold_count; ++f)
      if (walk().folds[f].anchor == node) return true;
    return false;
  }
  constexpr int fold_of_node(int node) const {
    for (int f = 0; f < walk().fold_count; ++f)
      if (walk().folds[f].node == node) return f;
    return -1;
  }
  /// Those for which chosen(its number) is true, a bit for each.
  template <class F> constexpr std::uint64_t folds_with(F chosen) const { return this->bits_of(walk().fold_count, chosen); }
  template <class F> constexpr std::uint64_t strips_with(F chosen) const { return this->bits_of(walk().strip_count, chosen); }
  constexpr std::uint64_t all_folds() const { return (std::uint64_t{1} << walk().fold_count) - 1; }
  /// The maxima that partial results are relative to.
  constexpr std::uint64_t anchor_folds() const { return folds_with([this](int f) { return is_anchor(walk().folds[f].node); }); }
  constexpr std::uint64_t anchored_folds() const { return folds_with([this](int f) { return walk().folds[f].anchor >= 0; }); }
  /// Variances of a block of lanes, which are finished when it ends.
  constexpr std::uint64_t variances() const { return folds_with([this](int f) { return g.fold_of(walk().folds[f].node) == fold_op::var && walk().where == planner::scope::lanes; }); }
  // What is done at a level, in this order: strips across and of contractions, rescaling, the sweep, folds that are not swept.
  constexpr std::uint64_t filled(int level) const {
    return strips_with([&](int t) { return (walk().strips[t].across() || walk().strips[t].contraction) && walk().strips[t].level == level; });
  }
  constexpr std::uint64_t rescaled(int level) const {
    return folds_with([&](int f) { return walk().folds[f].level == level && walk().folds[f].anchor >= 0; });
  }
  constexpr std::uint64_t multiplied(int level) const {
    return folds_with([&](int f) { return walk().folds[f].level == level && !swept(f); });
  }

  // ---- its blocks
  /// The variable of a block's rows, -1: there is none.
  constexpr int block_variable() const { return walk().depth > 0 ? walk().order[walk().depth - 1] : -1; }
  constexpr vars block_set() const { return block_variable() < 0 ? 0 : planner::one(block_variable()); }
  /// The loops around the blocks.
  constexpr vars outer_set() const { return walk().bound & ~block_set() & ~walk().inside & ~lane_set(); }
  /// Whether there is one block, with everything in it: then no partial result is taken up again.
  constexpr bool is_one_block() const {
    const int v = block_variable();
    return walk().where == planner::scope::lanes && !walk().bounded && outer_set() == 0 && v >= 0 && g.variables[v].extent > 0 && g.variables[v].extent <= walk().block && !has_choices(g);
  }
  /// Rule 7: the output that is nothing but fold f, a product that one block finishes: the micro-kernel writes it where it goes, if the
  /// lanes lie side by side there. -1: there is none.
  constexpr int output_of_fold(int f) const {
    const auto& fold = walk().folds[f];
    if (fold.lanes_node < 0 || nest.output_count != 1 || nest.chunk >= 0 || walk().depth != 1 || this->alone || !this->whole_blocks() || !is_one_block()) return -1;
    const auto& o = nest.outputs[0];
    if (o.node != fold.node || (o.axes & nest.rows) != fold.rows || !planner::has(o.axes, lane)) return -1;
    for (int n = 0; n < g.size; ++n)
      for (int k = 0; k < g.nodes[n].edges; ++k)
        if (g.child(n, k) == fold.node) return -1;
    return 0;
  }

  // ---- folds row by row: those of the same rows that share functions are computed together
  /// The row along which fold f goes.
  constexpr int row_of(int f) const { return nest.tiles[walk().folds[f].tile].order[nest.tiles[walk().folds[f].tile].row_count - 1]; }
  /// The folds that are computed with f, if it is the first of them.
  constexpr std::uint64_t folded_with(int f) const {
    if (first_with(f) != f) return 0;
    return folds_with([&](int k) { return walk().folds[k].lanes_node < 0 && !swept(k) && first_with(k) == f; });
  }
  constexpr int first_with(int f) const {
    for (int i = 0; i < f; ++i)
      if (share_functions(i, f)) return first_with(i);
    return f;
  }
  constexpr bool share_functions(int a, int b) const {
    const auto &x = walk().folds[a], &y = walk().folds[b];
    if (x.lanes_node >= 0 || y.lanes_node >= 0 || swept(a) || swept(b) || x.level != y.level || x.rows != y.rows || row_of(a) != row_of(b) || has_choices(g)) return false;
    bool of_a[C]{}, of_b[C]{};
    mark_computed(g.child(x.node, 0), of_a);
    mark_computed(g.child(y.node, 0), of_b);
    for (int n = 0; n < g.size; ++n)
      if (of_a[n] && of_b[n] && planner::is_expensive(g, n)) return true;
    return false;
  }
  constexpr void mark_computed(int n, bool* seen) const {
    if (seen[n] || is_source(n)) return;
    seen[n] = true;
    for (int i = 0; i < g.nodes[n].edges; ++i) mark_computed(g.child(n, i), seen);
  }

  // ---- the sweep of a level
  /// The constants among the operands of what it computes.
  constexpr constant_uses constants_of_level(const level_view& l) const {
    constant_uses found;
    bool seen[C]{};
    for (int i = 0; i < l.shared.count; ++i)
      if ((l.computed >> i & 1) != 0) this->find_constants(l.shared.at[i], seen, found);
    return found;
  }
  constexpr level_view level(int number) const {
    level_view l;
    l.folds = folds_with([&](int f) { return swept(f) && walk().folds[f].level == number; });
    l.strips = strips_with([&](int t) { return swept_strip(t) && walk().strips[t].level == number; });
    if (!l.any()) return l;
    if (many_lane_blocks()) find_before(l);
    find_shared(l);
    bool seen[C]{}, asked[C]{}, anchored[C]{};
    int operations = 0;
    for (int i = 0; i < l.shared.count; ++i) {
      const int n = l.shared.at[i];
      if ((l.computed >> i & 1) == 0) continue;
      find_anchors(n, anchored, l.anchors);
      operations += count_operations(n, seen);
      l.asks_masks = l.asks_masks || asks_mask(n, asked);
    }
    l.is_light = this->vectors > 1 && walk().where != planner::scope::outer && operations <= 6;
    l.goes_along_rows = may_sweep_along_rows(l);
    return l;
  }
  // Of a sweep over all lanes: a root of a variance, the logarithm of a sum of weights. (A walk of a block of lanes has these packed.)
  constexpr void find_before(level_view& l) const {
    bool seen[C]{};
    for (int f = 0; f < walk().fold_count; ++f)
      if ((l.folds >> f & 1) != 0) find_before_below(g.child(walk().folds[f].node, 0), seen, l.before);
    for (int t = 0; t < walk().strip_count; ++t)
      if ((l.strips >> t & 1) != 0) find_before_below(nest.tiles[walk().strips[t].tile].node, seen, l.before);
  }
  constexpr void find_before_below(int n, bool* seen, node_list& found) const {
    if (seen[n]) return;
    seen[n] = true;
    for (int k = 0; k < g.nodes[n].edges; ++k) {
      const int c = g.child(n, k);
      if (is_source(c) || seen[c]) continue;
      bool counted[C]{}, asked[C]{};
      if ((g.nodes[c].free & lane_set()) == 0 && count_operations(c, counted) >= 100 && !needs_own_fold(c, asked)) {
        seen[c] = true;
        found.add(c);
      } else find_before_below(c, seen, found);
    }
  }
  // What this walk folds is not merged yet.
  constexpr bool needs_own_fold(int n, bool* seen) const {
    if (seen[n]) return false;
    seen[n] = true;
    if (fold_of_node(n) >= 0) return true;
    for (int k = 0; k < g.nodes[n].edges && !is_source(n); ++k)
      if (needs_own_fold(g.child(n, k), seen)) return true;
    return false;
  }
  // The roots that a sweep computes, bodies of folds and values of strips, and what they share.
  constexpr void find_shared(level_view& l) const {
    int uses[C]{};
    bool root[C]{}, of_strip[C]{};
    for (int f = 0; f < walk().fold_count; ++f)
      if ((l.folds >> f & 1) != 0) {
        this->count_uses(g.child(walk().folds[f].node, 0), uses);
        root[g.child(walk().folds[f].node, 0)] = true;
      }
    for (int t = 0; t < walk().strip_count; ++t)
      if ((l.strips >> t & 1) != 0) {
        const int n = nest.tiles[walk().strips[t].tile].node;
        // a strip's own value is computed, not read
        if (uses[n]++ == 0 && !is_stored(n))
          for (int k = 0; k < g.nodes[n].edges; ++k) this->count_uses(g.child(n, k), uses);
        root[n] = of_strip[n] = true;
      }
    for (int i = 0; i < l.before.count; ++i) {
      for (int k = 0; k < g.nodes[l.before.at[i]].edges; ++k) this->uncount_uses(g.child(l.before.at[i], k), uses);
      uses[l.before.at[i]] = 0;
    }
    for (int n = 0; n < g.size && l.shared.count < 64; ++n) {
      if (uses[n] == 0 || !(root[n] || (uses[n] > 1 && !is_source(n)))) continue;
      if (of_strip[n] || !is_source(n)) l.computed |= std::uint64_t{1} << l.shared.count;
      l.read_from[l.shared.count] = of_strip[n] ? -1 : tile_of(n);
      l.shared.add(n);
    }
  }
  constexpr void find_anchors(int n, bool* seen, node_list& found) const {
    if (seen[n]) return;
    seen[n] = true;
    const int m = g.is(n, op::anchored_exp) ? g.child(n, 1) : -1;
    if (m >= 0 && found.count < 8 && g.nodes[n].operand == g.nodes[m].type && tile_of(m) >= 0 && (g.nodes[m].free & walk().bound) == 0) {
      bool there = false;
      for (int i = 0; i < found.count; ++i) there = there || found.at[i] == m;
      if (!there) found.add(m);
    }
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (!is_source(g.child(n, k))) find_anchors(g.child(n, k), seen, found);
  }
  constexpr int count_operations(int n, bool* seen) const {
    if (seen[n]) return 0;
    seen[n] = true;
    int count = planner::is_expensive(g, n) ? 100 : 1;
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (!is_source(g.child(n, k))) count += count_operations(g.child(n, k), seen);
    return count;
  }
  constexpr int count_operations(std::initializer_list<int> nodes) const {
    bool seen[C]{};
    int count = 0;
    for (const int n : nodes) count += count_operations(n, seen);
    return count;
  }
  constexpr bool asks_mask(int n, bool* seen) const {
    if (seen[n]) return false;
    seen[n] = true;
    if (planner::is_position_mask(g, n, this->ranging())) return true;
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (const int c = g.child(n, k); !is_stored(c) && tile_of(c) < 0 && asks_mask(c, seen)) return true;
    return false;
  }
  constexpr bool may_sweep_along_rows(const level_view& l) const {
    if (!this->may_go_along_rows() || walk().depth == 0 || walk().inside != 0 || walk().where != planner::scope::lanes) return false;
    for (int f = 0; f < walk().fold_count; ++f)
      if ((l.folds >> f & 1) != 0 && !is_merged(walk().folds[f].node)) return false;
    for (int t = 0; t < walk().strip_count; ++t)
      if (const auto& tile = nest.tiles[walk().strips[t].tile]; (l.strips >> t & 1) != 0 && (tile.rows != planner::one(walk().order[walk().depth - 1]) || tile.turned)) return false;
    return true;
  }
  /// Whether what fold n gives along a vector is merged in registers.
  constexpr bool is_merged(int n) const {
    const fold_op o = g.fold_of(n);
    return (o == fold_op::sum || o == fold_op::prod || o == fold_op::max || o == fold_op::min || gives_place(o)) && g.nodes[n].operand != planner::scalar::b8;
  }

  /// Rows of which it takes longer to find those that a mask leaves out (some 500 cycles, for each block of lanes) than to compute them all.
  constexpr index_t rows_not_searched() const {
    constexpr int cycles = 512, most = 64;
    int operations = 1;
    bool seen[C]{};
    for (int f = 0; f < walk().fold_count; ++f) {
      if (!swept(f)) return 0;
      operations += count_operations(g.child(walk().folds[f].node, 0), seen);
    }
    for (int t = 0; t < walk().strip_count; ++t) {
      if (!walk().strips[t].swept()) return 0;
      operations += count_operations(nest.tiles[walk().strips[t].tile].node, seen);
    }
    const int rows = cycles / (this->vectors * operations);
    return rows < most ? rows : most;
  }

  // ---- a walk over all lanes
  /// Whether many blocks of lanes are swept at once, so that a level is entered and anchors are compared once for them.
  constexpr bool many_lane_blocks() const {
    if (walk().where != planner::scope::outer || walk().bounded) return false;
    for (int t = 0; t < walk().strip_count; ++t)
      if (!is_kept(walk().strips[t].tile)) return false;
    for (int f = 0; f < walk().fold_count; ++f)
      if (!swept(f)) return false;
    return true;
  }
  /// A variance over many of them: sums of deviations, divided once.
  constexpr bool sums_deviations(int n) const { return g.fold_of(n) == fold_op::var && many_lane_blocks(); }
  constexpr std::uint64_t sums_of_deviations(const level_view& l) const {
    return folds_with([&](int f) { return (l.folds >> f & 1) != 0 && sums_deviations(walk().folds[f].node); });
  }
  /// Whether a row may be swept at once, with nothing of its folds in memory before they are whole.
  constexpr bool may_sweep_at_once() const {
    if (walk().depth != 0 || walk().levels != 1 || has_choices(g) || !many_lane_blocks()) return false;
    for (int f = 0; f < walk().fold_count; ++f)
      if (walk().folds[f].anchor >= 0 || g.nodes[walk().folds[f].node].operand == planner::scalar::b8) return false;
    return true;
  }
};
/// Whether a walk may have written output o already.
template <int C> constexpr bool is_written_by_walk(const nest_view<C>& n, int o) {
  for (int w = 0; w < n.nest.walk_count; ++w)
    for (int f = 0; f < n.nest.walks[w].fold_count; ++f)
      if (walk_view<C>{{n, w}}.output_of_fold(f) == o) return true;
  return false;
}

}  // namespace heed::kernel
