// One nest: outer loops, walks over the lanes, blocks of lanes with their tiles and walks, and the results, row by row.
#pragma once

#include <heed/kernel/lookup.hpp>
#include <heed/kernel/scratch.hpp>
#include <heed/kernel/walk.hpp>

namespace heed::kernel {

template <class P, class Functions, int I> struct nest_kernel {
  using R = nest_run<P, Functions, I>;
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  static constexpr vars chunk_set = nest.chunk < 0 ? 0 : planner::one(nest.chunk);

  // ---- tiles
  template <int T> static std::size_t bytes(const state& s) {
    return static_cast<std::size_t>(R::template tile_size<T>(s)) * sizeof(typename R::template tile_element<T>);
  }
  template <class Memory> static void take_tiles(state& s, Memory& memory) {
    [&]<int... T>(std::integer_sequence<int, T...>) {
      ((nest.tiles[T].alias < 0 ? void(s.tile[T] = memory.take(bytes<T>(s))) : void()), ...);
      (void)s;
      (void)memory;
    }(std::make_integer_sequence<int, nest.tile_count>{});
    for (int t = 0; t < nest.tile_count; ++t) {
      int a = t;
      while (nest.tiles[a].alias >= 0) a = nest.tiles[a].alias;
      s.tile[t] = s.tile[a];
    }
  }

  // ---- a packed tile: the value of a node for all its rows
  template <int T> static void fill(state& s) {
    constexpr auto& t = nest.tiles[T];
    const int used = R::used_vectors(s);
    R::template for_points<t.rows, chunk_set>(s, [&] {
      for (int j = 0; j < used; ++j) R::template write_tile<T>(s, j, values<R, -1>::template compute<t.node>(s, j, no_values{}));
      // lanes beyond the edge take part in products; whatever they hold must not be slow (denormals, NaN)
      for (int j = used; j < R::vectors; ++j) R::template write_tile<T>(s, j, zero<T>());
    });
  }
  template <int T> static HEED_INLINE auto zero() { return simd::all<typename R::template tile_type<T>, R::lanes>({}); }

  // ---- results
  template <int O> static void write(state& s) {
    constexpr auto& o = nest.outputs[O];
    constexpr int access = o.temporary ? R::program.access_of[o.node] : R::program.result_access[o.target];
    using T = typename R::template type<o.node>;
    T* base = static_cast<T*>(const_cast<void*>(s.run.base[access]));
    constexpr bool along = R::lane >= 0 && planner::has(o.axes, R::lane);
    const int used = along ? R::used_vectors(s) : 1;
    R::template for_points<o.axes & nest.rows, chunk_set>(s, [&] {
      for (int j = 0; j < used; ++j) {
        const auto x = values<R, -1>::template get_as<o.node, T>(s, j, no_values{});
        if constexpr (!along) base[R::template offset<access>(s)] = x.get(0);
        else {
          const index_t stride = R::template stride_along<access, R::lane>(s);
          T* to = base + R::template offset<access>(s) + stride * (j * R::lanes);
          const index_t n = s.valid - j * R::lanes;
          if (stride == 1 && n >= R::lanes) x.store(to);
          else simd::store_some<T, R::lanes>(x, to, stride, n);
        }
      }
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
    if constexpr (!t.is_walk) fill<t.index>(s);
    else if constexpr (nest.walks[t.index].where == planner::scope::lanes) walk_run<R, t.index>::run(s);
  }
  static constexpr bool any_at_lanes = [] {
    for (int o = 0; o < nest.output_count; ++o)
      if (!written_at_outer(o)) return true;
    return false;
  }();

  // All lanes, for one point of the outer loops.
  static void all_lanes(state& s) {
    [&]<int... W>(std::integer_sequence<int, W...>) {
      ([&] {
        if constexpr (nest.walks[W].where == planner::scope::outer) walk_run<R, W>::run_over_lanes(s);
      }(), ...);
      (void)s;
    }(std::make_integer_sequence<int, nest.walk_count>{});
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
          s.lo[nest.chunk] = b;
          s.hi[nest.chunk] = b + nest.chunk_size < end ? b + nest.chunk_size : end;
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

  static void run(const typename R::data& d) {
    state s{d, {}, {}, {}, 1, {}};
    scratch_arena::part memory;
    take_tiles(s, memory);
    outer_loops<0>(s);
  }
};

/// Runs all nests of a plan, temporaries first.
template <class P, class Functions> void run(const run_data<P, Functions>& d) {
  check_integers<-1>(d);
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((nest_kernel<P, Functions, I>::run(d), check_integers<I>(d)), ...);
  }(std::make_integer_sequence<int, P::value.nest_count>{});
}

}  // namespace heed::kernel
