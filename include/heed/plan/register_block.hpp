// The register block of the micro-kernel, and how many vectors the lanes of other nests have.
#pragma once

#include <heed/plan/nest.hpp>

namespace heed::planner {

/// The register block: `vectors` lanes wide, `tile_rows` rows high. Accumulators, one broadcast and the lanes' loads fit
/// the registers; among what fits, the least padding of a known extent, then the fewest loads per multiply-add.
struct register_block {
  int vectors, rows;
};
constexpr register_block choose_register_block(const machine& m, int lanes, index_t extent) {
  const int most = m.registers >= 32 ? 4 : 3;
  register_block best{1, 4};
  double best_cost = 0;
  for (int v = 1; v <= most; ++v) {
    int rows = (m.registers - 1 - v) / v;
    if (rows > 12) rows = m.registers >= 32 && v == 1 ? 16 : 12;
    if (m.registers >= 32 && v == 3) rows = 8;
    const index_t wide = v * lanes;
    const double e = static_cast<double>(extent == dynamic ? 16 * wide : extent);
    const double padded = extent == dynamic ? e : static_cast<double>((extent + wide - 1) / wide * wide);
    // loads a multiply-add: one row of lanes and one broadcast a row
    const double loads = (static_cast<double>(v) + rows) / (static_cast<double>(v) * rows);
    // a multiply-add takes at least half a load; few accumulators do not cover its latency
    const double latency = v * rows < 10 ? 10.0 / (v * rows) : 1.0;
    const double cost = padded / e * (loads > 0.55 ? 1 + (loads - 0.55) : 1.0) * latency;
    if (best_cost == 0 || cost < best_cost - 1e-9) { best = {v, rows}; best_cost = cost; }
  }
  return best;
}
/// Elements of a vector along so many: half a register where that holds them all, or three of them do, so that little is done for lanes that are not there,
/// nor under a mask. `lanes`: of a whole one.
constexpr int lanes_of_vectors(const machine& m, int lanes, index_t extent) {
  return m.half_registers && extent > 0 && (extent <= lanes / 2 || 2 * extent == 3 * lanes) ? lanes / 2 : lanes;
}
template <class P> constexpr int lanes_of_vectors(const P& p, index_t extent) { return lanes_of_vectors(p.target, p.lanes, extent); }

/// Vectors of lanes of a nest that multiplies nothing: four, or two, where rows of a known extent then end with a whole block: a rest has a loop
/// of its own, and rows that lie a power of two apart in memory were read at 0.6 of the speed with blocks of three. `most`: fewer where more is kept for each.
constexpr int without_a_rest(int lanes, index_t extent, int most, int otherwise) {
  for (int v = most < 4 ? most : 4; v >= 2; v -= 2)
    if (extent % (index_t{v} * lanes) == 0) return v;
  return otherwise;
}

namespace detail {

/// Whether blocks of lanes along a variable are all whole.
template <int N> constexpr bool fills_blocks(const program<N>& p, int v) {
  const index_t e = p.g.extent(v);
  const int lanes = lanes_of_vectors(p, e);
  return e != dynamic && e % (index_t{lanes} * choose_register_block(p.target, lanes, e).vectors) == 0;
}

}  // namespace detail
}  // namespace heed::planner
