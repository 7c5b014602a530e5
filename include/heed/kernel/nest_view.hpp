// What is known of a nest when it is compiled, as a value that is asked: its functions are ordinary ones, made once for all expressions, where members of a class template that
// has an expression among its arguments would be made for each.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nan.hpp>
#include <heed/plan/reach.hpp>

namespace heed::kernel {

using planner::kind;
using planner::vars;

/// When something is so.
enum class choice : std::uint8_t { never, when_it_runs, always };

/// Nodes, in order.
struct node_list {
  int at[64]{};
  int count = 0;
  constexpr void add(int n) {
    if (count < 64) at[count++] = n;
  }
};

/// A nest of a program with room for C nodes.
template <int C> struct nest_view {
  const planner::graph<C>& g;
  const planner::nest<C>& nest;
  const planner::temporary* temporaries;
  const std::int16_t* temporary_of;
  const std::int16_t* access_of;
  const int* result_access;
  int number;    // of the nest
  int lane;      // the variable of its vectors
  int vectors;   // of a block of lanes
  bool alone;    // whether the lanes are taken one at a time
  bool keeps;    // whether there is room for what results need again

  /// The same with vectors along v.
  constexpr nest_view along(int v) const {
    nest_view x = *this;
    x.lane = v;
    x.vectors = 1;
    x.alone = false;
    return x;
  }
  constexpr vars lane_set() const { return lane < 0 ? 0 : planner::one(lane); }

  constexpr bool is_kept(int tile) const { return nest.tiles[tile].kept_by >= 0; }
  constexpr bool is_there(int tile) const { return keeps || !is_kept(tile); }
  /// Whether a node is read from a temporary: one that an earlier nest has computed.
  constexpr bool is_stored(int n) const { return temporary_of[n] >= 0 && temporaries[temporary_of[n]].made_by < number; }
  /// Whether a running sum is stored for one point at a time.
  constexpr bool is_carried(int n) const { return temporary_of[n] >= 0 && temporaries[temporary_of[n]].carried; }
  constexpr planner::seen_nodes<C> stored() const {
    planner::seen_nodes<C> all;
    for (int n = 0; n < g.size; ++n)
      if (is_stored(n)) all.enter(n);
    return all;
  }
  /// How the value of a node that lies in memory is addressed: a temporary, or a leaf.
  constexpr int access_to(int n) const { return is_stored(n) ? access_of[n] : g[n].item; }
  /// How the target of an output is addressed.
  constexpr int access_of_output(int o) const { return nest.outputs[o].temporary ? access_of[nest.outputs[o].node] : result_access[nest.outputs[o].target]; }
  constexpr bool is_in_memory(int n) const { return g.is(n, kind::leaf) || is_stored(n); }

  /// The term of an access along variable v, -1: none.
  constexpr int term_along(int access, int v) const {
    int found = -1;
    for (int t = g.accesses[access].first_term; t < g.accesses[access].first_term + g.accesses[access].terms; ++t)
      if (g.terms[t].variable == v) found = t;
    return found;
  }
  /// Whether the elements of an access are side by side along a row and apart along the lanes: as far as the plan knows, which then leaves the other way out.
  constexpr choice lies_across(int access, int row) const {
    const index_t along_lanes = planner::stride_along(g, g.accesses[access], lane), along_row = planner::stride_along(g, g.accesses[access], row);
    if (along_lanes == 0 || along_lanes == 1 || (along_row != 1 && along_row != planner::unknown_stride)) return choice::never;
    return along_lanes == planner::unknown_stride || along_row == planner::unknown_stride ? choice::when_it_runs : choice::always;
  }
  /// Whether vectors may run along rows: what is looked up is so for each lane in a row of a tile.
  constexpr bool may_go_along_rows() const {
    if (!alone) return false;
    for (int n = 0; n < g.size; ++n)
      if (g.is(n, kind::looked_up)) return false;
    return true;
  }
  /// Whether fold n, a maximum, is only there to be subtracted: a NaN shows in the sums, and need not be looked for here, too.
  constexpr bool leaves_nan_out(int n) const {
    return planner::needs_no_nan(g, nest, n, [this](int x) { return is_stored(x); });
  }
  /// Whether results may be written before the lanes are walked, by no walk: they are not among what a walk asks for.
  constexpr bool writes_early() const {
    for (int o = 0; o < nest.output_count; ++o)
      if (lane >= 0 && !planner::has(nest.outputs[o].axes, lane)) return true;
    return false;
  }
  /// Whether a walk may take a block in pieces, because a mask leaves out a part of it.
  constexpr bool in_pieces() const {
    for (int w = 0; w < nest.walk_count; ++w)
      if (nest.walks[w].bounded) return true;
    return false;
  }
};
template <int C, int M> constexpr nest_view<C> view_of(const planner::program<C, M>& p, int number, bool alone, bool keeps) {
  const auto& n = p.nests[number];
  return {p.g, n, p.temporaries_list, p.temporary_of, p.access_of, p.result_access, number, n.lane, alone ? 1 : n.vectors, alone, keeps};
}

}  // namespace heed::kernel
