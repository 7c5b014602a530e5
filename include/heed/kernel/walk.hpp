// A walk: blocks of rows; in a block, level by level, contractions into strips, one sweep over rows and lanes for everything
// point-wise, then the products whose lanes the sweep has written.
#pragma once

#include <algorithm>

#include <heed/kernel/blocks.hpp>
#include <heed/kernel/contract.hpp>
#include <heed/kernel/fetch_blocks.hpp>
#include <heed/kernel/loop_in_blocks.hpp>
#include <heed/kernel/row_folds.hpp>
#include <heed/kernel/strip.hpp>
#include <heed/kernel/sweep.hpp>
#include <heed/simd/rescale.hpp>

namespace heed::kernel {

template <class R, int W> struct walk_run {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  using value = typename facts::value;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr int block_variable = facts::block_variable;
  static constexpr vars block_set = facts::block_set;
  static constexpr vars outer_set = facts::outer_set;
  using sweeps = sweep_run<R, W>;
  static constexpr const auto& view = value::view;
  using bounds = block_bounds<R, W>;
  using fetching = fetch_operands<R, W>;
  using in_blocks = loop_in_blocks<R>;
  template <int N> using fold = typename facts::template fold<N>;
  using all_folds = indices_to<walk.fold_count>;

  // ---- accumulators
  template <int... K> static HEED_INLINE void start(state& s, indices<K...>) { (start_fold<K>(s), ...); }
  template <int K> static HEED_INLINE void start_fold(state& s) {
    constexpr auto& f = walk.folds[K];
    if constexpr (f.rows == 0) {  // by vectors, as they are read: what is written in other pieces would be waited for
      const int begun = R::begun_vectors(s);
#pragma GCC unroll 8
      for (int j = 0; j < begun; ++j) fold<f.node>::template store<f.tile>(s, j, fold<f.node>::identity());
    } else if constexpr (gives_place(g.fold_of(f.node)))
      R::template for_points<f.rows, R::chunk_set>(s, [&]() HEED_INLINED {
        const int begun = R::begun_vectors(s);
        for (int j = 0; j < begun; ++j) fold<f.node>::template store<f.tile>(s, j, fold<f.node>::identity());
      });
    else if constexpr (!facts::one_block || f.lanes_node < 0) {
      using T = typename R::template tile_element<f.tile>;
      T* const p = reinterpret_cast<T*>(s.tile[f.tile]);
      constexpr T start = static_cast<T>(fold<f.node>::start());
      const index_t size = R::template tile_used<f.tile>(s);
      const int used = walk.where == planner::scope::outer ? R::vectors : R::used_vectors(s);  // (over all lanes: of every block)
      if (R::vectors == 1 || used == R::vectors) std::fill_n(p, size, start);
      else  // (row by row it would be a call of memset for each)
        for (int j = 0; j < used; ++j)
          for (index_t i = 0; i < size; i += R::width) simd::all<T, R::lanes>(start).store(p + i + j * R::lanes);
    }
    (void)s;
  }
  using variances = indices_in<view.variances()>;
  template <int... K> static HEED_INLINE void finish(state& s, indices<K...>) { (finish_variance<K>(s), ...); }
  template <int K> static HEED_INLINE void finish_variance(state& s) {
    constexpr auto& f = walk.folds[K];
    R::template for_points<f.rows, R::chunk_set>(s, [&]() HEED_INLINED {
      const int begun = R::begun_vectors(s);
      for (int j = 0; j < begun; ++j) R::store(fold<f.node>::finish(fold<f.node>::template load<f.tile>(s, j)), R::template tile_at<f.tile>(s, j));
    });
  }

  // ---- anchors: partial results are relative to a running maximum; when it grows they are rescaled
  // What the anchors were before this block.
  struct anchors {
    char of[walk.fold_count][index_t{R::lanes} * R::vectors * 8];
  };
  using anchor_folds = indices_in<view.anchor_folds()>;
  template <int... K> static HEED_INLINE void remember(state& s, anchors& a, indices<K...>) { (remember_anchor<K>(s, a), ...); }
  template <int K> static HEED_INLINE void remember_anchor(state& s, anchors& a) {
    using T = typename R::template type<walk.folds[K].node>;
    for (int j = s.first_vector; j < s.last_vector; ++j) R::load(R::template tile_at<walk.folds[K].tile>(s, j)).store(reinterpret_cast<T*>(a.of[K]) + j * R::lanes);
  }
  template <int K> static HEED_INLINE void rescale(state& s, anchors& a) {
    constexpr auto& f = walk.folds[K];
    constexpr int m = view.fold_of_node(f.anchor);
    using T = typename R::template type<f.anchor>;
    static_assert(std::is_same_v<T, typename R::template tile_element<f.tile>>);
    if constexpr (R::alone) {
      const auto now = R::load(R::template tile_at<walk.folds[m].tile>(s));
      simd::rescale_all<R::lanes>(reinterpret_cast<T*>(s.tile[f.tile]), R::template tile_used<f.tile>(s), *reinterpret_cast<const T*>(a.of[m]), simd::first_of(now), f.power);
    } else simd::rescale<R::lanes, R::vectors>(reinterpret_cast<T*>(s.tile[f.tile]), R::template tile_used<f.tile>(s) / R::width, reinterpret_cast<const T*>(a.of[m]),
                                        static_cast<const T*>(R::template tile_at<walk.folds[m].tile>(s)), f.power, s.first_vector, s.last_vector);
  }

  // Calls f(open) for every piece of the block that the walk takes apart.
  static constexpr bool in_pieces = walk.bounded && walk.where == planner::scope::lanes && block_variable >= 0;
  struct whole_block {};
  using pieces = std::conditional_t<in_pieces, row_pieces, whole_block>;  // (of one that is never taken apart nobody sets the pieces to nothing)
  template <class F> static HEED_INLINE void for_pieces(state& s, const pieces& p, F&& f) {
    for (int i = 0; i < p.count; ++i) {
      s.lo[block_variable] = p.at[i].lo;
      s.hi[block_variable] = p.at[i].hi;
      s.first_vector = p.at[i].first;
      s.last_vector = p.at[i].last;
      f(p.at[i].open);
    }
    s.first_vector = 0;
    s.last_vector = R::used_vectors(s);
  }

  template <int Level> static constexpr bool sweeps_or_multiplies = value::template at<Level>.any() || view.multiplied(Level) != 0;

  template <int K> static HEED_INLINE void fill(state& s) {
    if constexpr (in_blocks::any && !planner::has(g.nodes[nest.tiles[walk.strips[K].tile].node].free, in_blocks::v))
      if (s.at[in_blocks::v] > 0) return;  // it is there from the first step
    if constexpr (facts::may_leave_out)
      if (facts::template leave_out<nest.tiles[walk.strips[K].tile].node>(s)) return;
    if constexpr (walk.strips[K].across()) turn_into_strip<R, W, K>(s);
    if constexpr (walk.strips[K].contraction) fold_into_strip<R, W, K>(s);
  }
  template <int K> static HEED_INLINE void multiply(state& s) {
    constexpr auto& f = walk.folds[K];
    if constexpr (facts::may_leave_out)
      if (facts::template leave_out<f.node>(s)) return;
    if constexpr (f.lanes_node < 0) row_folds<R, W>::template run<K>(s);
    else {
      using product = contraction_run<R, f.tile, value::view.tile_of(f.lanes_node), f.lanes_node, f.rows_node, f.rows, block_set, block_set | R::chunk_set>;
      if constexpr (view.output_of_fold(K) >= 0 && !product::converts && !product::c.computes) {
        constexpr int o = view.output_of_fold(K);
        if (R::template stride_along<R::view.access_of_output(o), R::lane>(s) == 1) return product::template run_into_target<o>(s);
      }
      product::run(s, !facts::one_block);
    }
  }
  template <int... K> static HEED_INLINE void fill_all(state& s, indices<K...>) { (fill<K>(s), ...); }
  template <int... K> static HEED_INLINE void rescale_all(state& s, anchors& a, indices<K...>) { (rescale<K>(s, a), ...); }
  template <int... K> static HEED_INLINE void multiply_all(state& s, indices<K...>) { (multiply<K>(s), ...); }
  template <int Level> static HEED_INLINE void sweep_and_multiply(state& s, bool open) {
    if constexpr (value::template at<Level>.any()) {
      bool nothing = false;
      if constexpr (facts::may_leave_out) nothing = sweeps::template nothing_to_sweep<Level>(s);
      if constexpr (walk.bounded && value::template at<Level>.asks_masks) {
        if (open && !nothing) sweeps::template sweep<Level, true>(s);
        else if (!nothing) sweeps::template sweep<Level, false, true>(s);
      } else if (!nothing) sweeps::template sweep<Level, false>(s);
    }
    (void)open;
    if constexpr (view.multiplied(Level) != 0) multiply_all(s, indices_in<view.multiplied(Level)>{});
  }
  template <int Level> static HEED_INLINE void level(state& s, anchors& a, const pieces& p) {
    using filled = indices_in<view.filled(Level)>;
    if constexpr (filled::count > 0) {
      if constexpr (in_pieces) for_pieces(s, p, [&](bool) { fill_all(s, filled{}); });
      else fill_all(s, filled{});
    }
    if constexpr (!facts::one_block && view.rescaled(Level) != 0) rescale_all(s, a, indices_in<view.rescaled(Level)>{});
    if constexpr (sweeps_or_multiplies<Level>) {
      if constexpr (in_pieces) for_pieces(s, p, [&](bool open) { sweep_and_multiply<Level>(s, open); });
      else sweep_and_multiply<Level>(s, false);
    }
    if constexpr (Level + 1 < walk.levels) level<Level + 1>(s, a, p);
  }

  HEED_LOOPS static void block(state& s, const pieces& p) {
    for (index_t x = 0; x < in_blocks::steps; ++x) {
      if constexpr (in_blocks::any) in_blocks::enter(s, x);
      anchors a;
      if constexpr (!facts::one_block) remember(s, a, anchor_folds{});
      level<0>(s, a, p);
    }
    if constexpr (in_blocks::any) in_blocks::enter(s, 0);
  }

  // The rows of the walk: all, or those of one of the parts into which threads take it apart.
  struct all_rows {
    static constexpr index_t first() { return 0; }
    template <int V> static HEED_INLINE index_t last(const state& s) { return R::extent(s, V); }
  };
  struct some_rows {
    index_t begin, end;
    index_t first() const { return begin; }
    template <int V> index_t last(const state&) const { return end; }
  };

  template <class Rows = all_rows> static void blocks(state& s, const Rows& rows = {}) {
    if constexpr (outer_set == 0) blocks_of_rows(s, rows);
    else R::template for_points<outer_set, 0>(s, [&]() HEED_INLINED { blocks_of_rows(s, rows); });
  }
  template <class Rows> static HEED_INLINE void blocks_of_rows(state& s, const Rows& rows) {
    if constexpr (block_variable < 0) {
      if (!bounds::excluded(s)) block(s, pieces{});
    } else if constexpr (bounds::may_exclude) open_blocks(s, rows);
    else {
      constexpr int v = block_variable;
      const index_t begin = rows.first(), end = rows.template last<v>(s), rows_at_once = fetching::rows_at_once(s, end - begin);
      for (index_t b = begin; b < end; b += rows_at_once) {
        R::enter_block(s, v, b, b + rows_at_once < end ? b + rows_at_once : end);
        fetching::after_lanes(s);
        fetching::after_block(s, begin, end);
        block(s, pieces{});
      }
    }
  }
  // What a mask leaves of them.
  template <class Rows> static HEED_INLINE void open_blocks(state& s, const Rows& rows) {
    constexpr int v = block_variable;
    index_t begin = rows.first(), end = rows.template last<v>(s);
    bool exact = false;
    // (what is left out of few rows, of which little is computed, takes longer to find than to compute)
    const bool few = end - begin <= view.rows_not_searched();
    if constexpr (walk.bounded) {
      if constexpr (outer_set == 0) if (!few) {  // (else there is more than one range of rows for a block of lanes)
        find_rows(bounds::answers(s), s.rows[W], begin, end);
        begin = s.rows[W].begin;  // (one by one: a register for all would wait for what was just written in parts)
        end = s.rows[W].end;
        exact = s.rows[W].exact;
        fetching::after_rows(s, end);
      }
    }
    // a mask may exclude many blocks at once: where one is left out, twice as many are asked about next
    const index_t rows_at_once = fetching::rows_at_once(s, end - begin);
    index_t stride = rows_at_once;
    for (index_t b = begin; b < end;) {
      R::enter_block(s, v, b, b + stride < end ? b + stride : end);
      const bool at_an_end = few || (exact && (b == begin || s.hi[v] == end));
      if (!at_an_end && bounds::excluded(s)) {
        b = s.hi[v];
        stride = 2 * stride;
        continue;
      }
      if (stride > rows_at_once && s.hi[v] - b > rows_at_once) {
        stride = stride / 2 > rows_at_once ? stride / 2 : rows_at_once;
        continue;
      }
      b += rows_at_once;
      stride = rows_at_once;
      if constexpr (walk.bounded) {
        index_t lo = s.lo[v], hi = s.hi[v];
        if (!few) trim_rows(bounds::answers(s), exact && lo == begin, exact && hi == end, lo, hi);
        s.lo[v] = lo;
        s.hi[v] = hi;
      } else fetching::after_lanes(s);
      fetching::after_block(s, begin, end);
      if constexpr (in_pieces) {
        const index_t last = s.hi[v];
        pieces p;
        if (const bool open = !few && proofs<R, W>::wide_open(s); few || open) {
          p.at[p.count++] = {s.lo[v], last, 0, R::used_vectors(s), open};
          block(s, p);
        } else
          for (index_t first = s.lo[v]; first < last;) {
            first = take_pieces(bounds::answers(s), bounds::part, first, last, p);
            s.first_vector = 0;
            s.last_vector = R::used_vectors(s);
            block(s, p);
          }
      } else block(s, pieces{});
    }
  }

  /// At scope::lanes: for the current block of lanes.
  HEED_LOOPS static void run(state& s) {
    s.first_vector = 0;
    s.last_vector = R::used_vectors(s);
    if constexpr (in_blocks::any) in_blocks::each(s, [&]() HEED_INLINED { start(s, all_folds{}); });
    else start(s, all_folds{});
    blocks(s);
    if constexpr (in_blocks::any) in_blocks::each(s, [&]() HEED_INLINED { finish(s, variances{}); });
    else finish(s, variances{});
  }

  /// At scope::outer: over all lanes, whose partial results are then merged into one.
  static void run_over_lanes(state& s) {
    constexpr index_t known = g.extent(R::lane);
    constexpr bool maybe_at_once = view.may_sweep_at_once() && known != 0 && known <= lanes_at_once, always_at_once = maybe_at_once && known != dynamic;
    const index_t end = R::extent(s, R::lane);
    if constexpr (maybe_at_once)
      if (always_at_once || (end > 0 && end <= lanes_at_once)) {
        enter_lanes(s, 0, end);
        return sweeps::sweep_at_once(s);
      }
    if constexpr (!always_at_once) {
      start(s, all_folds{});
      over_lanes(s, 0, end);
      merge(s);
    }
  }
  static constexpr index_t lanes_at_once = sweeps::many_lane_blocks ? 4096 / R::width * R::width : R::width;
  template <class Rows = all_rows> static HEED_INLINE void over_lanes(state& s, index_t first, index_t end, const Rows& rows = {}) {
    for (index_t b = first; b < end; b += lanes_at_once) {
      enter_lanes(s, b, end);
      blocks(s, rows);
    }
  }
  static HEED_INLINE void enter_lanes(state& s, index_t first, index_t end) {
    s.at[R::lane] = first;
    s.many = end - first < lanes_at_once ? end - first : lanes_at_once;
    s.valid = s.many < R::width ? s.many : R::width;
    s.first_vector = 0;
    s.last_vector = R::used_vectors(s);
  }
  static void merge(state& s) {
    // what is anchored first: it needs every lane's own maximum
    indices_in<view.anchored_folds()>::each([&](auto i) {
      constexpr planner::fold_step f = walk.folds[decltype(i)::value];
      using T = typename R::template type<f.anchor>;
      constexpr int m = walk.folds[view.fold_of_node(f.anchor)].tile;
      alignas(64) T weight[R::width];
      T whole = std::numeric_limits<T>::lowest();
      for (int j = 0; j < R::vectors; ++j) value::anchor(R::load(R::template tile_at<m>(s, j))).store(weight + j * R::lanes);
      for (const T x : weight) whole = x != x || x > whole ? x : whole;
      const auto most = simd::all<T, R::lanes>(whole);
      for (int j = 0; j < R::vectors; ++j) {
        const auto change = simd::exp_of_nonpositive(simd::subtract(simd::load<T, R::lanes>(weight + j * R::lanes), most));
        simd::power_of(change, f.power).store(weight + j * R::lanes);
      }
      fold<f.node>::template merge_lanes<f.tile>(s, weight);
    });
    indices_in<view.all_folds() & ~view.anchored_folds()>::each([&](auto i) {
      constexpr auto& f = walk.folds[decltype(i)::value];
      fold<f.node>::template merge_lanes<f.tile>(s, static_cast<const void*>(nullptr));
    });
  }
};

}  // namespace heed::kernel
