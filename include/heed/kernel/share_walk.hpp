// A nest with few results on several threads: one query and a hundred thousand keys. The walks of its folds are cut into parts, and
// what these give is merged in their order, as the lanes of one vector are. Where the cuts are is decided by sizes alone, so the result
// does not depend on how many threads there are.
#pragma once

#include <algorithm>

#include <heed/kernel/cut.hpp>

namespace heed::kernel {

template <class P, class Functions, int I, bool Alone = P::value.nests[I].alone> struct split_nest {
  using shared = shared_nest<P, Functions, I, false, Alone>;  // what a walk keeps would be in another thread's tiles
  using K = typename shared::K;
  using R = typename shared::R;
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  template <int W> using walk = walk_run<R, W>;
  template <int W> using cutting = cut_walk<K, W>;
  static constexpr int walks = nest.walk_count > 0 ? nest.walk_count : 1;

  /// Pieces of work that are enough for as many threads as there may be: walks are cut where there are fewer.
  static constexpr index_t enough = 64;

  template <int W> static constexpr bool over_lanes = cutting<W>::over_lanes;

  static constexpr index_t known_points = [] {
    index_t n = 1;
    for (int i = 0; i < nest.outer_count; ++i) {
      const index_t e = g.variables[nest.outer[i]].extent;
      n *= e == dynamic ? 1 : e < enough ? e : enough;
    }
    return n;
  }();
  template <int W> static constexpr bool may_cut = [] {
    if (nest.walk_count == 0 || nest.chunk >= 0 || shared::outer < nest.outer_count || known_points >= enough) return false;
    if (cutting<W>::variable < 0) return false;
    const index_t rows = cutting<W>::known_extent(cutting<W>::variable);
    if (rows != dynamic && rows < 2 * cutting<W>::smallest) return false;
    if (over_lanes<W> || R::lane < 0) return true;
    const index_t lanes = cutting<W>::known_extent(R::lane);
    return lanes == dynamic || known_points * pieces_of(lanes, R::width) < enough;
  }();
  /// Whether there may be anything to cut, as far as the compiler knows.
  static constexpr bool possible = []<int... W>(std::integer_sequence<int, W...>) {
    if constexpr (nest.walk_count == 0) return false;
    else return (false || ... || may_cut<W>);
  }(std::make_integer_sequence<int, nest.walk_count>{});

  struct plan_of_cuts {
    index_t points = 0, blocks = 1;
    cut of[walks]{};
  };

  static index_t block_count(const state& s) {
    if constexpr (R::lane < 0 || R::view.written_at_lanes() == 0) return 1;
    else return pieces_of(R::extent(s, R::lane), R::width);
  }
  // Items of a walk: points, or points and blocks of lanes.
  template <int W> static index_t items(const plan_of_cuts& c) { return over_lanes<W> ? c.points : c.points * c.blocks; }

  // ---- a nest as far as its cut walks let it go
  // Walk W, which is over if it was cut.
  template <int W> static void pass(state& s, const plan_of_cuts& c, index_t item) {
    if constexpr (may_cut<W>)
      if (const cut& done = c.of[W]; done.parts > 1) {
        cutting<W>::template copy<false>(s, done.results + static_cast<std::size_t>(item * done.parts) * done.bytes);
        return;
      }
    if constexpr (over_lanes<W>) walk<W>::run_over_lanes(s);
    else walk<W>::run(s);
    (void)c;
    (void)item;
  }
  // What walks over the lanes give, up to walk End, and what is filled once for all lanes.
  template <int End> static void at_point(state& s, const plan_of_cuts& c, index_t point) {
    shared::template go_to<0>(s, point);
    [&]<int... W>(std::integer_sequence<int, W...>) {
      ([&] {
        if constexpr (over_lanes<W> && W < End) pass<W>(s, c, point);
      }(), ...);
    }(std::make_integer_sequence<int, nest.walk_count>{});
    if constexpr (End == nest.walk_count) K::fill_hoisted(s);
  }
  // The steps of a block of lanes, up to walk End.
  template <int End> static void at_block(state& s, const plan_of_cuts& c, index_t point, index_t block) {
    if constexpr (R::lane >= 0) {
      const index_t end = R::extent(s, R::lane), first = block * R::width;
      s.at[R::lane] = first;
      s.valid = end - first < R::width ? end - first : R::width;
    } else s.valid = 1;
    constexpr int last = [] {
      int n = 0;
      while (n < nest.step_count && !(nest.steps[n].is_walk && nest.steps[n].index == End)) ++n;
      return n;
    }();
    [&]<int... S>(std::integer_sequence<int, S...>) {
      ([&] {
        constexpr auto& t = nest.steps[S];
        if constexpr (t.hoisted) return;
        else if constexpr (!t.is_walk) K::template run_step<S>(s);
        else if constexpr (!over_lanes<t.index>) pass<t.index>(s, c, point * c.blocks + block);
      }(), ...);
    }(std::make_integer_sequence<int, last>{});
    (void)c;
    (void)point;
  }

  // ---- all of it
  template <class Executor> struct team {
    const typename R::data& d;
    int tasks;
    Executor& execute;
    char* tiles;
    std::size_t bytes;  // of the tiles of a task

    /// f(state, begin, end) for all units, by all tasks.
    template <class F> void run(index_t units, index_t at_a_time, F&& f) const {
      shared_work work(units, at_a_time);
      const auto task = [&](int t) {
        state mine{d};
        K::place_tiles(mine, tiles + bytes * static_cast<std::size_t>(t));
        work.take([&, item = index_t{-1}](index_t begin, index_t end) mutable { f(mine, item, begin, end); });
      };
      const int needed = units < tasks ? static_cast<int>(units) : tasks;
      if (needed == 1) task(0);
      else execute(needed, task);
      work.finish();
    }
  };
  template <int W, class Team> static void walk_in_parts(const plan_of_cuts& c, const Team& team) {
    if constexpr (may_cut<W>) {
      const cut& mine = c.of[W];
      if (mine.parts < 2) return;
      team.run(items<W>(c) * mine.parts, 1, [&](state& s, index_t& item, index_t begin, index_t end) {
        for (index_t unit = begin; unit < end; ++unit) {
          if (const index_t next = unit / mine.parts; next != item) {
            item = next;
            if constexpr (over_lanes<W>) at_point<W>(s, c, item);
            else {
              at_point<nest.walk_count>(s, c, item / c.blocks);
              at_block<W>(s, c, item / c.blocks, item % c.blocks);
            }
          }
          const index_t first = unit % mine.parts * mine.rows, all = cutting<W>::extent(s, mine);
          cutting<W>::run_part(s, mine, first, first + mine.rows < all ? first + mine.rows : all);
          cutting<W>::template copy<true>(s, mine.results + static_cast<std::size_t>(unit) * mine.bytes);
        }
      });
      for (index_t item = 0; item < items<W>(c); ++item) cutting<W>::merge_parts(team.d, mine, item);
    } else (void)c, (void)team;
  }
  // What is left when the walks are over: the steps behind them, and the results.
  template <class Team> static void write_all(const plan_of_cuts& c, const Team& team) {
    const index_t units = c.points * c.blocks;
    team.run(units, pieces_of(units, index_t{16} * team.tasks), [&](state& s, index_t& point, index_t begin, index_t end) {
      for (index_t unit = begin; unit < end; ++unit) {
        const index_t block = unit % c.blocks;
        if (const index_t next = unit / c.blocks; next != point) at_point<nest.walk_count>(s, c, point = next);
        if (block == 0) {
          s.valid = 1;
          K::write_outputs(s, indices_in<R::view.written_at_outer()>{});
        }
        if constexpr (R::view.written_at_lanes() != 0) {
          at_block<nest.walk_count>(s, c, point, block);
          K::write_outputs(s, indices_in<R::view.written_at_lanes()>{});
        }
      }
    });
  }

  /// False: there is nothing to cut, and nothing was done.
  template <class Executor> static bool run(const typename R::data& d, int threads, Executor& execute) {
    state s{d};
    if constexpr (K::may_be_alone)
      if (K::is_alone(s)) return split_nest<P, Functions, I, true>::run(d, threads, execute);
    plan_of_cuts c;
    c.points = shared::template points<0>(s);
    c.blocks = block_count(s);
    if (c.points == 0 || c.points * shared::block_count(s) >= enough) return false;
    bool any = false;
    index_t most = 1;
    const auto for_walks = [](auto&& f) {
      [&]<int... W>(std::integer_sequence<int, W...>) { (f(std::integral_constant<int, W>{}), ...); }(std::make_integer_sequence<int, nest.walk_count>{});
    };
    for_walks([&](auto w) {
      constexpr int W = decltype(w)::value;
      if constexpr (may_cut<W>) c.of[W] = cutting<W>::decide(s, items<W>(c), enough);
      any = any || c.of[W].parts > 1;
      most = std::max(most, items<W>(c) * c.of[W].parts);
    });
    if (!any) return false;

    scratch_arena::part memory;
    const int tasks = most < threads ? static_cast<int>(most) : threads;
    const std::size_t bytes = K::bytes_of_tiles(s);
    const team<Executor> all{d, tasks, execute, memory.take(bytes * static_cast<std::size_t>(tasks)), bytes};
    for_walks([&](auto w) {
      constexpr int W = decltype(w)::value;
      if (c.of[W].parts > 1) c.of[W].results = memory.take(static_cast<std::size_t>(items<W>(c) * c.of[W].parts) * c.of[W].bytes);
    });
    // walks over the lanes come first, then those of the blocks in the order of their steps
    for_walks([&](auto w) {
      if constexpr (over_lanes<decltype(w)::value>) walk_in_parts<decltype(w)::value>(c, all);
    });
    [&]<int... S>(std::integer_sequence<int, S...>) {
      ([&] {
        if constexpr (constexpr auto& t = nest.steps[S]; t.is_walk)
          if constexpr (!over_lanes<t.index>) walk_in_parts<t.index>(c, all);
      }(), ...);
    }(std::make_integer_sequence<int, nest.step_count>{});
    write_all(c, all);
    return true;
  }
};

/// Runs all nests of a plan, temporaries first, each by `threads` tasks; a nest starts when the one before is finished.
template <class P, class Functions, class Executor> void run_shared(const run_data<P, Functions>& d, int threads, Executor& execute) {
  run_nests(d, [&]<int I>(std::integral_constant<int, I>, const run_data<P, Functions>& of) {
    if constexpr (P::value.nests[I].together > 0) run_carried<P, Functions, I>(of, threads, execute);
    else {
      if constexpr (split_nest<P, Functions, I>::possible)
        if (split_nest<P, Functions, I>::run(of, threads, execute)) return;
      shared_nest<P, Functions, I>::run(of, threads, execute);
    }
  });
}

}  // namespace heed::kernel
