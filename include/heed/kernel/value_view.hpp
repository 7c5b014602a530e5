// What is known of the values that a walk of a nest asks for, when it is compiled: where they are held, what is read and what computed. A value that is asked, as `nest_view` is.
#pragma once

#include <heed/kernel/constant_uses.hpp>
#include <heed/kernel/nest_view.hpp>

namespace heed::kernel {

/// What is written before the lanes are walked asks in place of a walk.
inline constexpr int before_lanes = -2;

/// For walk `walk_number` of a nest, -1: none, or `before_lanes`. reads_strips: whether what it and earlier ones hold is readable; not where a loop inside left the block.
template <int C> struct value_view : nest_view<C> {
  int walk_number;
  bool reads_strips = true;

  using nest_view<C>::g;
  using nest_view<C>::nest;
  using nest_view<C>::lane;
  using nest_view<C>::is_stored;
  using nest_view<C>::is_kept;
  using nest_view<C>::is_there;
  using nest_view<C>::lane_set;

  constexpr const planner::walk& walk() const { return nest.walks[walk_number < 0 ? 0 : walk_number]; }
  constexpr bool at_outer() const { return walk_number < 0 ? walk_number == before_lanes : walk().where == planner::scope::outer; }
  /// What ranges over several values in a block.
  constexpr vars ranging() const { return (walk_number < 0 ? 0 : walk().bound) | lane_set(); }

  /// The tile in which node n is held here, -1 where it is computed.
  constexpr int tile_of(int n) const {
    if (walk_number >= 0 && reads_strips) {
      const int t = nest.strip_tile(walk(), n);
      if (t >= 0 && is_there(t)) return t;
    }
    const int t = nest.tile_of[n];
    if (t >= 0 && is_kept(t)) {
      const int by = nest.tiles[t].kept_by;
      const bool outer = nest.walks[by].where == planner::scope::outer;
      const bool over = walk_number == -1 || (outer == at_outer() ? walk_number < 0 || by < walk_number : outer);
      return is_there(t) && reads_strips && over ? t : -1;
    }
    // tiles of a block of lanes are not there before the lanes are walked
    if (t >= 0 && at_outer() && !nest.tiles[t].at_outer) return -1;
    return t;
  }
  /// What is read, not computed, where another value needs it.
  constexpr bool is_source(int n) const { return g.nodes[n].edges == 0 || is_stored(n) || tile_of(n) >= 0 || g.is(n, kind::fold); }

  // ---- operations with constants
  /// Floating-point x / c is x * (1 / c).
  constexpr bool divides_by_constant(int n) const { return g.is(n, op::divide) && planner::is_float(g.nodes[n].operand) && g.nodes[g.child(n, 1)].what == kind::constant; }
  constexpr bool raises_to_constant(int n) const { return g.is(n, op::pow) && planner::is_float(g.nodes[n].operand) && g.nodes[g.child(n, 1)].what == kind::constant; }
  /// A constant of the plan (an item below 0); one that is known when it runs has none.
  constexpr double literal(int n) const { return g.nodes[n].item < 0 ? g.constants[-1 - g.nodes[n].item] : 0; }
  constexpr void find_constants(int n, bool* seen, constant_uses& found) const {
    if (seen[n]) return;
    seen[n] = true;
    if (g.is(n, kind::elementwise))
      for (int k = 0; k < g.nodes[n].edges; ++k)
        if (const int c = g.child(n, k); g.is(c, kind::constant) && g.nodes[n].operand != planner::scalar::b8)
          found.add({c, g.nodes[n].operand, k == 1 && divides_by_constant(n), g.nodes[c].item, literal(c)});
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (!is_source(g.child(n, k))) find_constants(g.child(n, k), seen, found);
  }
  /// Those of a loop that computes node n, or (none: -1) only reads.
  constexpr constant_uses constants_of(int n) const {
    constant_uses found;
    bool seen[C]{};
    if (n >= 0) find_constants(n, seen, found);
    return found;
  }

  // ---- what is computed more than once
  constexpr void count_uses(int n, int* uses) const {
    if (uses[n]++ > 0 || is_source(n)) return;
    for (int k = 0; k < g.nodes[n].edges; ++k) count_uses(g.child(n, k), uses);
  }
  constexpr void uncount_uses(int n, int* uses) const {
    if (--uses[n] > 0 || is_source(n)) return;
    for (int k = 0; k < g.nodes[n].edges; ++k) uncount_uses(g.child(n, k), uses);
  }
  /// Below node n at a point of a loop, where n itself is computed.
  constexpr node_list shared_below(int n) const {
    node_list l;
    int uses[C]{};
    for (int k = 0; k < g.nodes[n].edges; ++k) count_uses(g.child(n, k), uses);
    for (int i = 0; i < n; ++i)
      if (uses[i] > 1 && !is_source(i)) l.add(i);
    return l;
  }
  /// What a loop over lanes reads below node n, or n itself, that is the same for all of them.
  constexpr node_list same_for_lanes(int n) const {
    node_list l;
    bool seen[C]{};
    find_same(n, seen, l);
    return l;
  }
  constexpr void find_same(int n, bool* seen, node_list& l) const {
    if (seen[n]) return;
    seen[n] = true;
    const bool read = is_source(n);
    if (read && (g.nodes[n].free & lane_set()) == 0 && !g.is(n, kind::constant) && (tile_of(n) >= 0 || is_stored(n) || !g.is(n, kind::fold)) && l.count < 16) l.add(n);
    for (int k = 0; k < g.nodes[n].edges && !read; ++k) find_same(g.child(n, k), seen, l);
  }
  // ---- the edges of a line
  /// Whether node n is a `where` that is known to let everything through, where that is known of masks on positions: of those of a walk, or of those between the edges of a line.
  constexpr bool is_open(int n) const { return planner::is_position_mask(g, n, walk_number < 0 ? ~vars{0} : ranging()); }
  /// Conditions on positions, of each such `where` below node n: where they hold at two points of a line, they hold between these. None, if that is not so of one, or if none changes along the lanes.
  constexpr node_list edges_below(int n) const {
    node_list l;
    bool seen[C]{}, changes = false;
    if (!find_edges(n, seen, l)) l.count = 0;
    for (int i = 0; i < l.count; ++i) changes = changes || (g.nodes[l.at[i]].free & lane_set()) != 0;
    if (!changes) l.count = 0;
    return l;
  }
  constexpr bool find_edges(int n, bool* seen, node_list& l) const {
    if (seen[n] || g.nodes[n].edges == 0 || is_stored(n) || tile_of(n) >= 0) return true;
    seen[n] = true;
    if (!g.is(n, kind::elementwise) && !g.is(n, kind::convert)) return false;  // (what is folded, looked up or yours may be computed at other points)
    if (is_open(n)) {
      if (!holds_between(g.child(n, 0))) return false;
      l.add(g.child(n, 0));
    }
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (!find_edges(g.child(n, k), seen, l)) return false;
    return true;
  }
  constexpr bool holds_between(int c) const {
    if ((g.nodes[c].free & lane_set()) == 0) return true;
    if (!g.is(c, kind::elementwise) || is_stored(c) || tile_of(c) >= 0) return false;
    const op o = g.op_of(c);
    if (o == op::logical_and) return holds_between(g.child(c, 0)) && holds_between(g.child(c, 1));
    const int compared = o == op::logical_not ? g.child(c, 0) : c;
    return g.is(compared, kind::elementwise) && g.op_of(compared) >= op::less && g.op_of(compared) <= op::greater_equal && holds_differences(g.nodes[compared].operand) &&
           goes_straight(g.child(compared, 0)) && goes_straight(g.child(compared, 1));
  }
  // (unsigned integers wrap around below 0, and small ones within a line)
  static constexpr bool holds_differences(planner::scalar type) { return type == planner::scalar::i32 || type == planner::scalar::i64; }
  // Whether an integer grows by the same from each lane to the next.
  constexpr bool goes_straight(int n) const {
    if ((g.nodes[n].free & lane_set()) == 0) return true;
    if (!holds_differences(g.nodes[n].type) || is_stored(n) || tile_of(n) >= 0) return false;
    if (g.is(n, kind::position)) return planner::is_of_positions_alone(g, n);
    if (g.is(n, kind::convert)) return goes_straight(g.child(n, 0));
    return (g.is(n, op::add) || g.is(n, op::subtract)) && goes_straight(g.child(n, 0)) && goes_straight(g.child(n, 1));
  }
  /// Whether a `where` chooses the same for all lanes, by positions alone, of sides that take more than to choose.
  constexpr bool chooses_for_all(int n) const {
    constexpr int little = 4;
    if (lane < 0 || (g.nodes[g.child(n, 0)].free & lane_set()) != 0 || !planner::is_of_positions_alone(g, g.child(n, 0))) return false;
    bool seen[C]{};
    return computed_below(g.child(n, 1), seen) + computed_below(g.child(n, 2), seen) >= little;
  }
  constexpr int computed_below(int n, bool* seen) const {
    if (seen[n] || g.is(n, kind::constant) || tile_of(n) >= 0) return 0;
    seen[n] = true;
    int count = 1;
    for (int k = 0; k < g.nodes[n].edges && !is_source(n); ++k) count += computed_below(g.child(n, k), seen);
    return count;
  }
  /// Whether there are folds at or below a or b that are computed where they are used.
  constexpr bool has_inline_folds(int a, int b) const {
    planner::seen_nodes<C> seen;
    return has_inline_fold(a, seen) || has_inline_fold(b, seen);
  }
  constexpr bool has_inline_fold(int n, planner::seen_nodes<C>& seen) const {
    if (!seen.enter(n) || is_stored(n) || tile_of(n) >= 0) return false;
    if (g.is(n, kind::fold)) return true;
    for (int i = 0; i < g.nodes[n].edges; ++i)
      if (has_inline_fold(g.child(n, i), seen)) return true;
    return false;
  }
  /// Whether what is looked up lies in memory, where a stride describes its lanes.
  constexpr bool is_regular_in_memory(int x) const {
    if (tile_of(x) >= 0 || !this->is_in_memory(x) || g.nodes[x].type == planner::scalar::b8) return false;
    return !planner::is_irregular_along(g, g.accesses[this->access_to(x)], lane);
  }
};

}  // namespace heed::kernel
