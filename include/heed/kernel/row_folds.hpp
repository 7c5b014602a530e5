// Folds with rows that are not the micro-kernel's: a few rows and vectors at a time, accumulators in registers.
#pragma once

#include <heed/kernel/sweep.hpp>

namespace heed::kernel {

template <class R, int W> struct row_folds {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  using value = typename facts::value;
  using sweeps = sweep_run<R, W>;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr vars block_set = facts::block_set;
  template <int N> using fold = typename facts::template fold<N>;

  template <int K> static constexpr int row_of = nest.tiles[walk.folds[K].tile].order[nest.tiles[walk.folds[K].tile].row_count - 1];
  // Where little is computed, loading is what costs: all vectors, and rows that share what has lanes.
  template <int K> static constexpr bool is_light = [] {
    bool seen[R::program.capacity]{};
    return sweeps::count_operations(g.child(walk.folds[K].node, 0), seen) <= 6;
  }();
  template <int K> static constexpr int rows_at_once = !is_light<K> ? 1 : simd::register_count >= 32 ? 4 : 2;
  template <int K, int Rows, int Wide> static HEED_INLINE void some_rows(const state& outside, index_t row, int j) {
    constexpr auto& f = walk.folds[K];
    using A = typename fold<f.node>::accumulator;
    state s = outside;  // (compilers keep it in registers)
    A a[Rows][Wide];
    const auto each = [&](auto&& step) HEED_INLINED {
      indices_to<Rows>::each([&](auto r) HEED_INLINED {
        s.at[row_of<K>] = row + r.value;
        indices_to<Wide>::each([&](auto v) HEED_INLINED { step(a[r.value][v.value], j + v.value); });
      });
    };
    each([&](A& x, int k) HEED_INLINED { x = fold<f.node>::template load<f.tile>(s, k); });
    R::template for_points<block_set, block_set>(s, [&]() HEED_INLINED {
      each([&](A& x, int k) HEED_INLINED { sweeps::template take<f.node, walk.where == planner::scope::outer>(s, k, x, value::template operand_of_fold<f.node>(s, k, no_values{})); });
    });
    each([&](A& x, int k) HEED_INLINED { fold<f.node>::template store<f.tile>(s, k, x); });
  }
  template <int K, int Rows> static HEED_INLINE index_t rows_from(const state& s, index_t row, index_t end) {
    for (; row + Rows <= end; row += Rows) {
      if constexpr (is_light<K> && R::vectors > 1)
        if (s.last_vector - s.first_vector == R::vectors) {
          some_rows<K, Rows, R::vectors>(s, row, 0);
          continue;
        }
      for (int j = s.first_vector; j < s.last_vector; ++j) some_rows<K, Rows, 1>(s, row, j);
    }
    return row;
  }
  template <int K> static void run(state& s) {
    constexpr int row = row_of<K>;
    R::template for_points<walk.folds[K].rows & ~planner::one(row), R::chunk_set>(s, [&]() HEED_INLINED {
      const index_t end = planner::has(R::chunk_set, row) ? s.hi[row] : R::template extent<row>(s);
      index_t r = planner::has(R::chunk_set, row) ? s.lo[row] : 0;
      if constexpr (rows_at_once<K> > 1) r = rows_from<K, rows_at_once<K>>(s, r, end);
      rows_from<K, 1>(s, r, end);
    });
  }
};

}  // namespace heed::kernel
