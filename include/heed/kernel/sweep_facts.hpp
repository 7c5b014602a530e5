// What a sweep computes at each point, as facts of the plan: values that are needed more than once, running maxima, folds and strips.
#pragma once

#include <heed/kernel/along_rows.hpp>
#include <heed/kernel/walk_facts.hpp>

namespace heed::kernel {

template <class R, int W> struct sweep_facts {
  using facts = walk_facts<R, W>;
  using value = typename facts::value;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];

  // ---- what is computed more than once at a point, in order
  struct list {
    int at[64]{};
    int count = 0;
  };
  static constexpr bool is_source(int n) { return g[n].edges == 0 || R::is_stored(n) || value::tile_of(n) >= 0 || g.is(n, kind::fold); }
  static constexpr void count_uses(int n, int* uses) {
    if (uses[n]++ > 0 || is_source(n)) return;
    for (int k = 0; k < g[n].edges; ++k) count_uses(g.child(n, k), uses);
  }
  // The roots that a sweep computes: bodies of folds and values of strips, and what they share.
  template <int Level> static constexpr list shared() {
    list l;
    int uses[R::program.capacity]{};
    bool root[R::program.capacity]{};
    for (int f = 0; f < walk.fold_count; ++f)
      if (facts::swept(f) && walk.folds[f].level == Level) {
        count_uses(g.child(walk.folds[f].node, 0), uses);
        root[g.child(walk.folds[f].node, 0)] = true;
      }
    for (int t = 0; t < walk.strip_count; ++t)
      if (facts::swept_strip(t) && walk.strips[t].level == Level) {
        const int n = nest.tiles[walk.strips[t].tile].node;
        // a strip's own value is computed, not read
        if (uses[n]++ == 0 && !R::is_stored(n))
          for (int k = 0; k < g[n].edges; ++k) count_uses(g.child(n, k), uses);
        root[n] = true;
      }
    for (int n = 0; n < g.size; ++n)
      if ((root[n] || (uses[n] > 1 && !is_source(n))) && uses[n] > 0 && l.count < 64) l.at[l.count++] = n;
    return l;
  }
  template <int Level> static constexpr list shared_nodes = shared<Level>();

  template <int Level> static constexpr bool writes_strip(int n) {
    for (int t = 0; t < walk.strip_count; ++t)
      if (facts::swept_strip(t) && walk.strips[t].level == Level && nest.tiles[walk.strips[t].tile].node == n) return true;
    return false;
  }

  template <int Level> struct computed_at {
    template <class F> static constexpr void add_to(F f) {
      for (int i = 0; i < shared_nodes<Level>.count; ++i)
        if (const int n = shared_nodes<Level>.at[i]; !is_source(n) || writes_strip<Level>(n)) f(n);
    }
  };
  // The running maxima that exponentials of a sweep are relative to.
  struct anchor_list {
    int at[8]{};
    int count = 0;
  };
  static constexpr void find_anchors(int n, bool* seen, anchor_list& found) {
    if (seen[n]) return;
    seen[n] = true;
    const int m = g.is(n, op::anchored_exp) ? g.child(n, 1) : -1;
    if (m >= 0 && found.count < 8 && g[n].operand == g[m].type && value::tile_of(m) >= 0 && (g[m].free & walk.bound) == 0) {
      bool there = false;
      for (int i = 0; i < found.count; ++i) there = there || found.at[i] == m;
      if (!there) found.at[found.count++] = m;
    }
    for (int k = 0; k < g[n].edges; ++k)
      if (!is_source(g.child(n, k))) find_anchors(g.child(n, k), seen, found);
  }
  template <int Level> static constexpr anchor_list anchors_of = [] {
    anchor_list found;
    bool seen[R::program.capacity]{};
    computed_at<Level>::add_to([&](int n) { find_anchors(n, seen, found); });
    return found;
  }();

  // The folds and the strips of a level that the sweep computes.
  template <int Level> static constexpr bool takes(int f) { return facts::swept(f) && walk.folds[f].level == Level; }
  template <int Level> static constexpr bool writes(int t) { return facts::swept_strip(t) && walk.strips[t].level == Level; }
  template <int Level> static constexpr bool has_sweep = [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (facts::swept(f) && walk.folds[f].level == Level) return true;
    for (int t = 0; t < walk.strip_count; ++t)
      if (facts::swept_strip(t) && walk.strips[t].level == Level) return true;
    return false;
  }();

  // Over all lanes many blocks of them are swept at once, so that a level is entered and anchors are compared once for them.
  static constexpr bool many_lane_blocks = walk.where == planner::scope::outer && !walk.bounded && [] {
    for (int t = 0; t < walk.strip_count; ++t)
      if (!R::is_kept(walk.strips[t].tile)) return false;
    for (int f = 0; f < walk.fold_count; ++f)
      if (!facts::swept(f)) return false;
    return true;
  }();
  // A variance over many of them: sums of deviations, divided once.
  static constexpr bool sums_deviations(int n) { return many_lane_blocks && g.fold_of(n) == fold_op::var; }
  static constexpr bool sums_any_deviations = [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (sums_deviations(walk.folds[f].node)) return true;
    return false;
  }();
  template <int Level> static constexpr bool takes_deviations(int f) { return takes<Level>(f) && sums_deviations(walk.folds[f].node); }

  static constexpr int count_operations(int n, bool* seen) {
    if (seen[n]) return 0;
    seen[n] = true;
    int count = planner::is_expensive(g, n) ? 100 : 1;
    for (int k = 0; k < g[n].edges; ++k)
      if (!is_source(g.child(n, k))) count += count_operations(g.child(n, k), seen);
    return count;
  }
  // Whether little is computed at a point: then each step of a fold waits for the one before, and four vectors of a row are taken together.
  template <int Level> static constexpr bool is_light = [] {
    if (R::vectors == 1 || walk.where == planner::scope::outer) return false;
    bool seen[R::program.capacity]{};
    int operations = 0;
    computed_at<Level>::add_to([&](int n) { operations += count_operations(n, seen); });
    return operations <= 6;
  }();
  /// Whether every block has all its vectors: none is ragged, and no mask leaves some out.
  static constexpr bool all_vectors = R::whole_blocks && !walk.bounded;
  /// Whether what fold n gives along a vector is merged in registers.
  static constexpr bool is_merged(int n) {
    const fold_op o = g.fold_of(n);
    return (o == fold_op::sum || o == fold_op::prod || o == fold_op::max || o == fold_op::min || gives_place(o)) && g[n].operand != planner::scalar::b8;
  }
  /// Whether one lane is swept with vectors along the block's rows.
  template <int Level> static constexpr bool goes_along_rows = may_go_along_rows<R> && facts::block_variable >= 0 && walk.inside == 0 && walk.where == planner::scope::lanes && [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (takes<Level>(f) && !is_merged(walk.folds[f].node)) return false;
    for (int t = 0; t < walk.strip_count; ++t)
      if (const auto& tile = nest.tiles[walk.strips[t].tile]; writes<Level>(t) && (tile.rows != facts::block_set || tile.turned)) return false;
    return true;
  }();
  // Whether a mask on positions is asked at a point: only then are open pieces computed in another way.
  static constexpr bool asks_mask(int n, bool* seen) {
    if (seen[n]) return false;
    seen[n] = true;
    if (planner::is_position_mask(g, n, value::ranging)) return true;
    for (int k = 0; k < g[n].edges; ++k)
      if (const int c = g.child(n, k); !R::is_stored(c) && value::tile_of(c) < 0 && asks_mask(c, seen)) return true;
    return false;
  }
  template <int Level> static constexpr bool asks_masks = [] {
    bool seen[R::program.capacity]{}, found = false;
    computed_at<Level>::add_to([&](int n) { found = found || asks_mask(n, seen); });
    return found;
  }();
  // Whether a row may be swept at once, with nothing of its folds in memory before they are whole.
  static constexpr bool may_sweep_at_once = many_lane_blocks && walk.depth == 0 && walk.levels == 1 && !facts::may_leave_out && [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (walk.folds[f].anchor >= 0 || g[walk.folds[f].node].operand == planner::scalar::b8) return false;
    return true;
  }();
};

}  // namespace heed::kernel
