// One nest: outer loops, walks over the lanes, blocks of lanes with their tiles and walks, and the results, row by row.
#pragma once

#include <array>

#include <heed/kernel/lookup.hpp>
#include <heed/kernel/scan.hpp>
#include <heed/kernel/scratch.hpp>
#include <heed/kernel/walk.hpp>
#include <heed/simd/transpose.hpp>

namespace heed::kernel {

template <class P, class Functions, int I> struct nest_kernel {
  using R = nest_run<P, Functions, I>;
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  static constexpr vars chunk_set = nest.chunk < 0 ? 0 : planner::one(nest.chunk);
  using value = values<R, -1>;
  template <int N> using constants = loop_constants<R, value, one_root<N>>;
  template <int N> using shared = shared_below<R, value, N>;
  template <int N> static constexpr bool shares = value::tile_of(N) < 0 && !R::is_stored(N) && shared<N>::nodes.count > 0;
  template <int N> using written_constants = loop_constants<R, value, one_root<value::tile_of(N) >= 0 ? -1 : N>>;

  // ---- tiles
  template <int T> static std::size_t bytes(const state& s) {
    return static_cast<std::size_t>(R::template tile_size<T>(s)) * sizeof(typename R::template tile_element<T>);
  }
  // All tiles in one piece, each from a whole line of the cache on.
  template <class Memory> static void take_tiles(state& s, Memory& memory) {
    constexpr auto owner = [] {  // the tile whose memory each one has
      std::array<int, static_cast<std::size_t>(R::tiles)> a{};
      for (int t = 0; t < nest.tile_count; ++t) {
        int o = t;
        while (nest.tiles[o].alias >= 0) o = nest.tiles[o].alias;
        a[static_cast<std::size_t>(t)] = o;
      }
      return a;
    }();
    if constexpr (nest.tile_count > 0) [&]<int... T>(std::integer_sequence<int, T...>) {
      const std::size_t size[] = {(owner[T] == T ? (bytes<T>(s) + scratch_arena::alignment - 1) / scratch_arena::alignment * scratch_arena::alignment : 0)...};
      char* at = memory.take((std::size_t{0} + ... + size[T]));
      ((s.tile[T] = at, at += size[T]), ...);
      ((owner[T] != T ? void(s.tile[T] = s.tile[owner[T]]) : void()), ...);
    }(std::make_integer_sequence<int, nest.tile_count>{});
    (void)s;
    (void)memory;
  }

  // Small tiles of known size lie on the stack, at constant places.
  static constexpr std::size_t largest_on_stack = 16 * 1024;
  struct places {
    std::size_t at[R::tiles]{}, bytes = 0;
    bool known = true;
  };
  static constexpr places on_stack = [] {
    places p;
    for (int t = 0; t < nest.tile_count; ++t) {
      const auto& tile = nest.tiles[t];
      if (tile.alias >= 0) continue;
      index_t size = tile.lanes ? R::width * tile.parts : 1;
      for (int k = 0; k < tile.row_count && p.known; ++k) {
        const int v = tile.order[k];
        const index_t rows = planner::has(tile.relative, v) ? tile.block : g.variables[v].extent;
        p.known = rows >= 0 && rows <= static_cast<index_t>(largest_on_stack) && size <= static_cast<index_t>(largest_on_stack);
        size *= rows;
      }
      if (!p.known) break;
      p.at[t] = p.bytes;
      p.bytes += (static_cast<std::size_t>(size) * (planner::bytes_of(g[tile.node].type) < 4 ? 4 : static_cast<std::size_t>(planner::bytes_of(g[tile.node].type))) + 63) / 64 * 64;
    }
    p.known = p.known && p.bytes <= largest_on_stack;
    for (int t = 0; t < nest.tile_count; ++t) {
      int a = t;
      while (nest.tiles[a].alias >= 0) a = nest.tiles[a].alias;
      p.at[t] = p.at[a];
    }
    return p;
  }();

  static constexpr index_t piece = 16;  // rows of a result that are turned at a time
  // ---- a packed tile: the value of a node for all its rows
  // The row variable along which what lies in memory, a leaf or a temporary, may be contiguous; -1: none, or of no use.
  static constexpr int contiguous_row(const planner::tile& t, int node) {
    const auto& a = g.accesses[R::access_to(node)];
    for (int k = t.row_count - 1; k >= 0; --k) {
      const int v = t.order[k];
      const index_t stride = planner::stride_along(g, a, v);
      if ((stride == 1 || stride == planner::unknown_stride) && !planner::is_irregular_along(g, a, v) && !planner::is_irregular_along(g, a, R::lane)) return v;
    }
    return -1;
  }
  // What a tile reads from memory with its rows side by side and its lanes apart, if that is one value: 0 or 1 of `count`.
  static constexpr void find_lying_across(const planner::tile& t, int node, int& found, int& count, planner::seen_nodes<R::program.capacity>& seen) {
    if (!seen.enter(node)) return;
    if (R::is_stored(node) || g.is(node, planner::kind::leaf)) {
      if (node == found || !planner::has(g[node].free, R::lane) || g[node].type != g[t.node].type || contiguous_row(t, node) < 0) return;
      found = node;
      ++count;
    } else if (g.is(node, planner::kind::elementwise))
      for (int k = 0; k < g[node].edges; ++k) find_lying_across(t, g.child(node, k), found, count, seen);
  }
  template <int T> static constexpr int lying_across = [] {
    if (R::lane < 0 || g[nest.tiles[T].node].type == planner::scalar::b8) return -1;
    int found = -1, count = 0;
    planner::seen_nodes<R::program.capacity> seen;
    find_lying_across(nest.tiles[T], nest.tiles[T].node, found, count, seen);
    return count == 1 ? found : -1;
  }();
  template <int T> static void fill(state& s) {
    constexpr int node = nest.tiles[T].node;  // (a reference to the plan would be captured, and the plan kept in the program)
    constexpr vars rows = nest.tiles[T].rows;
    const int used = R::used_vectors(s);
    if constexpr (lying_across<T> >= 0) {
      constexpr int source = lying_across<T>, access = R::access_to(source), v = contiguous_row(nest.tiles[T], source);
      const index_t along = R::template stride_along<access, R::lane>(s);
      if (along != 1 && along != 0 && R::template stride_along<access, v>(s) == 1) {
        fill_transposed<T, access, v>(s, along);
        if constexpr (source != node)  // computed where it lies now
          constants<node>::with(s, no_values{}, [&](const auto& known) {
            R::template for_points<rows, chunk_set>(s, [&] {
              for (int j = 0; j < used; ++j) {
                const auto x = R::template read_tile<T>(s, j);
                R::template write_tile<T>(s, j, value::template compute<node>(s, j, known_value<source, decltype(x), std::remove_cvref_t<decltype(known)>>{x, known}));
              }
            });
          });
        return;
      }
    }
    constants<node>::with(s, no_values{}, [&](const auto& known) {
      R::template for_points<rows, chunk_set>(s, [&] {
        for (int j = 0; j < used; ++j) {
          if constexpr (shared<node>::nodes.count > 0)
            shared<node>::with(s, j, known, [&](const auto& k) { R::template write_tile<T>(s, j, value::template compute<node>(s, j, k)); });
          else R::template write_tile<T>(s, j, value::template compute<node>(s, j, known));
        }
        // lanes beyond the edge take part in products; whatever they hold must not be slow (denormals, NaN)
        for (int j = used; j < R::vectors; ++j) R::template write_tile<T>(s, j, zero<T>());
      });
    });
  }
  // The extent of a row variable, where it is small and constant and the lanes fill whole blocks; else 0.
  template <int V> static constexpr index_t few_rows =
      R::whole_blocks && !planner::has(chunk_set, V) && g.variables[V].extent > 0 && g.variables[V].extent <= piece ? g.variables[V].extent : 0;
  // The tile's rows lie side by side in memory, its lanes apart.
  template <int T, int A, int V> static void fill_transposed(state& s, index_t along) {
    constexpr auto& t = nest.tiles[T];
    using E = typename R::template type<t.node>;
    constexpr bool chunked = planner::has(chunk_set, V);
    constexpr int k = [] {
      int i = 0;
      while (nest.tiles[T].order[i] != V) ++i;
      return i;
    }();
    const index_t begin = chunked ? s.lo[V] : 0, end = chunked ? s.hi[V] : R::template extent<V>(s);
    R::template for_points<t.rows & ~planner::one(V), chunk_set>(s, [&] {
      s.at[V] = begin;
      E* to = R::template tile_at<T>(s);
      const index_t stride = R::template tile_stride<T, k>(s);
      const E* from = static_cast<const E*>(s.run.base[A]) + R::template offset<A>(s);
      if constexpr (few_rows<V>) simd::transpose_few(from, along, R::width, few_rows<V>, to, stride);
      else simd::transpose(from, along, s.valid, end - begin, to, stride);
      if (!R::whole_blocks && s.valid < R::width)
        for (index_t r = 0; r < end - begin; ++r)
          for (index_t i = s.valid; i < R::width; ++i) to[r * stride + i] = E(0);
    });
  }
  template <int T> static HEED_INLINE auto zero() { return simd::all<typename R::template tile_type<T>, R::lanes>({}); }

  // ---- results
  // Whether a walk may have written the output already.
  template <int W> static constexpr bool writes(int o) {
    for (int f = 0; f < nest.walks[W].fold_count; ++f)
      if (walk_facts<R, W>::output_of_fold(f) == o) return true;
    return false;
  }
  template <int O> static constexpr bool written_by_walk = []<int... W>(std::integer_sequence<int, W...>) { return (writes<W>(O) || ...); }
  (std::make_integer_sequence<int, nest.walk_count>{});
  // Vector j of an output, whose memory begins at `base`.
  template <int O, class T, class X> static HEED_INLINE void put(state& s, int j, T* base, const X& x) {
    constexpr int access = R::access_of_output(O);
    if constexpr (R::lane < 0 || !planner::has(nest.outputs[O].axes, R::lane)) base[R::template offset<access>(s)] = x.get(0);
    else {
      const index_t stride = R::template stride_along<access, R::lane>(s);
      T* to = base + R::template offset<access>(s) + stride * (j * R::lanes);
      const index_t n = R::valid_from(s, j);
      if (stride == 1 && n >= R::lanes) x.store(to);
      else simd::store_some<T, R::lanes>(x, to, stride, n);
    }
  }
  template <int O> static void write(state& s) {
    constexpr auto& o = nest.outputs[O];
    constexpr int node = o.node;
    constexpr int access = R::access_of_output(O);
    if constexpr (written_by_walk<O>)
      if (R::template stride_along<access, R::lane>(s) == 1) return;
    using T = typename R::template type<o.node>;
    T* base = static_cast<T*>(const_cast<void*>(s.run.base[access]));
    constexpr vars written = o.axes & nest.rows;
    constexpr bool along = R::lane >= 0 && planner::has(o.axes, R::lane);
    const int used = along ? R::used_vectors(s) : 1;
    if constexpr (along && contiguous_written<O> >= 0) {
      constexpr int v = contiguous_written<O>;
      if (R::template stride_along<access, R::lane>(s) != 1 && R::template stride_along<access, v>(s) == 1) {
        write_transposed<O, access, v>(s, used);
        return;
      }
    }
    written_constants<node>::with(s, no_values{}, [&](const auto& known) {
      R::template for_points<written, chunk_set>(s, [&] {
        for (int j = 0; j < used; ++j) {
          if constexpr (shares<node>) shared<node>::with(s, j, known, [&](const auto& k) { put<O>(s, j, base, value::template get_as<node, T>(s, j, k)); });
          else put<O>(s, j, base, value::template get_as<node, T>(s, j, known));
        }
      });
    });
  }

  // Whether a result's blocks of lanes need nothing but themselves: then they are written in one loop over all.
  static constexpr bool only_writes = [] {
    if (R::lane < 0 || nest.rows != 0 || nest.chunk >= 0) return false;
    for (int s = 0; s < nest.step_count; ++s)
      if (!nest.steps[s].hoisted && !(nest.steps[s].is_walk && nest.walks[nest.steps[s].index].where == planner::scope::outer)) return false;
    return true;
  }();
  // Whole blocks of lanes from `first` on, where the target's lanes lie side by side; how far it came.
  template <int O> static index_t write_lines(const state& around, index_t first, index_t last) {
    constexpr int node = nest.outputs[O].node;  // (with sanitizers g++ 12 takes no reference for a constant inside a lambda)
    constexpr int access = R::access_of_output(O);
    using T = typename R::template type<node>;
    state s = around;  // nobody else knows this one: what it says can stay in registers
    if (R::template stride_along<access, R::lane>(s) != 1) return first;
    s.valid = R::width;
    s.at[R::lane] = 0;
    T* to = static_cast<T*>(const_cast<void*>(s.run.base[access])) + R::template offset<access>(s);
    written_constants<node>::with(s, no_values{}, [&](const auto& known) {
      for (; first + R::width <= last; first += R::width) {
        s.at[R::lane] = first;
#pragma GCC unroll 4
        for (int j = 0; j < R::vectors; ++j) {
          if constexpr (shares<node>) shared<node>::with(s, j, known, [&](const auto& k) { value::template get_as<node, T>(s, j, k).store(to + first + j * R::lanes); });
          else value::template get_as<node, T>(s, j, known).store(to + first + j * R::lanes);
        }
      }
    });
    return first;
  }

  // The row variable along which a target may be contiguous, -1 where it is none of the rows.
  template <int O> static constexpr int contiguous_written = [] {
    constexpr auto& o = nest.outputs[O];
    const auto& a = g.accesses[R::access_of_output(O)];
    int found = -1;
    for (int v = 0; v < g.variable_count; ++v) {
      if (!planner::has(o.axes & nest.rows, v)) continue;
      if (o.temporary ? planner::stride_along(g, a, v) == 1 : v == R::program.result_lane[o.temporary ? 0 : o.target]) found = v;  // (clang warns of what it does not read, too)
    }
    return found;
  }();
  // Some rows at a time, which lie side by side in the target.
  template <int O, int A, int V> static void write_transposed(state& s, int used) {
    constexpr int node = nest.outputs[O].node;
    using T = typename R::template type<node>;
    constexpr bool chunked = planner::has(chunk_set, V);
    const index_t stride = R::template stride_along<A, R::lane>(s);
    const index_t begin = chunked ? s.lo[V] : 0, end = chunked ? s.hi[V] : R::template extent<V>(s);
    alignas(64) T rows[piece * R::width];  // [piece][lanes]
    written_constants<node>::with(s, no_values{}, [&](const auto& known) {
      R::template for_points<nest.outputs[O].axes & nest.rows & ~planner::one(V), chunk_set>(s, [&] {
        for (index_t first = begin; first < end; first += piece) {
          const index_t count = end - first < piece ? end - first : piece;
          for (index_t r = 0; r < count; ++r) {
            s.at[V] = first + r;
            for (int j = 0; j < used; ++j) {
              if constexpr (shares<node>) shared<node>::with(s, j, known, [&](const auto& k) { value::template get_as<node, T>(s, j, k).store(rows + r * R::width + j * R::lanes); });
              else value::template get_as<node, T>(s, j, known).store(rows + r * R::width + j * R::lanes);
            }
          }
          s.at[V] = first;
          T* to = static_cast<T*>(const_cast<void*>(s.run.base[A])) + R::template offset<A>(s);
          if constexpr (few_rows<V>) simd::transpose_few(static_cast<const T*>(rows), R::width, few_rows<V>, R::width, to, stride);
          else simd::transpose(rows, R::width, count, s.valid, to, stride);
        }
      });
    });
  }

  template <class F> static HEED_INLINE void for_outputs(F&& f) {
    [&]<int... O>(std::integer_sequence<int, O...>) { (f(std::integral_constant<int, O>{}), ...); }(std::make_integer_sequence<int, nest.output_count>{});
  }
  static constexpr bool written_at_outer(int o) { return R::lane < 0 ? false : !planner::has(nest.outputs[o].axes, R::lane); }

  // One block of lanes.
  static void lanes_block(state& s) {
    [&]<int... S>(std::integer_sequence<int, S...>) { (step<S>(s), ...); }(std::make_integer_sequence<int, nest.step_count>{});
    for_outputs([&](auto o) {
      if constexpr (!written_at_outer(decltype(o)::value)) write<decltype(o)::value>(s);
    });
  }
  template <int S> static HEED_INLINE void step(state& s) {
    constexpr auto& t = nest.steps[S];
    if constexpr (t.hoisted) return;
    else if constexpr (!t.is_walk) fill<t.index>(s);
    else if constexpr (nest.walks[t.index].where == planner::scope::lanes) walk_run<R, t.index>::run(s);
  }
  static constexpr bool any_at_lanes = [] {
    for (int o = 0; o < nest.output_count; ++o)
      if (!written_at_outer(o)) return true;
    return false;
  }();

  // What changes with neither lanes nor rows, once for all lanes.
  static void fill_hoisted(state& s) {
    s.valid = R::width;
    [&]<int... S>(std::integer_sequence<int, S...>) {
      ([&] {
        if constexpr (nest.steps[S].hoisted) fill<nest.steps[S].index>(s);
      }(), ...);
    }(std::make_integer_sequence<int, nest.step_count>{});
  }

  // All lanes, for one point of the outer loops.
  static void all_lanes(state& s) {
    [&]<int... W>(std::integer_sequence<int, W...>) {
      ([&] {
        if constexpr (nest.walks[W].where == planner::scope::outer) walk_run<R, W>::run_over_lanes(s);
      }(), ...);
      (void)s;
    }(std::make_integer_sequence<int, nest.walk_count>{});
    fill_hoisted(s);
    s.valid = 1;
    for_outputs([&](auto o) {
      if constexpr (written_at_outer(decltype(o)::value)) write<decltype(o)::value>(s);
    });
    if constexpr (any_at_lanes) {
      if constexpr (R::lane < 0) lanes_block(s);
      else lanes_blocks(s, 0, R::template extent<R::lane>(s));
    }
  }
  // The blocks of lanes from first to last, which may be beyond the edge.
  static void lanes_blocks(state& s, index_t first, index_t last) {
    const index_t end = R::template extent<R::lane>(s);
    if constexpr (only_writes && nest.output_count == 1) first = write_lines<0>(s, first, last < end ? last : end);
    for (index_t b = first; b < last && b < end; b += R::width) {
      s.at[R::lane] = b;
      s.valid = end - b < R::width ? end - b : R::width;
      lanes_block(s);
    }
  }

  template <int Depth> static HEED_INLINE void outer_loops(state& s) {
    if constexpr (Depth == nest.outer_count) {
      if constexpr (nest.chunk < 0) all_lanes(s);
      else {
        const index_t end = R::template extent<nest.chunk>(s);
        for (index_t b = 0; b < end; b += nest.chunk_size) {
          R::enter_block(s, nest.chunk, b, b + nest.chunk_size < end ? b + nest.chunk_size : end);
          all_lanes(s);
        }
      }
    } else {
      constexpr int v = nest.outer[Depth];
      const index_t end = R::template extent<v>(s);
      for (index_t x = 0; x < end; ++x) {
        s.at[v] = x;
        outer_loops<Depth + 1>(s);
      }
    }
  }

  HEED_LOOPS static void run(const typename R::data& d) {
    state s{d};
    if constexpr (on_stack.known) {
      alignas(64) char memory[on_stack.bytes > 0 ? on_stack.bytes : 1];
      for (int t = 0; t < nest.tile_count; ++t) s.tile[t] = memory + on_stack.at[t];
      outer_loops<0>(s);
    } else {
      scratch_arena::part memory;
      take_tiles(s, memory);
      outer_loops<0>(s);
    }
  }
};

/// Runs all nests of a plan, temporaries first: `one` runs a nest, whose number is a constant.
template <class P, class Functions, class Run> void run_nests(const run_data<P, Functions>& d, Run&& one) {
  check_integers<-1>(d);
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((one(std::integral_constant<int, I>{}), add_up_temporaries<P, Functions, I>(d), check_integers<I>(d)), ...);
  }(std::make_integer_sequence<int, P::value.nest_count>{});
}
/// By the calling thread.
template <class P, class Functions> void run(const run_data<P, Functions>& d) {
  run_nests(d, [&]<int I>(std::integral_constant<int, I>) { nest_kernel<P, Functions, I>::run(d); });
}

}  // namespace heed::kernel
