// The sweep of a block: everything point-wise, for all rows, a vector of lanes or all vectors of a row at a time.
#pragma once

#include <heed/kernel/constants.hpp>
#include <heed/kernel/sweep_points.hpp>

namespace heed::kernel {

template <class R, int W> struct sweep_run {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  using value = typename facts::value;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr vars block_set = facts::block_set;
  static constexpr bool may_leave_out = facts::may_leave_out;
  template <int N> using fold = typename facts::template fold<N>;
  template <bool Open> using masked = typename facts::template masked<Open>;

  // ---- what is computed more than once at a point, in order
  struct list {
    int at[64]{};
    int count = 0;
  };
  static constexpr bool is_source(int n) { return g[n].edges == 0 || R::is_stored(n) || value::tile_of(n) >= 0 || g.is(n, kind::fold); }
  static constexpr void count_uses(int n, int* uses) {
    if (uses[n]++ > 0 || is_source(n)) return;
    for (int k = 0; k < g[n].edges; ++k) count_uses(g.child(n, k), uses);
  }
  // The roots that a sweep computes: bodies of folds and values of strips, and what they share.
  template <int Level> static constexpr list shared() {
    list l;
    int uses[R::program.capacity]{};
    bool root[R::program.capacity]{};
    for (int f = 0; f < walk.fold_count; ++f)
      if (facts::swept(f) && walk.folds[f].level == Level) {
        count_uses(g.child(walk.folds[f].node, 0), uses);
        root[g.child(walk.folds[f].node, 0)] = true;
      }
    for (int t = 0; t < walk.strip_count; ++t)
      if (facts::swept_strip(t) && walk.strips[t].level == Level) {
        const int n = nest.tiles[walk.strips[t].tile].node;
        // a strip's own value is computed, not read
        if (uses[n]++ == 0 && !R::is_stored(n))
          for (int k = 0; k < g[n].edges; ++k) count_uses(g.child(n, k), uses);
        root[n] = true;
      }
    for (int n = 0; n < g.size; ++n)
      if ((root[n] || (uses[n] > 1 && !is_source(n))) && uses[n] > 0 && l.count < 64) l.at[l.count++] = n;
    return l;
  }
  template <int Level> static constexpr list shared_nodes = shared<Level>();

  template <int Level> static constexpr bool writes_strip(int n) {
    for (int t = 0; t < walk.strip_count; ++t)
      if (facts::swept_strip(t) && walk.strips[t].level == Level && nest.tiles[walk.strips[t].tile].node == n) return true;
    return false;
  }

  template <int Level> struct computed_at {
    template <class F> static constexpr void add_to(F f) {
      for (int i = 0; i < shared_nodes<Level>.count; ++i)
        if (const int n = shared_nodes<Level>.at[i]; !is_source(n) || writes_strip<Level>(n)) f(n);
    }
  };
  template <int Level> using constants = loop_constants<R, value, computed_at<Level>>;

  // The running maxima that exponentials of a sweep are relative to.
  struct anchor_list {
    int at[8]{};
    int count = 0;
  };
  static constexpr void find_anchors(int n, bool* seen, anchor_list& found) {
    if (seen[n]) return;
    seen[n] = true;
    const int m = g.is(n, op::anchored_exp) ? g.child(n, 1) : -1;
    if (m >= 0 && found.count < 8 && g[n].operand == g[m].type && value::tile_of(m) >= 0 && (g[m].free & walk.bound) == 0) {
      bool there = false;
      for (int i = 0; i < found.count; ++i) there = there || found.at[i] == m;
      if (!there) found.at[found.count++] = m;
    }
    for (int k = 0; k < g[n].edges; ++k)
      if (!is_source(g.child(n, k))) find_anchors(g.child(n, k), seen, found);
  }
  template <int Level> static constexpr anchor_list anchors_of = [] {
    anchor_list found;
    bool seen[R::program.capacity]{};
    computed_at<Level>::add_to([&](int n) { find_anchors(n, seen, found); });
    return found;
  }();
  // Calls `then` with a function that adds the anchors of vector v to what is known.
  template <int Level, int Wide, int I, class Then> static HEED_INLINE void with_anchors(state& s, int j, Then&& then) {
    if constexpr (I == anchors_of<Level>.count) then([](int, const auto& known, auto&& f) HEED_INLINED { f(known); });
    else {
      constexpr int m = anchors_of<Level>.at[I];
      using B = std::remove_cvref_t<decltype(R::template read_tile<value::tile_of(m)>(s, j))>;
      B a[Wide];
      for (int v = 0; v < Wide; ++v) a[v] = value::anchor(R::template read_tile<value::tile_of(m)>(s, j + v));
      with_anchors<Level, Wide, I + 1>(s, j, [&](const auto& others) HEED_INLINED {
        then([&](int v, const auto& known, auto&& f) HEED_INLINED {
          others(v, known, [&](const auto& k) HEED_INLINED { f(known_anchor<m, B, std::remove_cvref_t<decltype(k)>>{a[v], k}); });
        });
      });
    }
  }

  template <int Level, int I, bool Open, class Known, class Then> static HEED_INLINE void with_shared(state& s, int j, const Known& known_before, Then&& then) {
    if constexpr (I == shared_nodes<Level>.count) then(known_before);
    else {
      constexpr int n = shared_nodes<Level>.at[I];
      auto x = [&] {
        constexpr int t = value::tile_of(n);
        if constexpr (t >= 0 && !writes_strip<Level>(n)) return R::template read_tile<t>(s, j);
        else return masked<Open>::template compute<n>(s, j, known_before);
      }();
      const known_value<n, decltype(x), Known> k{x, known_before};
      with_shared<Level, I + 1, Open>(s, j, k, then);
    }
  }

  // ---- the sweep: all rows of the block for one vector of lanes, accumulators in registers
  // Over all lanes many blocks of them are swept at once, so that a level is entered and anchors are compared once for them.
  static constexpr bool many_lane_blocks = walk.where == planner::scope::outer && !walk.bounded && [] {
    for (int t = 0; t < walk.strip_count; ++t)
      if (!R::is_kept(walk.strips[t].tile)) return false;
    for (int f = 0; f < walk.fold_count; ++f)
      if (!facts::swept(f)) return false;
    return true;
  }();
  // The accumulators of `Wide` vectors from j on, in registers.
  static constexpr bool sums_deviations(int n) { return many_lane_blocks && g.fold_of(n) == fold_op::var; }
  static constexpr bool sums_any_deviations = [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (sums_deviations(walk.folds[f].node)) return true;
    return false;
  }();
  template <int Level> static constexpr bool takes_deviations(int f) { return takes<Level>(f) && sums_deviations(walk.folds[f].node); }
  template <int N> using in_registers = std::conditional_t<sums_deviations(N), deviations<typename fold<N>::element, R::lanes>, typename fold<N>::accumulator>;
  template <int Level, int Wide, int F, class Then> static HEED_INLINE void with_accumulators(state& s, int j, Then&& then) {
    if constexpr (F == walk.fold_count) then(no_values{});
    else if constexpr (facts::swept(F) && walk.folds[F].level == Level) {
      constexpr int n = walk.folds[F].node;
      using A = in_registers<n>;
      A a[Wide];
      // (unrolled: what g++ copies in other pieces than vectors would be waited for)
#pragma GCC unroll 8
      for (int v = 0; v < Wide; ++v) {
        if constexpr (sums_deviations(n)) {
          a[v] = fold<n>::template load_sums<walk.folds[F].tile>(s, j + v);
          if (a[v].count.get(0) > 0) A::move_origin(a[v]);
        } else a[v] = fold<n>::template load<walk.folds[F].tile>(s, j + v);
      }
      with_accumulators<Level, Wide, F + 1>(s, j, [&](const auto& others) HEED_INLINED {
        then(accumulator_link<n, A[Wide], std::remove_cvref_t<decltype(others)>>{a, others});
      });
#pragma GCC unroll 8
      for (int v = 0; v < Wide; ++v) fold<n>::template store<walk.folds[F].tile>(s, j + v, a[v]);
    } else with_accumulators<Level, Wide, F + 1>(s, j, then);
  }
  template <int N, class A, class Before> struct accumulator_link {
    A& value;  // of each vector
    const Before& before;
  };
  template <int N, int M, class A, class B> static HEED_INLINE auto& accumulator(const accumulator_link<M, A, B>& l) {
    if constexpr (N == M) return l.value;
    else return accumulator<N>(l.before);
  }

  // The folds and the strips of a level that the sweep computes.
  template <int Level> static constexpr bool takes(int f) { return facts::swept(f) && walk.folds[f].level == Level; }
  template <int Level> static constexpr bool writes(int t) { return facts::swept_strip(t) && walk.strips[t].level == Level; }
  template <int Level> static constexpr bool has_sweep = [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (facts::swept(f) && walk.folds[f].level == Level) return true;
    for (int t = 0; t < walk.strip_count; ++t)
      if (facts::swept_strip(t) && walk.strips[t].level == Level) return true;
    return false;
  }();
  static constexpr int count_operations(int n, bool* seen) {
    if (seen[n]) return 0;
    seen[n] = true;
    int count = planner::is_expensive(g, n) ? 100 : 1;
    for (int k = 0; k < g[n].edges; ++k)
      if (!is_source(g.child(n, k))) count += count_operations(g.child(n, k), seen);
    return count;
  }
  // Whether little is computed at a point: then each step of a fold waits for the one before, and four vectors of a row are taken together.
  template <int Level> static constexpr bool is_light = [] {
    if (R::vectors == 1 || walk.where == planner::scope::outer) return false;
    bool seen[R::program.capacity]{};
    int operations = 0;
    computed_at<Level>::add_to([&](int n) { operations += count_operations(n, seen); });
    return operations <= 6;
  }();
  // Whether a mask on positions is asked at a point: only then are open pieces computed in another way.
  static constexpr bool asks_mask(int n, bool* seen) {
    if (seen[n]) return false;
    seen[n] = true;
    if (planner::is_position_mask(g, n, value::ranging)) return true;
    for (int k = 0; k < g[n].edges; ++k)
      if (const int c = g.child(n, k); !R::is_stored(c) && value::tile_of(c) < 0 && asks_mask(c, seen)) return true;
    return false;
  }
  template <int Level> static constexpr bool asks_masks = [] {
    bool seen[R::program.capacity]{}, found = false;
    computed_at<Level>::add_to([&](int n) { found = found || asks_mask(n, seen); });
    return found;
  }();
  // What a level's folds take and its strips hold, for vector j; v is its place among the accumulators.
  template <int Level, bool Open, bool Edge, class Accumulators, class Known> static HEED_INLINE void at_point(state& s, int j, int v, const Accumulators& acc, const Known& k) {
    facts::template for_folds<takes<Level>>([&](auto i) HEED_INLINED {
      constexpr int f = decltype(i)::value;
      constexpr int n = walk.folds[f].node;
      take<n, Edge>(s, j, accumulator<n>(acc)[v], masked<Open>::template operand_of_fold<n>(s, j, k));
    });
    facts::template for_strips<writes<Level>>([&](auto i) HEED_INLINED {
      constexpr int t = walk.strips[decltype(i)::value].tile;
      R::template write_tile<t>(s, j, known<nest.tiles[t].node>(k));
    });
  }
  template <int Level, bool Open, bool Edge, class Known, class Anchored, class Accumulators>
  static HEED_INLINE void sweep_point(state& s, int j, int v, const Known& known_constants, const Anchored& anchored, const Accumulators& acc) {
    anchored(v, known_constants, [&](const auto& before) HEED_INLINED {
      with_shared<Level, 0, Open>(s, j + v, before, [&](const auto& k) HEED_INLINED { at_point<Level, Open, Edge>(s, j + v, v, acc, k); });
    });
  }
  // Points of Wide vectors from j on, with the accumulators in registers.
  template <int Level, bool Open, int Wide, class Known, class Points> static HEED_INLINE void sweep_points(state& s, int j, const Known& known_constants, const Points& points) {
    with_anchors<Level, Wide, 0>(s, j, [&](const auto& anchored) HEED_INLINED {
      with_accumulators<Level, Wide, 0>(s, j, [&](const auto& acc) HEED_INLINED {
        const auto point = [&](state& here, auto edge) HEED_INLINED {
          constexpr bool Edge = decltype(edge)::value;
          const int used = Edge && Wide > 1 ? R::used_vectors(here) : Wide;
          // (by constant numbers: g++ keeps an array in registers only if it sees no other)
          indices_to<Wide>::each([&](auto i) HEED_INLINED {
            if (i.value < used) sweep_point<Level, Open, Edge>(here, j, i.value, known_constants, anchored, acc);
          });
        };
        if constexpr (sums_any_deviations)
          points.begun(s, point, [&](index_t blocks) HEED_INLINED {
            facts::template for_folds<takes_deviations<Level>>([&](auto i) HEED_INLINED { begin_deviations(accumulator<walk.folds[decltype(i)::value].node>(acc), blocks); });
          });
        else points(s, point);
      });
    });
  }
  // Whether all that the sweep computes is for the side of a where that is not chosen here.
  template <int Level> static HEED_INLINE bool nothing_to_sweep(state& s) {
    bool nothing = may_leave_out;
    if constexpr (may_leave_out) {
      facts::template for_folds<takes<Level>>([&](auto i) HEED_INLINED { nothing = nothing && facts::template leave_out<walk.folds[decltype(i)::value].node>(s); });
      facts::template for_strips<writes<Level>>([&](auto i) HEED_INLINED { nothing = nothing && facts::template leave_out<nest.tiles[walk.strips[decltype(i)::value].tile].node>(s); });
    }
    (void)s;
    return nothing;
  }
  template <int Level, bool Open> HEED_LOOPS static void sweep(state& s) {
    if constexpr (has_sweep<Level>)
      constants<Level>::with(s, [&](const auto& known_constants) HEED_INLINED {
        if constexpr (many_lane_blocks)
          R::template for_points<block_set, block_set>(s, [&]() HEED_INLINED { sweep_points<Level, Open, R::vectors>(s, 0, known_constants, lanes_of_row<R, W>{}); });
        else {
          int j = s.first_vector;
          if constexpr (is_light<Level>) {
            constexpr int together = R::vectors < 4 ? R::vectors : 4;
            for (; j + together <= s.last_vector; j += together) sweep_points<Level, Open, together>(s, j, known_constants, rows_of_block<R, W>{});
          }
          for (; j < s.last_vector; ++j) sweep_points<Level, Open, 1>(s, j, known_constants, rows_of_block<R, W>{});
        }
      });
  }
  template <int N, class A, class X> static HEED_INLINE void step(A& a, const X& x) {
    if constexpr (g.fold_of(N) == fold_op::var) A::step(a, x);
    else fold<N>::step(a, x);
  }
  // One step of a fold; lanes beyond the edge keep what they have where lanes are merged in the end.
  template <int N, bool Edge, class A, class X> static HEED_INLINE void take(state& s, int j, A& a, const X& x) {
    if constexpr (Edge) {
      const index_t n = s.valid - j * R::lanes;
      A changed = a;
      step<N>(changed, x);
      if constexpr (sums_deviations(N)) add_steps(changed, 1);
      if (n >= R::lanes) a = changed;
      else if constexpr (g.fold_of(N) == fold_op::var) a = A::choose(simd::first_lanes<R::lanes>(n), changed, a);
      else a = fold<N>::choose(simd::first_lanes<R::lanes>(n), changed, a);
    } else step<N>(a, x);
    (void)s;
    (void)j;
  }
};

}  // namespace heed::kernel
