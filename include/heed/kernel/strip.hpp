// Strips that are filled before the sweep of a block: contractions inside it, and operands that are turned for it.
#pragma once

#include <algorithm>

#include <heed/kernel/contract.hpp>
#include <heed/kernel/row_folds.hpp>
#include <heed/simd/transpose.hpp>

namespace heed::kernel {

/// Fills strip K of a nest that takes its lanes one at a time with a fold: in vectors along what is folded, whose elements are merged for each row, or along the rows.
template <class R, int W, int K> struct fold_of_one_lane {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr int tile = R::nest.walks[W].strips[K].tile, n = R::nest.walks[W].strips[K].fold.node, row = walk_facts<R, W>::block_variable;
  static constexpr int folded = planner::innermost_of(g, g.nodes[n].bound);

  static constexpr bool possible = R::view.may_go_along_rows() && walk_facts<R, W>::view.is_merged(n) && !gives_place(g.fold_of(n)) && R::nest.tiles[tile].rows == planner::one(row);
  // How many elements of operands lie side by side along v, and how many do not.
  static constexpr void count(int i, int v, int& beside, planner::seen_nodes<R::program.capacity>& seen) {
    if (!seen.enter(i)) return;
    if (R::view.is_stored(i) || g.is(i, kind::leaf)) {
      if (!planner::has(g.nodes[i].free, v)) return;
      const auto& a = g.accesses[R::view.access_to(i)];
      const index_t stride = planner::stride_along(g, a, v);
      beside += stride == 1 || (stride == planner::unknown_stride && a.maps > 0 && g.maps[a.first_map + a.maps - 1].used() == planner::one(v)) ? 1 : -1;
    } else if (walk_facts<R, W>::value::view.tile_of(i) < 0)
      for (int k = 0; k < g.nodes[i].edges; ++k) count(g.child(i, k), v, beside, seen);
  }
  static constexpr int beside_along(int v) {
    int beside = 0;
    planner::seen_nodes<R::program.capacity> seen;
    count(g.child(n, 0), v, beside, seen);
    return beside;
  }
  static constexpr bool along_folded = (g.extent(folded) == dynamic || 2 * g.extent(folded) >= elements_along_rows<R>) && beside_along(folded) >= beside_along(row);
  using along = alone_along<R, along_folded ? folded : row>;
  using sweeps = sweep_run<along, W>;
  using fold = typename sweeps::template fold<n>;
  template <bool Edge> static HEED_INLINE void take(state& s, typename fold::accumulator& a) {
    sweeps::template take<n, Edge, false>(s, 0, a, no_values{});
  }

  HEED_LOOPS static void run(const state& outside) {
    state s = outside;  // (compilers keep it in registers)
    if constexpr (along_folded) {
      for (index_t r = s.lo[row]; r < s.hi[row]; ++r) {
        s.at[row] = r;
        typename fold::accumulator a[1] = {fold::identity()};
        R::template for_points<g.nodes[n].bound & ~planner::one(folded), 0>(s, [&]() HEED_INLINED {
          along::for_vectors(s, 0, R::extent(s, folded), [&](auto edge) HEED_INLINED { take<decltype(edge)::value>(s, a[0]); });
        });
        R::store(walk_facts<R, W>::template fold<n>::of_first(fold::whole_of(a)), R::template tile_at<tile>(s));
      }
    } else
      along::for_vectors(s, s.lo[row], s.hi[row], [&](auto) HEED_INLINED {
        auto a = fold::identity();
        R::template for_points<g.nodes[n].bound, 0>(s, [&]() HEED_INLINED { take<false>(s, a); });
        along::store(fold::finish(a), along::template tile_at<tile>(s));
      });
  }
};

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
    constexpr int lanes = value::view.tile_of(t.fold.lanes_node);
    contraction_run<R, t.tile, lanes, t.fold.lanes_node, t.fold.rows_node, R::nest.tiles[t.tile].rows, g.nodes[n].bound, block_set | R::chunk_set>::run(s, false);
  } else if constexpr (fold_of_one_lane<R, W, K>::possible) fold_of_one_lane<R, W, K>::run(s);
  else {
    using A = typename fold::accumulator;
    constexpr int row = facts::block_variable;
    static_assert(block_set == planner::one(row));
    rows_of_folds<R, W, A, n>::template run<row>(
      s, s.lo[row], s.hi[row], [](state& x, auto&& each) HEED_INLINED { R::template for_points<R::g.nodes[n].bound, 0>(x, each); },
      [](state&, int, A& a) HEED_INLINED { a = fold::identity(); },
      [](state& x, int j, A& a) HEED_INLINED { fold::step(a, value::template operand_of_fold<n>(x, j, no_values{})); },
      [](state& x, int j, A& a) HEED_INLINED { R::store(fold::finish(a), R::template tile_at<R::nest.walks[W].strips[K].tile>(x, j)); });
  }
}

/// The same of an operand that lies across the lanes: it is turned in registers.
template <class R, int W, int K> void turn_into_strip(typename walk_facts<R, W>::state& s) {
  constexpr int tile = R::nest.walks[W].strips[K].tile, along = R::nest.walks[W].strips[K].along, access = R::view.access_to(R::nest.tiles[tile].node);
  constexpr vars rows = R::nest.tiles[tile].rows, block_set = walk_facts<R, W>::block_set;
  using E = typename R::template type<R::nest.tiles[tile].node>;
  using reads = typename walk_facts<R, W>::value::reads;
  const index_t begin = s.first_vector * R::lanes, all = s.last_vector * R::lanes, end = all < s.valid ? all : s.valid, first = s.at[R::lane];
  const index_t step = R::template stride_along<access, along>(s), to_step = R::template tile_stride_along<tile, along>(s);
  const index_t first_row = R::begin_of(s, block_set, along), count = R::end_of(s, block_set, along) - first_row;
  if constexpr (R::alone) {
    R::template for_points<rows & ~planner::one(along), block_set>(s, [&]() HEED_INLINED {
      s.at[along] = first_row;
      E* to = R::template tile_at<tile>(s);
      const bool is_there = !planner::may_be_nowhere(R::g, R::g.accesses[access]) || s.run.base[access] != nullptr;
      const E* from = static_cast<const E*>(s.run.base[access]) + (is_there ? R::template offset<access>(s) : 0);
      for (index_t r = 0; r < count; ++r) to[r * to_step] = is_there ? from[r * step] : E(0);
    });
    return;
  }
  constexpr vars others = rows & ~planner::one(along);
  const auto turn = [&]() HEED_INLINED {
    s.at[along] = first_row;
    E* to = R::template tile_at<tile>(s) + begin;
    if constexpr (planner::may_be_nowhere(R::g, R::g.accesses[access]))
      if (s.run.base[access] == nullptr) {  // there is no element to read, and none is chosen
        for (index_t r = 0; r < count; ++r) std::fill_n(to + r * to_step, all - begin, E(0));
        return;
      }
    s.at[R::lane] = first + begin;
    const E* from = static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s);
    index_t stride = 0;
    bool even = true;
    if constexpr (!planner::is_irregular_along(R::g, R::g.accesses[access], R::lane)) stride = R::template stride_along<access, R::lane>(s);
    else {  // a stride describes the lanes, but where a coordinate is clamped for some of them
      even = reads::template stride_between_edges<access>(s, end - begin - 1, stride);
      for (index_t i = 0; !even && i < end - begin; ++i) {
        s.at[R::lane] = first + begin + i;
        const E* lane = static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s);
        for (index_t r = 0; r < count; ++r) to[r * to_step + i] = lane[r * step];
      }
    }
    s.at[R::lane] = first;
    constexpr index_t known_step = planner::stride_along(R::g, R::g.accesses[access], along);
    constexpr bool maybe_beside = known_step == 1 || known_step == planner::unknown_stride;
    const bool beside = maybe_beside && (known_step == 1 || step == 1);
    if constexpr (constexpr index_t side_by_side = R::view.side_by_side(access, along); simd::are_few_side_by_side<E>(side_by_side))
      if (even && count == side_by_side) return simd::take_any_apart<static_cast<int>(side_by_side)>(from, end - begin, to, to_step);
    if constexpr (maybe_beside)
      if (even && beside) simd::transpose<!planner::is_within(R::g, R::nest.tiles[tile].node, R::program.target.l2)>(from, stride, end - begin, count, to, to_step);
    if constexpr (known_step != 1)
      if (even && !beside) simd::transpose_apart(from, stride, end - begin, step, count, to, to_step);
    if (end < all)
      for (index_t r = 0; r < count; ++r) std::fill(to + r * to_step + end - begin, to + r * to_step + all - begin, E(0));
  };
  if constexpr (others == 0) turn();
  else R::template for_points<others, block_set>(s, turn);
}

}  // namespace heed::kernel
