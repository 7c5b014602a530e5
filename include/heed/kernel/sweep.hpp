// The sweep of a block: everything point-wise, for all rows, a vector of lanes or all vectors of a row at a time.
#pragma once

#include <heed/kernel/along_rows.hpp>
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
  template <int N> using fold = typename facts::template fold<N>;
  template <bool Open> using masked = typename facts::template masked<Open>;

  static constexpr const auto& view = value::view;
  template <int Level> using constants = sweep_constants<value, Level>;
  static constexpr bool many_lane_blocks = view.many_lane_blocks();

  // Of `Wide` vectors from j on, made once for a block's rows.
  template <int I, class B, int Wide> struct anchors_of_vectors { B value[Wide]; };
  template <int Level, int I> using anchor_type = typename R::template batch_of<typename R::template type<value::template at<Level>.anchors.at[I]>>;
  template <int Level, int Wide, class I> struct anchors;
  template <int Level, int Wide, int... I> struct anchors<Level, Wide, indices<I...>> : anchors_of_vectors<I, anchor_type<Level, I>, Wide>... {
    HEED_INLINE void read_all(const state& s, int j) {
      (read<I>(*this, s, j), ...);
      (void)s;
      (void)j;
    }
    template <int K, class B> static HEED_INLINE void read(anchors_of_vectors<K, B, Wide>& a, const state& s, int j) {
      for (int v = 0; v < Wide; ++v) a.value[v] = value::anchor(R::load(R::template tile_at<value::view.tile_of(value::template at<Level>.anchors.at[K])>(s, j + v)));
    }
    template <int K, class B> static HEED_INLINE const B& at(const anchors_of_vectors<K, B, Wide>& a, int v) { return a.value[v]; }
  };

  // ---- the sweep: all rows of the block for one vector of lanes, accumulators in registers
  // The accumulators of `Wide` vectors from j on, in registers.
  template <int N> using in_registers = std::conditional_t<view.sums_deviations(N), deviations<typename fold<N>::element, R::lanes>, typename fold<N>::accumulator>;
  template <int F, int Wide> struct accumulators_of_vectors { in_registers<walk.folds[F].node> value[Wide]; };
  template <int Wide, class Folds> struct accumulators;
  template <int Wide, int... F> struct accumulators<Wide, indices<F...>> : accumulators_of_vectors<F, Wide>... {
    template <int K> static HEED_INLINE void begin(accumulators_of_vectors<K, Wide>& a) {
      constexpr int n = walk.folds[K].node;
#pragma GCC unroll 8
      for (int v = 0; v < Wide; ++v) {
        if constexpr (view.sums_deviations(n)) a.value[v] = {fold<n>::all(0), fold<n>::all(0), fold<n>::all(0), fold<n>::all(0)};
        else a.value[v] = fold<n>::identity();
      }
    }
    // (unrolled: what g++ copies in other pieces than vectors would be waited for)
    template <int K> static HEED_INLINE void load(accumulators_of_vectors<K, Wide>& a, const state& s, int j) {
      constexpr int n = walk.folds[K].node, tile = walk.folds[K].tile;
#pragma GCC unroll 8
      for (int v = 0; v < Wide; ++v) {
        if constexpr (view.sums_deviations(n)) {
          a.value[v] = fold<n>::template load_sums<tile>(s, j + v);
          if (a.value[v].count.get(0) > 0) in_registers<n>::move_origin(a.value[v]);
        } else a.value[v] = fold<n>::template begin_piece<tile>(s, j + v);
      }
    }
    template <int K> static HEED_INLINE void store_one(const accumulators_of_vectors<K, Wide>& a, const state& s, int j) {
#pragma GCC unroll 8
      for (int v = 0; v < Wide; ++v) fold<walk.folds[K].node>::template end_piece<walk.folds[K].tile>(s, j + v, a.value[v]);
    }
    template <int K> using of = accumulators_of_vectors<K, Wide>;
  };

  template <int Level> using folds_taken = indices_in<value::template at<Level>.folds>;
  template <int Level> using strips_written = indices_in<value::template at<Level>.strips>;
  // What a level's folds take and its strips hold, for vector j (v is its place among the accumulators): when the anchors are known, from the A-th on, and the
  // values that are needed more than once, from the I-th on.
  template <int Level, bool Open, bool Edge, int A, int I, class Anchors, class Accumulators, class Known, int... F, int... T>
  static HEED_INLINE void at_point(state& s, int j, int v, const Anchors& anchored, Accumulators& acc, const Known& before, indices<F...> folds, indices<T...> strips) {
    constexpr auto& level = value::template at<Level>;
    if constexpr (A < level.anchors.count) {
      using B = anchor_type<Level, A>;
      at_point<Level, Open, Edge, A + 1, I>(s, j, v, anchored, acc, known_anchor<level.anchors.at[A], B, Known>{Anchors::template at<A, B>(anchored, v), before}, folds, strips);
    } else if constexpr (I < level.shared.count) {
      constexpr int n = level.shared.at[I], t = level.read_from[I];
      using E = typename R::template type<n>;
      using next = known_value<n, typename R::template batch_of<E>, Known>;
      if constexpr (t >= 0) at_point<Level, Open, Edge, A, I + 1>(s, j, v, anchored, acc, next{simd::to<E>(R::load(R::template tile_at<t>(s, j))), before}, folds, strips);
      else at_point<Level, Open, Edge, A, I + 1>(s, j, v, anchored, acc, next{masked<Open>::template get_as<n, E, true>(s, j, before), before}, folds, strips);
    } else {
      (take<walk.folds[F].node, Edge, Open>(s, j, static_cast<typename Accumulators::template of<F>&>(acc).value[v], before), ...);
      (R::store(known<nest.tiles[walk.strips[T].tile].node>(before), R::template tile_at<walk.strips[T].tile>(s, j)), ...);
      (void)s;
      (void)j;
      (void)v;
      (void)acc;
    }
  }
  // Points of Wide vectors from j on, with the accumulators in registers: of the rows of the block, or of the lanes of a row.
  // Of a row that is swept at once they begin with nothing, and are merged in the end.
  template <int Level, bool Open, int Wide, bool AtOnce = false, class Known, int... F> static HEED_INLINE void sweep_points(state& s, int j, const Known& known_constants, indices<F...> folds) {
    anchors<Level, Wide, indices_to<value::template at<Level>.anchors.count>> anchored;
    using in_vectors = accumulators<Wide, indices<F...>>;
    in_vectors acc;
    if constexpr (value::template at<Level>.anchors.count > 0) anchored.read_all(s, j);
    if constexpr (AtOnce) (in_vectors::template begin<F>(acc), ...);
    else (in_vectors::template load<F>(acc, s, j), ...);
    const auto point = [&](state& here, auto edge) HEED_INLINED {
      constexpr bool Edge = decltype(edge)::value;
      if constexpr (Wide == 1) at_point<Level, Open, Edge, 0, 0>(here, j, 0, anchored, acc, known_constants, folds, strips_written<Level>{});
      else {
        const int used = Edge ? R::used_vectors(here) : Wide;
        // (by constant numbers: g++ keeps an array in registers only if it sees no other)
        indices_to<Wide>::each_number([&](int v) HEED_INLINED {
          if (v < used) at_point<Level, Open, Edge, 0, 0>(here, j + v, v, anchored, acc, known_constants, folds, strips_written<Level>{});
        });
      }
    };
    if constexpr (!many_lane_blocks && Wide == 1)
      R::template for_points<block_set | walk.inside, block_set>(s, [&]() HEED_INLINED {
        at_point<Level, Open, walk.where == planner::scope::outer, 0, 0>(s, j, 0, anchored, acc, known_constants, folds, strips_written<Level>{});
      });
    else if constexpr (!many_lane_blocks) R::template for_points<block_set | walk.inside, block_set>(s, [&]() HEED_INLINED { point(s, std::bool_constant<walk.where == planner::scope::outer>{}); });
    else if constexpr (constexpr std::uint64_t deviations = view.sums_of_deviations(value::template at<Level>); deviations != 0)
      lanes_of_row<R, W>::begun(s, point, [&](index_t blocks) HEED_INLINED {
        indices_in<deviations>::each([&](auto i) HEED_INLINED { begin_deviations(static_cast<typename decltype(acc)::template of<decltype(i)::value>&>(acc).value, blocks); });
      });
    else lanes_of_row<R, W>::all(s, point);
    if constexpr (AtOnce) (fold<walk.folds[F].node>::template merge_registers<walk.folds[F].tile>(s, static_cast<const typename in_vectors::template of<F>&>(acc).value), ...);
    else (in_vectors::template store_one<F>(acc, s, j), ...);
    (void)folds;
  }
  // All lanes of a row, when what is the same for them is known.
  template <int Level> static constexpr node_list before = value::template at<Level>.before;
  template <int Level, bool Open, bool AtOnce = false, class Known> static HEED_INLINE void sweep_lanes(state& s, const Known& known_constants) {
    if constexpr (before<Level>.count == 0) sweep_points<Level, Open, R::vectors, AtOnce>(s, 0, known_constants, folds_taken<Level>{});
    else
      known_before_lanes<masked<Open>, before<Level>>::with(s, known_constants, [&](const auto& known) HEED_INLINED {
        sweep_points<Level, Open, R::vectors, AtOnce>(s, 0, known, folds_taken<Level>{});
      });
  }
  // Whether all that the sweep computes is for the side of a where that is not chosen here.
  template <int Level> static HEED_INLINE bool nothing_to_sweep(state& s) {
    bool nothing = true;
    folds_taken<Level>::each([&](auto i) HEED_INLINED { nothing = nothing && facts::template leave_out<walk.folds[decltype(i)::value].node>(s); });
    strips_written<Level>::each([&](auto i) HEED_INLINED { nothing = nothing && facts::template leave_out<nest.tiles[walk.strips[decltype(i)::value].tile].node>(s); });
    return nothing;
  }
  // ---- of one lane: all rows of the block, with vectors along them, whose elements are merged into what the folds have
  template <int Level, bool Open> HEED_LOOPS static void sweep_rows(const state& outside) {
    using along = alone_along<R, facts::block_variable>;
    using sweeps = sweep_run<along, W>;
    constexpr int v = facts::block_variable;
    state s = outside;  // (compilers keep it in registers)
    const typename sweeps::template constants<Level>::vectors made(s.run.constants, sweeps::template constants<Level>::uses);
    const typename sweeps::template constants<Level>::known known_constants{made};
    typename sweeps::template anchors<Level, 1, indices_to<value::template at<Level>.anchors.count>> anchored;
    typename sweeps::template accumulators<1, folds_taken<Level>> acc;
    anchored.read_all(s, 0);
    folds_taken<Level>::each([&](auto i) HEED_INLINED { decltype(acc)::template begin<decltype(i)::value>(acc); });
    along::for_vectors(s, s.lo[v], s.hi[v], [&](auto edge) HEED_INLINED {
      sweeps::template at_point<Level, Open, decltype(edge)::value, 0, 0>(s, 0, 0, anchored, acc, known_constants, folds_taken<Level>{}, strips_written<Level>{});
    });
    folds_taken<Level>::each([&](auto i) HEED_INLINED {
      constexpr int K = decltype(i)::value, n = walk.folds[K].node, tile = walk.folds[K].tile;
      const auto whole = sweeps::template fold<n>::whole_of(static_cast<const typename decltype(acc)::template of<K>&>(acc).value);
      fold<n>::template store<tile>(outside, 0, fold<n>::merged(fold<n>::template load<tile>(outside, 0), fold<n>::of_first(whole)));
    });
  }
  /// AtEdges: of the pieces that a mask on positions cuts through. They are few, or narrow, and swept a vector at a time.
  template <int Level, bool Open, bool AtEdges = false> HEED_LOOPS static void sweep(state& s) {
    if constexpr (value::template at<Level>.any() && value::template at<Level>.goes_along_rows) sweep_rows<Level, Open>(s);
    else if constexpr (value::template at<Level>.any()) {
      const typename constants<Level>::vectors made(s.run.constants, constants<Level>::uses);
      const typename constants<Level>::known known_constants{made};
      if constexpr (many_lane_blocks)
        R::template for_points<block_set, block_set>(s, [&]() HEED_INLINED { sweep_lanes<Level, Open>(s, known_constants); });
      else {
        int j = s.first_vector;
        if constexpr (value::template at<Level>.is_light && !AtEdges) {
          constexpr int together = R::vectors < 4 ? R::vectors : 4;
          for (; j + together <= s.last_vector; j += together) sweep_points<Level, Open, together>(s, j, known_constants, folds_taken<Level>{});
          if constexpr (R::whole_blocks && !walk.bounded && R::vectors % together == 0) return;
        }
        for (; j < s.last_vector; ++j) sweep_points<Level, Open, 1>(s, j, known_constants, folds_taken<Level>{});
      }
    }
  }
  static HEED_INLINE void sweep_at_once(state& s) {
    const typename constants<0>::vectors made(s.run.constants, constants<0>::uses);
    const typename constants<0>::known known_constants{made};
    sweep_lanes<0, false, true>(s, known_constants);
  }
  // One step of a fold; lanes beyond the edge keep what they have where lanes are merged in the end.
  template <int N, bool Edge, bool Open, class A, class Known> static HEED_INLINE void take(state& s, int j, A& a, const Known& k) {
    using step = std::conditional_t<g.fold_of(N) == fold_op::var, A, fold<N>>;
    if constexpr (Edge) {
      const index_t n = s.valid - j * R::lanes;
      const auto& x = masked<Open>::template operand_of_fold<N>(s, j, k);
      A changed = a;
      step::step(changed, x);
      if constexpr (view.sums_deviations(N)) add_steps(changed, 1);
      if (n >= R::lanes) a = changed;
      else a = step::choose(simd::first_lanes<R::lanes>(n), changed, a);
    } else if constexpr (gives_place(g.fold_of(N))) step::step(a, masked<Open>::template operand_of_fold<N>(s, j, k));
    else step::step(a, masked<Open>::template get_as<g.child(N, 0), typename fold<N>::element>(s, j, k));
    (void)s;
    (void)j;
  }
};

}  // namespace heed::kernel
