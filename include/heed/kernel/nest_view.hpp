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

/// Bytes of a line of the cache.
inline constexpr index_t line_bytes = 64;

constexpr int lowest_in(vars s) {
  int v = 0;
  while (!planner::has(s, v)) ++v;
  return v;
}

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
  const int *result_access, *result_lane;
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

  /// Elements of a block.
  constexpr index_t width() const { return alone ? 1 : index_t{nest.lanes} * vectors; }
  /// Whether every block of lanes is full. (What is written before the lanes are walked has one lane.)
  constexpr bool whole_blocks() const { return lane >= 0 && !alone && g.variables[lane].extent > 0 && g.variables[lane].extent % width() == 0; }

  /// Bytes of a tile's elements: truth values lie there as float, 0 or 1, but for those that were only turned.
  constexpr int bytes_in(int tile) const {
    const planner::scalar t = g.nodes[nest.tiles[tile].node].type;
    return t == planner::scalar::b8 && !nest.tiles[tile].turned ? 4 : planner::bytes_of(t);
  }
  constexpr bool is_kept(int tile) const { return nest.tiles[tile].kept_by >= 0; }
  constexpr bool is_there(int tile) const { return keeps || !is_kept(tile); }
  // ---- tiles: [rows...][width], row-major
  /// How many rows a tile has along its k-th variable, and how many elements it has from one to the next; -1 where that is known when it runs.
  constexpr index_t known_rows(int t, int k) const {
    const int v = nest.tiles[t].order[k];
    return planner::has(nest.tiles[t].relative, v) ? nest.rows_of_block(nest.tiles[t], v) : g.variables[v].extent == dynamic ? -1 : g.variables[v].extent;
  }
  constexpr index_t known_stride(int t, int k) const {
    index_t x = width() * nest.tiles[t].parts;
    for (int i = nest.tiles[t].row_count - 1; i > k; --i) {
      const index_t rows = known_rows(t, i);
      if (rows < 0 || (rows > 0 && x > (index_t{1} << 40) / rows)) return -1;
      x *= rows;
    }
    return x;
  }
  constexpr index_t whole_blocks_of(index_t lanes_inside) const { return (lanes_inside + width() - 1) / width() * width(); }
  /// The elements of a tile, where that is a constant.
  constexpr index_t known_size(int t) const {
    if (!is_there(t)) return 0;
    if (!nest.tiles[t].all_lanes) return known_stride(t, -1);
    const index_t inside = g.variables[lane < 0 ? 0 : lane].extent;
    return inside == dynamic ? -1 : whole_blocks_of(inside);
  }
  /// Where variable v, one of a tile's rows, stands among them.
  constexpr int place_in(int t, int v) const {
    int k = 0;
    while (nest.tiles[t].order[k] != v) ++k;
    return k;
  }
  /// The tile whose memory a tile has.
  constexpr int owner_of(int t) const {
    while (nest.tiles[t].alias >= 0) t = nest.tiles[t].alias;
    return t;
  }

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
  constexpr int access_to(int n) const { return is_stored(n) ? access_of[n] : g.nodes[n].item; }
  /// How the target of an output is addressed.
  constexpr int access_of_output(int o) const { return nest.outputs[o].temporary ? access_of[nest.outputs[o].node] : result_access[nest.outputs[o].target]; }
  constexpr bool is_in_memory(int n) const { return g.is(n, kind::leaf) || is_stored(n); }

  /// Whether an access changes with the lanes.
  constexpr bool moves_along_lanes(int access) const {
    vars v = 0;
    for (int t = 0; t < g.accesses[access].terms; ++t) v |= planner::one(g.terms[g.accesses[access].first_term + t].variable);
    return planner::has(planner::base_variables(g, v), lane);
  }
  /// Whether nothing that an access moves along is worked out from others.
  constexpr bool is_plain(int access) const {
    for (int t = 0; t < g.accesses[access].terms; ++t)
      if (g.variables[g.terms[g.accesses[access].first_term + t].variable].derived) return false;
    return true;
  }
  /// Where an access is contiguous along v, and its lanes follow one another with nothing between: how many elements each has; else 0.
  constexpr index_t side_by_side(int access, int v) const {
    const index_t elements = g.variables[v].extent;
    return elements > 1 && planner::stride_along(g, g.accesses[access], v) == 1 && planner::stride_along(g, g.accesses[access], lane) == elements ? elements : 0;
  }
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

  // ---- where tiles lie whose sizes are constants
  template <int Tiles> struct tile_places {
    std::size_t at[Tiles]{}, bytes = 0;
    bool known = true;
  };
  template <int Tiles> constexpr tile_places<Tiles> places() const {
    tile_places<Tiles> p;
    for (int t = 0; t < nest.tile_count && p.known; ++t) {
      const auto& tile = nest.tiles[t];
      if (tile.alias >= 0) continue;
      const index_t size = known_size(t);
      const int bytes = planner::bytes_of(g.nodes[tile.node].type);
      p.known = size >= 0;
      p.at[t] = p.bytes;
      p.bytes += (static_cast<std::size_t>(p.known ? size : 0) * static_cast<std::size_t>(bytes < 4 ? 4 : bytes) + 63) / 64 * 64 * static_cast<std::size_t>(tile.copies);
    }
    for (int t = 0; t < nest.tile_count; ++t) p.at[t] = p.at[owner_of(t)];
    return p;
  }
  /// Whether there may be no room for what is kept, as far as the extents are not known before.
  constexpr bool may_lack_room() const {
    for (int t = 0; t < nest.tile_count && keeps; ++t) {
      if (!is_kept(t)) continue;
      if (nest.tiles[t].all_lanes && known_size(t) < 0) return true;
      for (int k = 0; k < nest.tiles[t].row_count; ++k)
        if (g.variables[nest.tiles[t].order[k]].extent == dynamic) return true;
    }
    return false;
  }

  // ---- the order of a nest, a bit for each number
  constexpr bool is_over_lanes(const planner::step& s) const { return s.is_walk && nest.walks[s.index].where == planner::scope::outer; }
  constexpr std::uint64_t walks_over_lanes() const {
    return bits_of(nest.walk_count, [this](int w) { return nest.walks[w].where == planner::scope::outer; });
  }
  constexpr std::uint64_t hoisted_steps() const {
    return bits_of(nest.step_count, [this](int k) { return nest.steps[k].hoisted; });
  }
  constexpr std::uint64_t steps_of_block() const {
    return bits_of(nest.step_count, [this](int k) { return !nest.steps[k].hoisted && !is_over_lanes(nest.steps[k]); });
  }
  /// What has no lanes is written before they are walked.
  constexpr bool is_written_at_outer(int o) const { return lane >= 0 && !planner::has(nest.outputs[o].axes, lane); }
  constexpr std::uint64_t written_at_outer() const {
    return bits_of(nest.output_count, [this](int o) { return is_written_at_outer(o); });
  }
  constexpr std::uint64_t written_at_lanes() const {
    return bits_of(nest.output_count, [this](int o) { return !is_written_at_outer(o); });
  }
  /// Whether the one result's blocks of lanes need nothing but themselves: then they are written in one loop over all, row by row.
  constexpr bool only_writes() const {
    if (lane < 0 || nest.chunk >= 0 || nest.output_count != 1 || (nest.outputs[0].axes & nest.rows) != nest.rows) return false;
    for (int k = 0; k < nest.step_count; ++k)
      if (!nest.steps[k].hoisted && !is_over_lanes(nest.steps[k])) return false;
    return true;
  }
  /// Whether that may come to be written past the caches (kernel/stream.hpp): by whole lines, and by the extents as far as they are known.
  constexpr bool may_stream(const planner::machine& m) const {
    const auto& result = nest.outputs[0];
    const planner::scalar type = g.nodes[result.node].type;
    const index_t bytes = planner::bytes_of(type);
    if (type == planner::scalar::b8 || result.temporary || width() * bytes % line_bytes != 0) return false;
    const index_t n = planner::static_points(g, result.axes);
    return n < 0 || n >= planner::beyond_caches(m) / bytes;
  }
  /// The row variable along which the target of an output may be contiguous, -1 where it is none of the rows.
  constexpr int contiguous_row_of_output(int o) const {
    const auto& out = nest.outputs[o];
    const auto& a = g.accesses[access_of_output(o)];
    int found = -1;
    for (int v = 0; v < g.variable_count; ++v) {
      if (!planner::has(out.axes & nest.rows, v)) continue;
      if (out.temporary ? planner::stride_along(g, a, v) == 1 : v == result_lane[out.target]) found = v;
    }
    return found;
  }
  /// The row variable along which what lies in memory, a leaf or a temporary, may be contiguous; -1: none, or of no use.
  constexpr int contiguous_row(const planner::tile& t, int node) const {
    const auto& a = g.accesses[access_to(node)];
    for (int k = t.row_count - 1; k >= 0; --k) {
      const int v = t.order[k];
      const index_t stride = planner::stride_along(g, a, v);
      if ((stride == 1 || stride == planner::unknown_stride) && !planner::is_irregular_along(g, a, v) && !planner::is_irregular_along(g, a, lane)) return v;
    }
    return -1;
  }
  /// What a tile reads from memory with its rows side by side and its lanes apart, if that is one value; -1.
  constexpr int lying_across(int tile) const {
    const auto& t = nest.tiles[tile];
    if (lane < 0 || g.nodes[t.node].type == planner::scalar::b8) return -1;
    int found = -1, count = 0;
    planner::seen_nodes<C> seen;
    find_lying_across(t, t.node, found, count, seen);
    return count == 1 ? found : -1;
  }
  constexpr void find_lying_across(const planner::tile& t, int node, int& found, int& count, planner::seen_nodes<C>& seen) const {
    if (!seen.enter(node)) return;
    if (is_in_memory(node)) {
      if (node == found || !planner::has(g.nodes[node].free, lane) || g.nodes[node].type != g.nodes[t.node].type || contiguous_row(t, node) < 0) return;
      found = node;
      ++count;
    } else if (g.is(node, kind::elementwise))
      for (int k = 0; k < g.nodes[node].edges; ++k) find_lying_across(t, g.child(node, k), found, count, seen);
  }

 protected:
  template <class F> static constexpr std::uint64_t bits_of(int count, F chosen) {
    std::uint64_t b = 0;
    for (int i = 0; i < count; ++i)
      if (chosen(i)) b |= std::uint64_t{1} << i;
    return b;
  }
};
template <int C, int M> constexpr nest_view<C> view_of(const planner::program<C, M>& p, int number, bool alone, bool keeps) {
  const auto& n = p.nests[number];
  return {p.g, n, p.temporaries_list, p.temporary_of, p.access_of, p.result_access, p.result_lane, number, n.lane, alone ? 1 : n.vectors, alone, keeps};
}

}  // namespace heed::kernel
