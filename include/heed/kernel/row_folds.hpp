// Folds with rows that are not the micro-kernel's: a few rows and vectors at a time, accumulators in registers.
#pragma once

#include <tuple>

#include <heed/kernel/sweep.hpp>

namespace heed::kernel {

/// Some rows and vectors at a time of folds N over values of walk W's block, of whose accumulators one A has those for a vector.
template <class R, int W, class A, int... N> struct rows_of_folds {
  using state = typename R::state;
  using accumulator = A;

  // Where little is computed, loading is what costs: all vectors, and rows that share what has lanes.
  static constexpr auto& view = walk_facts<R, W>::view;
  static constexpr bool is_light = view.count_operations({R::g.child(N, 0)...}) <= 6;
  static constexpr int at_once = !is_light ? 1 : simd::register_count >= 32 ? 4 : 2;

  // `points` calls for each point of the fold; begin, step and end get an accumulator for the row and the vector where the state stands.
  template <int Row, int Rows, int Wide, class Points, class Begin, class Step, class End>
  static HEED_INLINE void some(const state& outside, index_t row, int j, Points&& points, Begin&& begin, Step&& step, End&& end) {
    state s = outside;  // (compilers keep it in registers)
    accumulator a[Rows][Wide];
    const auto each = [&](auto&& f) HEED_INLINED {
      indices_to<Rows>::each_number([&](int r) HEED_INLINED {
        s.at[Row] = row + r;
        indices_to<Wide>::each_number([&](int v) HEED_INLINED { f(s, j + v, a[r][v]); });
      });
    };
    each(begin);
    points(s, [&]() HEED_INLINED { each(step); });
    each(end);
  }
  template <int Row, int Rows, class... F> static HEED_INLINE index_t from(const state& s, index_t row, index_t last, F&&... f) {
    for (; row + Rows <= last; row += Rows) {
      if constexpr (is_light && R::vectors > 1)
        if (s.last_vector - s.first_vector == R::vectors) {
          some<Row, Rows, R::vectors>(s, row, 0, f...);
          continue;
        }
      for (int j = s.first_vector; j < s.last_vector; ++j) some<Row, Rows, 1>(s, row, j, f...);
    }
    return row;
  }
  template <int Row, class... F> static HEED_INLINE void run(const state& s, index_t first, index_t last, F&&... f) {
    if constexpr (at_once > 1) first = from<Row, at_once>(s, first, last, f...);
    from<Row, 1>(s, first, last, f...);
  }
};

/// Fold K of the walk, and those of the same rows that share functions with it: what they share is computed once for all.
template <class R, int W> struct row_folds {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  using value = typename facts::value;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr vars block_set = facts::block_set;
  template <int K> using fold = typename facts::template fold<walk.folds[K].node>;

  static constexpr auto& view = facts::view;
  template <int K> static void run(state& s) {
    constexpr std::uint64_t with = view.folded_with(K);
    if constexpr (with != 0) run_all<K>(s, indices_in<with>{});
  }

 private:
  template <int First, int... K> static void run_all(state& s, indices<K...>) {
    constexpr int row = view.row_of(First);
    using A = std::tuple<typename fold<K>::accumulator...>;
    R::template for_points<walk.folds[First].rows & ~planner::one(row), R::chunk_set>(s, [&]() HEED_INLINED {
      const index_t end = R::end_of(s, R::chunk_set, row);
      rows_of_folds<R, W, A, walk.folds[K].node...>::template run<row>(
        s, R::begin_of(s, R::chunk_set, row), end, [](state& t, auto&& each) HEED_INLINED { R::template for_points<block_set, block_set>(t, each); },
        [](state& t, int j, A& a) HEED_INLINED { a = A{fold<K>::template begin_piece<walk.folds[K].tile>(t, j)...}; },
        [](state& t, int j, A& a) HEED_INLINED { std::apply([&](auto&... of) HEED_INLINED { (take<K>(t, j, of), ...); }, a); },
        [](state& t, int j, A& a) HEED_INLINED { std::apply([&](auto&... of) HEED_INLINED { (fold<K>::template end_piece<walk.folds[K].tile>(t, j, of), ...); }, a); });
    });
  }
  template <int K, class A> static HEED_INLINE void take(state& t, int j, A& a) {
    sweep_run<R, W>::template take<walk.folds[K].node, walk.where == planner::scope::outer, false>(t, j, a, no_values{});
  }
};

}  // namespace heed::kernel
