// Strips that are filled before the sweep of a block: contractions inside it, and operands that are turned for it.
#pragma once

#include <algorithm>

#include <heed/kernel/contract.hpp>
#include <heed/kernel/row_folds.hpp>
#include <heed/simd/transpose.hpp>

namespace heed::kernel {

/// Fills strip K of a walk for the block: a contraction, or another fold inside the block.
template <class R, int W, int K> void fold_into_strip(typename walk_facts<R, W>::state& s) {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  using value = typename facts::value;
  constexpr auto& g = R::g;
  constexpr vars block_set = facts::block_set;
  constexpr auto& t = R::nest.walks[W].strips[K];
  constexpr int n = t.fold.node;
  using fold = typename facts::template fold<n>;
  if constexpr (t.fold.lanes_node >= 0) {
    constexpr int lanes = value::tile_of(t.fold.lanes_node);
    contraction_run<R, t.tile, lanes, t.fold.lanes_node, t.fold.rows_node, block_set, g[n].bound, block_set>::run(s, false);
  } else {
    using A = typename fold::accumulator;
    constexpr int row = facts::block_variable;
    static_assert(block_set == planner::one(row));
    rows_of_fold<R, W, n>::template run<row>(
      s, s.lo[row], s.hi[row], [](state& x, auto&& each) HEED_INLINED { R::template for_points<R::g[n].bound, 0>(x, each); },
      [](state&, int, A& a) HEED_INLINED { a = fold::identity(); },
      [](state& x, int j, A& a) HEED_INLINED { fold::step(a, value::template operand_of_fold<n>(x, j, no_values{})); },
      [](state& x, int j, A& a) HEED_INLINED { R::template write_tile<R::nest.walks[W].strips[K].tile>(x, j, fold::finish(a)); });
  }
}

/// The same of an operand that lies across the lanes: it is turned in registers.
template <class R, int W, int K> void turn_into_strip(typename walk_facts<R, W>::state& s) {
  constexpr int block_variable = walk_facts<R, W>::block_variable, tile = R::nest.walks[W].strips[K].tile, access = R::access_to(R::nest.tiles[tile].node);
  using E = typename R::template type<R::nest.tiles[tile].node>;
  using reads = typename walk_facts<R, W>::value::reads;
  const index_t rows = s.hi[block_variable] - s.lo[block_variable], begin = s.first_vector * R::lanes, first = s.at[R::lane];
  const index_t end = s.last_vector * R::lanes < s.valid ? s.last_vector * R::lanes : s.valid;
  const index_t step = R::template stride_along<access, block_variable>(s);
  s.at[block_variable] = s.lo[block_variable];
  const auto lane_at = [&](index_t i) {
    s.at[R::lane] = first + i;
    return static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s);
  };
  E* to = R::template tile_at<tile>(s) + begin;
  if constexpr (planner::may_be_nowhere(R::g, R::g.accesses[access]))
    if (s.run.base[access] == nullptr) {  // there is no element to read, and none is chosen
      for (index_t r = 0; r < rows; ++r) std::fill_n(to + r * R::width, s.last_vector * R::lanes - begin, E(0));
      return;
    }
  const E* from = lane_at(begin);
  index_t stride = 0;
  bool even = true;  // whether a stride describes the lanes: not where a coordinate is clamped for some of them
  if constexpr (reads::template irregular_along_lanes<access>()) even = reads::template stride_between_edges<access>(s, end - begin - 1, stride);
  else stride = R::template stride_along<access, R::lane>(s);
  if (even && step == 1) simd::transpose(from, stride, end - begin, rows, to, R::width);
  else
    for (index_t i = 0; i < end - begin; ++i) {
      const E* lane = even ? from + i * stride : lane_at(begin + i);
      for (index_t r = 0; r < rows; ++r) to[r * R::width + i] = lane[r * step];
    }
  s.at[R::lane] = first;
  if (end < s.last_vector * R::lanes)
    for (index_t r = 0; r < rows; ++r) std::fill(to + r * R::width + end - begin, to + r * R::width + s.last_vector * R::lanes - begin, E(0));
}

}  // namespace heed::kernel
