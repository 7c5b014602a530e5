// What is known of a contraction when it is compiled: a value, made by a function that all expressions share.
#pragma once

#include <heed/kernel/nest_view.hpp>
#include <heed/simd/micro_kernel.hpp>

namespace heed::kernel {

struct contraction_view {
  bool computes = false;  // whether the rows are computed, not read
  int access = 0;         // how they are addressed, or what most of them is computed of
  int row = 0;            // the tile's contiguous rows
  int step = 0;           // the innermost summed variable: the longest of the lanes' tile's rows
  int lanes_row = -1;     // where `step` stands in the lanes' tile
  int size = 1;           // lanes of a register
  int vectors = 1;        // registers of a block
  int tile_rows = 1;
  index_t row_stride = simd::any_stride, step_stride = simd::any_stride;  // of the other operand
  index_t rows = simd::any_count, steps = simd::any_count;                // of a block
  bool is_one_block = false;   // whether one block of lanes may be all
  bool always_all = false;     // whether every walk works on all vectors of a block: none is ragged, and no mask leaves some out
  bool maybe_few = false;      // whether there may be so few lanes that vectors run along the other operand
  bool may_take_half = false;  // of lanes whose number is known only when the expression runs the last may fit half a register
  index_t of_register = 1, few = 1;  // elements of the machine's own register; how many lanes are few

  /// The rows of a register block so many vectors wide: as many as the registers beside those of the lanes and one broadcast, but not so many that few rows are left over.
  constexpr int height(int wide) const {
    if (wide == vectors) return tile_rows;
    return simd::register_count >= 32 ? 12 : wide == 1 ? 12 : 6;
  }
  /// Of what is made: whether the rows of a step are side by side, and not the steps of a row.
  constexpr bool steps_apart() const { return row_stride == 1 && step_stride != 1; }
};

/// The stride of an access along a variable, where it is a constant.
template <int C> constexpr index_t known_stride_along(const planner::graph<C>& g, int access, int v) {
  const index_t x = planner::stride_along(g, g.accesses[access], v);
  return x == planner::unknown_stride ? simd::any_stride : x;
}
// How far a variable runs, where every block is as long: no mask leaves out a part, and the last is whole.
template <int C> constexpr index_t known_count(const nest_view<C>& n, int v, vars blocked, int to, int lanes) {
  const index_t e = n.g.variables[v].extent;
  if (e == dynamic || !planner::has(blocked, v)) return e == dynamic ? simd::any_count : e;
  bool one_block = v != n.nest.chunk;
  for (int w = 0; w < n.nest.walk_count; ++w) {
    const auto& walk = n.nest.walks[w];
    if (walk.bounded) return simd::any_count;
    if (walk.depth > 0 && walk.order[walk.depth - 1] == v && walk.block < e) one_block = false;
  }
  if (one_block) return e;
  index_t block = n.nest.chunk == v ? n.nest.chunk_size : 0;
  for (const int t : {to, lanes})
    if (t >= 0 && planner::has(n.nest.tiles[t].relative, v)) block = n.nest.rows_of_block(n.nest.tiles[t], v);
  return block > 0 && e % block == 0 ? block : e < block ? e : simd::any_count;
}
/// Whether one of these variables may have no value when it runs.
template <int C> constexpr bool may_have_none(const planner::graph<C>& g, vars set) {
  for (int v = 0; v < g.variable_count; ++v)
    if (planner::has(set, v) && g.extent(v) <= 0) return true;
  return false;
}

/// For the arguments of `contraction_run`; size: elements of what a vector is computed in; of_register: of the machine's own.
template <int C> constexpr contraction_view view_of_contraction(const nest_view<C>& n, int to, int lanes, int with, int rows, vars step_set, vars blocked, int size, int of_register) {
  const auto& g = n.g;
  const auto& tiles = n.nest.tiles;
  contraction_view c;
  c.computes = !n.is_in_memory(rows);
  c.access = n.access_to(c.computes ? planner::largest_leaf(g, rows) : rows);
  c.row = tiles[to].order[tiles[to].row_count - 1];
  vars of_lanes = lanes < 0 ? g.nodes[with].free : 0;
  for (int k = 0; lanes >= 0 && k < tiles[lanes].row_count; ++k) of_lanes |= planner::one(tiles[lanes].order[k]);
  c.step = (of_lanes & step_set) != 0 ? planner::innermost_of(g, of_lanes & step_set) : lowest_in(step_set);
  for (int k = 0; lanes >= 0 && k < tiles[lanes].row_count; ++k)
    if (tiles[lanes].order[k] == c.step) c.lanes_row = k;
  c.size = size;
  c.vectors = n.alone ? 1 : static_cast<int>(n.width() / size);
  // a block wider in registers than was planned (float64 beside float32) takes fewer rows
  c.tile_rows = c.vectors <= n.vectors ? n.nest.tile_rows : 1 + n.nest.tile_rows * n.vectors / c.vectors / 2;
  c.row_stride = known_stride_along(g, c.access, c.row);
  c.step_stride = known_stride_along(g, c.access, c.step);
  c.rows = known_count(n, c.row, blocked, to, lanes);
  c.steps = known_count(n, c.step, blocked, to, lanes);
  const index_t e = n.lane < 0 ? 1 : g.extent(n.lane);
  c.is_one_block = n.lane < 0 || e == dynamic || e <= n.width();
  c.always_all = n.whole_blocks() && !n.in_pieces();
  c.of_register = of_register;
  c.few = of_register >= 4 ? 4 : 1;
  c.maybe_few = n.alone || e == dynamic || (e % n.width() > 0 && e % n.width() <= c.few);
  c.may_take_half = simd::has_half_registers && size * n.bytes_in(to) == 64 && n.lane >= 0 && e == dynamic;
  return c;
}

}  // namespace heed::kernel
