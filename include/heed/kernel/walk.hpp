// A walk: blocks of rows; in a block, level by level, contractions into strips, one sweep over rows and lanes for everything
// point-wise, then the products whose lanes the sweep has written.
#pragma once

#include <algorithm>

#include <heed/kernel/choice.hpp>
#include <heed/kernel/contract.hpp>
#include <heed/plan/nan.hpp>
#include <heed/simd/rescale.hpp>
#include <heed/simd/transpose.hpp>

namespace heed::kernel {

template <class R, int W> struct walk_run {
  using state = typename R::state;
  using value = values<R, W>;
  template <bool Open> using masked = values<R, W, true, Open>;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr vars lane_set = R::lane < 0 ? 0 : planner::one(R::lane);
  static constexpr int block_variable = walk.depth > 0 ? walk.order[walk.depth - 1] : -1;
  static constexpr vars block_set = block_variable < 0 ? 0 : planner::one(block_variable);
  static constexpr vars outer_set = walk.bound & ~block_set & ~lane_set;
  static constexpr vars chunk_set = nest.chunk < 0 ? 0 : planner::one(nest.chunk);

  template <int N> using fold = folding_of<R, N>;

  template <class F> static HEED_INLINE void for_folds(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }(std::make_integer_sequence<int, walk.fold_count>{});
  }
  template <class F> static HEED_INLINE void for_strips(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }(std::make_integer_sequence<int, walk.strip_count>{});
  }
  static constexpr bool swept(int f) { return walk.folds[f].lanes_node < 0 && walk.folds[f].rows == 0; }

  // ---- accumulators
  static void start(state& s) {
    for_folds([&](auto i) {
      constexpr auto& f = walk.folds[decltype(i)::value];
      if constexpr (gives_place(g.fold_of(f.node)))
        R::template for_points<f.rows, chunk_set>(s, [&] {
          for (int j = 0; j < R::vectors; ++j) fold<f.node>::template store<f.tile>(s, j, fold<f.node>::identity());
        });
      else {
        auto* p = reinterpret_cast<typename R::template tile_element<f.tile>*>(s.tile[f.tile]);
        std::fill_n(p, R::template tile_size<f.tile>(s), static_cast<typename R::template tile_element<f.tile>>(fold<f.node>::start()));
      }
    });
  }
  static void finish(state& s) {
    for_folds([&](auto i) {
      constexpr auto& f = walk.folds[decltype(i)::value];
      if constexpr (g.fold_of(f.node) == fold_op::var)
        R::template for_points<f.rows, chunk_set>(s, [&] {
          for (int j = 0; j < R::vectors; ++j) R::template write_tile<f.tile>(s, j, fold<f.node>::finish(fold<f.node>::template load<f.tile>(s, j)));
        });
    });
  }

  // ---- anchors: partial results are relative to a running maximum; when it grows they are rescaled
  static constexpr bool is_anchor(int node) {
    for (int f = 0; f < walk.fold_count; ++f)
      if (walk.folds[f].anchor == node) return true;
    return false;
  }
  static constexpr int fold_of_node(int node) {
    for (int f = 0; f < walk.fold_count; ++f)
      if (walk.folds[f].node == node) return f;
    return -1;
  }
  // What the anchors were before this block.
  struct anchors {
    char before[walk.fold_count * R::width * 8];
    char* of(int f) { return before + static_cast<index_t>(f) * R::width * 8; }
  };
  static HEED_INLINE void remember(state& s, anchors& a) {
    for_folds([&](auto i) {
      constexpr int k = decltype(i)::value;
      constexpr auto& f = walk.folds[k];
      if constexpr (is_anchor(f.node)) {
        using T = typename R::template type<f.node>;
        for (int j = s.first_vector; j < s.last_vector; ++j) R::template read_tile<f.tile>(s, j).store(reinterpret_cast<T*>(a.of(k)) + j * R::lanes);
      }
    });
  }
  template <int K> static HEED_INLINE void rescale(state& s, anchors& a) {
    constexpr auto& f = walk.folds[K];
    constexpr int m = fold_of_node(f.anchor);
    using T = typename R::template type<f.anchor>;
    static_assert(std::is_same_v<T, typename R::template tile_element<f.tile>>);
    simd::rescale<R::lanes, R::vectors>(reinterpret_cast<T*>(s.tile[f.tile]), R::template tile_size<f.tile>(s) / R::width, reinterpret_cast<const T*>(a.of(m)),
                                        static_cast<const T*>(R::template tile_at<walk.folds[m].tile>(s)), s.first_vector, s.last_vector);
  }

  // ---- what is computed more than once at a point, in order
  struct list {
    int at[64]{};
    int count = 0;
  };
  static constexpr bool is_source(int n) {
    return g[n].edges == 0 || R::is_stored(n) || value::tile_of(n) >= 0 || g.is(n, kind::fold);
  }
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
      if (swept(f) && walk.folds[f].level == Level) {
        count_uses(g.child(walk.folds[f].node, 0), uses);
        root[g.child(walk.folds[f].node, 0)] = true;
      }
    for (int t = 0; t < walk.strip_count; ++t)
      if (walk.strips[t].swept() && walk.strips[t].level == Level) {
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
      if (walk.strips[t].swept() && walk.strips[t].level == Level && nest.tiles[walk.strips[t].tile].node == n) return true;
    return false;
  }

  // The constants among the operands of what a sweep computes.
  struct constant_use {
    int node = 0;
    planner::scalar type{};
    bool inverse = false;
    bool operator==(const constant_use&) const = default;
  };
  struct constant_uses {
    constant_use at[16]{};
    int count = 0;
    constexpr void add(const constant_use& c) {
      for (int i = 0; i < count; ++i)
        if (at[i] == c) return;
      if (count < 16) at[count++] = c;
    }
  };
  static constexpr void find_constants(int n, bool* seen, constant_uses& found) {
    if (seen[n]) return;
    seen[n] = true;
    if (g.is(n, kind::elementwise))
      for (int k = 0; k < g[n].edges; ++k)
        if (const int c = g.child(n, k); g.is(c, kind::constant) && planner::is_float(g[n].operand)) found.add({c, g[n].operand, k == 1 && value::divides_by_constant(n)});
    for (int k = 0; k < g[n].edges; ++k)
      if (!is_source(g.child(n, k))) find_constants(g.child(n, k), seen, found);
  }
  template <int Level> static constexpr constant_uses constants_of = [] {
    constant_uses found;
    bool seen[R::program.capacity]{};
    for (int i = 0; i < shared_nodes<Level>.count; ++i)
      if (const int n = shared_nodes<Level>.at[i]; !is_source(n) || writes_strip<Level>(n)) find_constants(n, seen, found);
    return found;
  }();
  // Loops whose stores may alias what constants are read from would read and broadcast them again for every vector.
  template <int Level, int I, class Known, class Then> static HEED_INLINE void with_constants(state& s, const Known& before, Then&& then) {
    if constexpr (I == constants_of<Level>.count) then(before);
    else {
      constexpr constant_use c = constants_of<Level>.at[I];
      using T = typename detail::type_of<c.type>::type;
      const auto x = value::template constant_as<c.node, T, c.inverse>(s, no_values{});
      const known_constant<c.node, T, c.inverse, std::remove_cvref_t<decltype(x)>, Known> k{x, before};
      with_constants<Level, I + 1>(s, k, then);
    }
  }

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
    for (int i = 0; i < shared_nodes<Level>.count; ++i)
      if (const int n = shared_nodes<Level>.at[i]; !is_source(n) || writes_strip<Level>(n)) find_anchors(n, seen, found);
    return found;
  }();
  // Calls `then` with a function that adds the anchors of vector v to what is known.
  template <int Level, int Wide, int I, class Then> static HEED_INLINE void with_anchors(state& s, int j, Then&& then) {
    if constexpr (I == anchors_of<Level>.count) then([](int, const auto& known, auto&& f) { f(known); });
    else {
      constexpr int m = anchors_of<Level>.at[I];
      using B = std::remove_cvref_t<decltype(R::template read_tile<value::tile_of(m)>(s, j))>;
      B a[Wide];
      for (int v = 0; v < Wide; ++v) a[v] = value::anchor(R::template read_tile<value::tile_of(m)>(s, j + v));
      with_anchors<Level, Wide, I + 1>(s, j, [&](const auto& others) {
        then([&](int v, const auto& known, auto&& f) {
          others(v, known, [&](const auto& k) { f(known_anchor<m, B, std::remove_cvref_t<decltype(k)>>{a[v], k}); });
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
  static constexpr bool many_lane_blocks = walk.where == planner::scope::outer && walk.strip_count == 0 && !walk.bounded && [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (!swept(f)) return false;
    return true;
  }();
  template <class F> static HEED_INLINE void for_points_of_block(state& s, F&& f) {
    if constexpr (many_lane_blocks) {
      const index_t first = s.at[R::lane], valid = s.valid;
      index_t b = first;
      s.valid = R::width;
      for (; b + R::width <= first + s.many; b += R::width) {
        s.at[R::lane] = b;
        R::template for_points<block_set, block_set>(s, f);
      }
      s.valid = first + s.many - b;
      s.at[R::lane] = b;
      if (s.valid > 0) R::template for_points<block_set, block_set>(s, f);
      s.at[R::lane] = first;
      s.valid = valid;
    } else R::template for_points<block_set, block_set>(s, f);
  }
  // The accumulators of `Wide` vectors from j on, in registers.
  template <int Level, int Wide, int F, class Then> static HEED_INLINE void with_accumulators(state& s, int j, Then&& then) {
    if constexpr (F == walk.fold_count) then(no_values{});
    else if constexpr (swept(F) && walk.folds[F].level == Level) {
      constexpr int n = walk.folds[F].node;
      using A = typename fold<n>::accumulator;
      A a[Wide];
      for (int v = 0; v < Wide; ++v) a[v] = fold<n>::template load<walk.folds[F].tile>(s, j + v);
      with_accumulators<Level, Wide, F + 1>(s, j, [&](const auto& others) {
        then(accumulator_link<n, A, std::remove_cvref_t<decltype(others)>>{a, others});
      });
      for (int v = 0; v < Wide; ++v) fold<n>::template store<walk.folds[F].tile>(s, j + v, a[v]);
    } else with_accumulators<Level, Wide, F + 1>(s, j, then);
  }
  template <int N, class A, class Before> struct accumulator_link {
    A* value;  // of each vector
    const Before& before;
  };
  template <int N, int M, class A, class B> static HEED_INLINE auto* accumulator(const accumulator_link<M, A, B>& l) {
    if constexpr (N == M) return l.value;
    else return accumulator<N>(l.before);
  }

  template <int Level> static constexpr bool has_sweep = [] {
    for (int f = 0; f < walk.fold_count; ++f)
      if (swept(f) && walk.folds[f].level == Level) return true;
    for (int t = 0; t < walk.strip_count; ++t)
      if (walk.strips[t].swept() && walk.strips[t].level == Level) return true;
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
  // Whether little is computed at a point: then what limits is that each step of a fold waits for the one before, and all
  // vectors of a row are taken together.
  template <int Level> static constexpr bool is_light = [] {
    if (R::vectors == 1 || walk.where == planner::scope::outer) return false;
    bool seen[R::program.capacity]{};
    int operations = 0;
    for (int i = 0; i < shared_nodes<Level>.count; ++i)
      if (const int n = shared_nodes<Level>.at[i]; !is_source(n) || writes_strip<Level>(n)) operations += count_operations(n, seen);
    return operations <= 6;
  }();
  // Rows of Wide vectors from j on.
  template <int Level, bool Open, int Wide, class Known> static HEED_INLINE void sweep_rows(state& s, int j, const Known& constants) {
    with_anchors<Level, Wide, 0>(s, j, [&](const auto& anchored) {
    with_accumulators<Level, Wide, 0>(s, j, [&](const auto& acc) {
      for_points_of_block(s, [&] {
#pragma GCC unroll 4
        for (int v = 0; v < Wide; ++v)
          anchored(v, constants, [&](const auto& known_before) {
          with_shared<Level, 0, Open>(s, j + v, known_before, [&](const auto& k) {
            for_folds([&](auto i) {
              constexpr int f = decltype(i)::value;
              if constexpr (swept(f) && walk.folds[f].level == Level) {
                constexpr int n = walk.folds[f].node;
                take<n>(s, j + v, accumulator<n>(acc)[v], masked<Open>::template operand_of_fold<n>(s, j + v, k));
              }
            });
            for_strips([&](auto i) {
              constexpr auto& t = walk.strips[decltype(i)::value];
              if constexpr (t.swept() && t.level == Level) R::template write_tile<t.tile>(s, j + v, known<nest.tiles[t.tile].node>(k));
            });
          });
          });
      });
    });
    });
  }
  static constexpr bool may_leave_out = has_choices(g);
  // Whether node N, or all that the sweep computes, is for the side of a where that is not chosen here.
  template <int N> static HEED_INLINE bool leave_out(state& s) {
    if constexpr (may_leave_out) return choices<R, W>::template leave_out<N>(s);
    else {
      (void)s;
      return false;
    }
  }
  template <int Level> static HEED_INLINE bool nothing_to_sweep(state& s) {
    bool nothing = may_leave_out;
    if constexpr (may_leave_out) {
      for_folds([&](auto i) {
        constexpr int k = decltype(i)::value;
        if constexpr (swept(k) && walk.folds[k].level == Level) nothing = nothing && leave_out<walk.folds[k].node>(s);
      });
      for_strips([&](auto i) {
        constexpr int k = decltype(i)::value;
        if constexpr (walk.strips[k].swept() && walk.strips[k].level == Level) nothing = nothing && leave_out<nest.tiles[walk.strips[k].tile].node>(s);
      });
    }
    (void)s;
    return nothing;
  }
  template <int Level, bool Open> HEED_LOOPS static void sweep(state& s) {
    if constexpr (has_sweep<Level>)
      with_constants<Level, 0>(s, no_values{}, [&](const auto& constants) {
        if constexpr (is_light<Level> || many_lane_blocks)
          if (many_lane_blocks || s.last_vector - s.first_vector == R::vectors) {
            sweep_rows<Level, Open, R::vectors>(s, 0, constants);
            return;
          }
        for (int j = s.first_vector; j < s.last_vector; ++j) sweep_rows<Level, Open, 1>(s, j, constants);
      });
  }
  // A maximum that is only there to be subtracted: a NaN shows in the sums, and need not be looked for here, too.
  template <int N> static constexpr bool leaves_nan_out = [] {
    if constexpr (is_anchor(N)) return planner::needs_no_nan(g, nest, N, [](int n) { return R::is_stored(n); });
    else return false;
  }();
  template <int N, class A, class X> static HEED_INLINE void step(A& a, const X& x) {
    if constexpr (leaves_nan_out<N>) a = simd::larger(a, x);
    else fold<N>::step(a, x);
  }
  // One step of a fold; lanes beyond the edge keep what they have where lanes are merged in the end.
  template <int N, class A, class X> static HEED_INLINE void take(state& s, int j, A& a, const X& x) {
    if constexpr (walk.where == planner::scope::outer) {
      const index_t n = s.valid - j * R::lanes;
      if (n < R::lanes) {
        bool inside[R::lanes];
        for (index_t i = 0; i < R::lanes; ++i) inside[i] = i < n;
        A changed = a;
        step<N>(changed, x);
        a = fold<N>::choose(simd::load<bool, R::lanes>(inside), changed, a);
        return;
      }
    }
    step<N>(a, x);
    (void)s;
    (void)j;
  }

  // ---- folds with rows that are not the micro-kernel's: row by row, accumulators in their tile
  template <int K> static void fold_rows(state& s) {
    constexpr auto& f = walk.folds[K];
    R::template for_points<block_set, block_set>(s, [&] {
      R::template for_points<f.rows, chunk_set>(s, [&] {
        for (int j = s.first_vector; j < s.last_vector; ++j) {
          auto a = fold<f.node>::template load<f.tile>(s, j);
          take<f.node>(s, j, a, value::template operand_of_fold<f.node>(s, j, no_values{}));
          fold<f.node>::template store<f.tile>(s, j, a);
        }
      });
    });
  }

  // ---- contractions inside the block
  template <int K> static void fill_strip(state& s) {
    constexpr auto& t = walk.strips[K];
    constexpr int n = t.fold.node;
    if constexpr (t.fold.lanes_node >= 0) {
      constexpr int lanes = value::tile_of(t.fold.lanes_node);
      contraction_run<R, t.tile, lanes, t.fold.rows_node, block_set, g[n].bound, block_set>::run(s, false);
    } else {
      const bool all = s.last_vector - s.first_vector == R::vectors;
      R::template for_points<block_set, block_set>(s, [&] {
        typename fold<n>::accumulator a[R::vectors];
        for (int j = 0; j < R::vectors; ++j) a[j] = fold<n>::identity();
        R::template for_points<g[n].bound, 0>(s, [&] {
          if (all) {
#pragma GCC unroll 4
            for (int j = 0; j < R::vectors; ++j) fold<n>::step(a[j], value::template operand_of_fold<n>(s, j, no_values{}));
          } else {
            for (int j = s.first_vector; j < s.last_vector; ++j) fold<n>::step(a[j], value::template operand_of_fold<n>(s, j, no_values{}));
          }
        });
        for (int j = 0; j < R::vectors; ++j) R::template write_tile<t.tile>(s, j, fold<n>::finish(a[j]));
      });
    }
  }

  // ---- what lies across is turned in registers
  template <int K> static void fill_across(state& s) {
    constexpr int tile = walk.strips[K].tile, access = R::access_to(nest.tiles[tile].node);
    using E = typename R::template type<nest.tiles[tile].node>;
    const index_t rows = s.hi[block_variable] - s.lo[block_variable], begin = s.first_vector * R::lanes;
    const index_t end = s.last_vector * R::lanes < s.valid ? s.last_vector * R::lanes : s.valid;
    const index_t stride = R::template stride_along<access, R::lane>(s), step = R::template stride_along<access, block_variable>(s);
    s.at[block_variable] = s.lo[block_variable];
    E* to = R::template tile_at<tile>(s) + begin;
    const E* from = static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s) + begin * stride;
    if (step == 1) simd::transpose(from, stride, end - begin, rows, to, R::width);
    else
      for (index_t r = 0; r < rows; ++r)
        for (index_t i = 0; i < end - begin; ++i) to[r * R::width + i] = from[r * step + i * stride];
    if (end < s.last_vector * R::lanes)
      for (index_t r = 0; r < rows; ++r) std::fill(to + r * R::width + end - begin, to + r * R::width + s.last_vector * R::lanes - begin, E(0));
  }

  // Open: every mask of the walk lets everything in the block through. Only the sweep asks.
  template <int Level> static HEED_INLINE void level(state& s, anchors& a, bool open) {
    for_strips([&](auto i) {
      constexpr int k = decltype(i)::value;
      if constexpr (walk.strips[k].across && walk.strips[k].level == Level)
        if (!leave_out<nest.tiles[walk.strips[k].tile].node>(s)) fill_across<k>(s);
      if constexpr (walk.strips[k].contraction && walk.strips[k].level == Level)
        if (!leave_out<nest.tiles[walk.strips[k].tile].node>(s)) fill_strip<k>(s);
    });
    for_folds([&](auto i) {
      constexpr int k = decltype(i)::value;
      if constexpr (walk.folds[k].level == Level && walk.folds[k].anchor >= 0) rescale<k>(s, a);
    });
    if (!nothing_to_sweep<Level>(s)) {
      if constexpr (walk.bounded) {
        if (open) sweep<Level, true>(s);
        else sweep<Level, false>(s);
      } else sweep<Level, false>(s);
    }
    for_folds([&](auto i) {
      constexpr int k = decltype(i)::value;
      constexpr auto& f = walk.folds[k];
      if constexpr (f.level == Level && !swept(k)) {
        if (leave_out<f.node>(s)) return;
        if constexpr (f.lanes_node >= 0)
          contraction_run<R, f.tile, value::tile_of(f.lanes_node), f.rows_node, f.rows, block_set, block_set | chunk_set>::run(s, true);
        else fold_rows<k>(s);
      }
    });
    if constexpr (Level + 1 < walk.levels) level<Level + 1>(s, a, open);
  }

  HEED_LOOPS static void block(state& s, bool open = false) {
    anchors a;
    remember(s, a);
    level<0>(s, a, open);
  }

  // ---- the blocks
  static HEED_INLINE bool excluded(state& s) {
    if constexpr (walk.bounded) return intervals<R, W>::excluded(s);
    else {
      (void)s;
      return false;
    }
  }
  // Leaves out what a mask excludes at both ends of the block, to the element.
  static HEED_INLINE void trim(state& s) {
    if constexpr (walk.bounded && block_variable >= 0) {
      constexpr int v = block_variable;
      const index_t lo = s.lo[v], hi = s.hi[v];
      index_t end = hi, begin = lo;
      for (index_t step = (hi - lo) / 2; step > 0; step /= 2)
        while (end - step > begin) {
          s.lo[v] = end - step;
          s.hi[v] = end;
          if (!excluded(s)) break;
          end -= step;
        }
      for (index_t step = (end - lo) / 2; step > 0; step /= 2)
        while (begin + step < end) {
          s.lo[v] = begin;
          s.hi[v] = begin + step;
          if (!excluded(s)) break;
          begin += step;
        }
      s.lo[v] = begin;
      s.hi[v] = end;
    }
  }
  // Vectors of lanes for which something is left in the current rows.
  static void leave_out_vectors(state& s, int used) {
    s.first_vector = 0;
    s.last_vector = used;
    if (used == 1) return;
    const auto nothing_in = [&](int j) {
      s.first_vector = j;
      s.last_vector = j + 1;
      return excluded(s);
    };
    int first = 0, last = used;
    while (first + 1 < last && nothing_in(first)) ++first;
    while (first + 1 < last && nothing_in(last - 1)) --last;
    s.first_vector = first;
    s.last_vector = last;
  }
  // A few rows at a time are looked at for vectors that a mask excludes; rows that keep the same vectors stay together. What a
  // mask lets through whole is computed without it.
  static void block_in_parts(state& s) {
    constexpr int v = block_variable;
    constexpr index_t part = 12;  // whole register blocks of every width
    const index_t end = s.hi[v];
    const int used = R::used_vectors(s);
    struct piece {
      int first, last;
      bool open;
      bool operator==(const piece&) const = default;
    };
    const auto look = [&](index_t begin) {
      s.lo[v] = begin;
      s.hi[v] = begin + part < end ? begin + part : end;
      leave_out_vectors(s, used);
      return piece{s.first_vector, s.last_vector, intervals<R, W>::open(s)};
    };
    index_t begin = s.lo[v];
    piece now = look(begin);
    while (begin < end) {
      index_t stop = s.hi[v];
      piece next = now;
      while (stop < end && (next = look(stop)) == now) stop = s.hi[v];
      s.lo[v] = begin;
      s.hi[v] = stop;
      s.first_vector = now.first;
      s.last_vector = now.last;
      block(s, now.open);
      begin = stop;
      s.lo[v] = stop;
      s.hi[v] = stop + part < end ? stop + part : end;
      now = next;
    }
    s.first_vector = 0;
    s.last_vector = used;
  }
  static void blocks(state& s) {
    R::template for_points<outer_set, 0>(s, [&] {
      if constexpr (block_variable < 0) {
        if (!excluded(s)) block(s);
      } else {
        constexpr int v = block_variable;
        const index_t end = R::template extent<v>(s);
        for (index_t b = 0; b < end; b += walk.block) {
          s.lo[v] = b;
          s.hi[v] = b + walk.block < end ? b + walk.block : end;
          if (excluded(s)) continue;
          trim(s);
          if constexpr (walk.bounded && walk.where == planner::scope::lanes) {
            if (intervals<R, W>::wide_open(s)) block(s, true);
            else block_in_parts(s);
          }
          else block(s);
        }
      }
    });
  }

  /// At scope::lanes: for the current block of lanes.
  HEED_LOOPS static void run(state& s) {
    s.first_vector = 0;
    s.last_vector = R::used_vectors(s);
    start(s);
    blocks(s);
    finish(s);
  }

  /// At scope::outer: over all lanes, whose partial results are then merged into one.
  static void run_over_lanes(state& s) {
    start(s);
    const index_t end = R::template extent<R::lane>(s);
    constexpr index_t step = many_lane_blocks ? 4096 / R::width * R::width : R::width;
    for (index_t b = 0; b < end; b += step) {
      s.at[R::lane] = b;
      s.many = end - b < step ? end - b : step;
      s.valid = s.many < R::width ? s.many : R::width;
      s.first_vector = 0;
      s.last_vector = R::used_vectors(s);
      blocks(s);
    }
    merge(s);
    finish(s);
  }
  static void merge(state& s) {
    // what is anchored first: it needs every lane's own maximum
    for_folds([&](auto i) {
      constexpr auto& f = walk.folds[decltype(i)::value];
      if constexpr (f.anchor >= 0) {
        using T = typename R::template type<f.anchor>;
        constexpr int m = walk.folds[fold_of_node(f.anchor)].tile;
        alignas(64) T weight[R::width];
        T whole = std::numeric_limits<T>::lowest();
        for (int j = 0; j < R::vectors; ++j) value::anchor(R::template read_tile<m>(s, j)).store(weight + j * R::lanes);
        for (const T x : weight) whole = x != x || x > whole ? x : whole;
        const auto most = simd::all<T, R::lanes>(whole);
        for (int j = 0; j < R::vectors; ++j)
          simd::exp_of_nonpositive(simd::subtract(simd::load<T, R::lanes>(weight + j * R::lanes), most)).store(weight + j * R::lanes);
        fold<f.node>::template merge_lanes<f.tile>(s, weight);
      }
    });
    for_folds([&](auto i) {
      constexpr auto& f = walk.folds[decltype(i)::value];
      if constexpr (f.anchor < 0) fold<f.node>::template merge_lanes<f.tile>(s, static_cast<const void*>(nullptr));
    });
  }
};

}  // namespace heed::kernel
