// One nest: outer loops, walks over the lanes, blocks of lanes with their tiles and walks, and the results, row by row.
#pragma once

#include <array>

#include <heed/kernel/lookup.hpp>
#include <heed/kernel/scan.hpp>
#include <heed/kernel/scatter.hpp>
#include <heed/kernel/scratch.hpp>
#include <heed/kernel/walk.hpp>
#include <heed/kernel/write.hpp>

namespace heed::kernel {

template <class P, class Functions, int I, bool Keep = true, bool Alone = P::value.nests[I].alone> struct nest_kernel {
  using R = nest_run<P, Functions, I, Keep, Alone>;
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  using pack = packing<R>;
  using results = writing<R>;

  // ---- tiles
  template <int T> static std::size_t bytes(const state& s) {
    return static_cast<std::size_t>(R::template tile_size<T>(s)) * sizeof(typename R::template tile_element<T>);
  }
  static constexpr std::size_t copies_of(int t) { return static_cast<std::size_t>(nest.tiles[t].copies); }
  template <class F> static void for_tiles(F&& f) {
    [&]<int... T>(std::integer_sequence<int, T...>) { (f(std::integral_constant<int, T>{}), ...); }(std::make_integer_sequence<int, nest.tile_count>{});
  }
  // All tiles in one piece, each from a whole line of the cache on.
  static std::size_t bytes_of_tiles(const state& s) {
    std::size_t n = 0;
    for_tiles([&](auto t) {
      if constexpr (constexpr int T = decltype(t)::value; R::view.owner_of(T) == T) n += scratch_arena::in_lines(bytes<T>(s)) * copies_of(T);
    });
    (void)s;
    return n;
  }
  static void place_tiles(state& s, char* at) {
    for_tiles([&](auto t) {
      if constexpr (constexpr int T = decltype(t)::value; R::view.owner_of(T) == T) {
        s.tile[T] = at;
        at += scratch_arena::in_lines(bytes<T>(s)) * copies_of(T);
      }
    });
    for (int t = 0; t < nest.tile_count; ++t) s.tile[t] = s.tile[R::view.owner_of(t)];
    (void)at;
  }

  // Tiles whose sizes are constants lie at constant places: small ones on the stack.
  static constexpr std::size_t largest_on_stack = 16 * 1024;
  static constexpr auto place_of_tiles = R::view.template places<R::tiles>();
  static constexpr bool on_stack = place_of_tiles.known && place_of_tiles.bytes <= largest_on_stack;

  // Whether the one result's blocks of lanes need nothing but themselves: then they are written in one loop over all, row by row.
  static constexpr bool only_writes = R::view.only_writes();
  // Whether it may be written past the caches.
  static constexpr bool streams = only_writes && streaming<R>::is_possible;
  // Before and after all loops of a thread, where it streams.
  static void begin(state& s) { s.streams = streaming<R>::is_wanted(s); }
  static void end(const state& s) {
    if (s.streams) simd::finish_streams();
  }
  template <class F> static HEED_INLINE void for_outputs(F&& f) {
    [&]<int... O>(std::integer_sequence<int, O...>) { (f(std::integral_constant<int, O>{}), ...); }(std::make_integer_sequence<int, nest.output_count>{});
  }

  // One block of lanes.
  static void lanes_block(state& s) {
    run_steps(s, indices_in<R::view.steps_of_block()>{});
    write_outputs(s, indices_in<R::view.written_at_lanes()>{});
  }
  template <int... K> static HEED_INLINE void run_steps(state& s, indices<K...>) { (run_step<K>(s), ...); }
  template <int K> static HEED_INLINE void run_step(state& s) {
    constexpr auto& t = nest.steps[K];
    if constexpr (t.is_walk) walk_run<R, t.index>::run(s);
    else if constexpr (nest.tiles[t.index].copies > 1) loop_in_blocks<R>::each(s, [&]() HEED_INLINED { pack::template fill<t.index>(s); });
    else pack::template fill<t.index>(s);
  }
  template <int... O> static HEED_INLINE void write_outputs(state& s, indices<O...>) {
    if constexpr (nest.in_blocks >= 0) loop_in_blocks<R>::each(s, [&]() HEED_INLINED { (results::template write<O>(s), ...); });
    else (results::template write<O>(s), ...);
  }

  // What changes with neither lanes nor rows, once for all lanes.
  static void fill_hoisted(state& s) {
    s.valid = R::width;
    indices_in<R::view.hoisted_steps()>::each([&](auto i) { run_step<decltype(i)::value>(s); });
  }

  // All lanes, for one point of the outer loops.
  static void all_lanes(state& s) {
    using over_lanes = indices_in<R::view.walks_over_lanes()>;
    if constexpr (over_lanes::count > 0) over_lanes::each([&](auto w) { walk_run<R, decltype(w)::value>::run_over_lanes(s); });
    if constexpr (R::view.hoisted_steps() != 0) fill_hoisted(s);
    s.valid = 1;
    using written_here = indices_in<R::view.written_at_outer()>;
    if constexpr (written_here::count > 0) write_outputs(s, written_here{});
    if constexpr (R::view.written_at_lanes() != 0) {
      if constexpr (R::lane < 0) lanes_block(s);
      else lanes_blocks(s, 0, R::extent(s, R::lane));
    }
  }
  // The blocks of lanes from first to last, which may be beyond the edge.
  static void lanes_blocks(state& s, index_t first, index_t last) {
    const index_t end = R::extent(s, R::lane);
    if constexpr (only_writes) {
      last = last < end ? last : end;
      if constexpr (nest.rows == 0) first = results::template write_lines<0>(s, first, last);
      else if (R::template stride_along<R::view.access_of_output(0), R::lane>(s) == 1) {
        R::template for_points<nest.rows, 0>(s, [&]() HEED_INLINED {
          s.at[R::lane] = results::template write_lines<0>(s, first, last);
          s.valid = last - s.at[R::lane];
          if (s.valid > 0) results::template write_rows<0, 0>(s);
        });
        return;
      }
    }
    for (index_t b = first; b < last && b < end; b += R::width) {
      s.at[R::lane] = b;
      s.valid = end - b < R::width ? end - b : R::width;
      fetch_lanes<R>::run(s);
      lanes_block(s);
    }
  }

  template <int Depth> static HEED_INLINE void outer_loops(state& s) {
    if constexpr (Depth == nest.outer_count) {
      if constexpr (nest.chunk < 0) all_lanes(s);
      else {
        const index_t end = R::extent(s, nest.chunk);
        for (index_t b = 0; b < end; b += nest.chunk_size) {
          R::enter_block(s, nest.chunk, b, b + nest.chunk_size < end ? b + nest.chunk_size : end);
          all_lanes(s);
        }
      }
    } else if constexpr (planner::has(nest.around_set(), nest.outer[Depth])) outer_loops<Depth + 1>(s);
    else {
      constexpr int v = nest.outer[Depth];
      const index_t end = R::extent(s, v);
      for (index_t x = 0; x < end; ++x) {
        s.at[v] = x;
        outer_loops<Depth + 1>(s);
      }
    }
  }

  // Whether there is room for what is kept, as far as the extents are not known before.
  static bool has_room(const state& s) {
    std::size_t most = 0;
    [&]<int... T>(std::integer_sequence<int, T...>) {
      ([&] {
        if constexpr (T < nest.tile_count)
          if constexpr (R::view.is_kept(T)) most = std::max(most, bytes<T>(s));
      }(), ...);
      (void)s;
    }(std::make_integer_sequence<int, R::tiles>{});
    return most <= static_cast<std::size_t>(planner::largest_kept(R::program.target));
  }
  static constexpr bool may_lack_room = R::view.may_lack_room();

  // Whether there may be so few lanes that they are taken one at a time, and whether there are.
  static constexpr bool may_be_alone = !Alone && nest.alone_up_to > 0;
  static bool is_alone(const state& s) {
    if constexpr (may_be_alone) return R::extent(s, R::lane) <= nest.alone_up_to;
    else return false;
  }

  HEED_LOOPS static void run(const typename R::data& d) {
    state s{d};
    if constexpr (may_be_alone)
      if (is_alone(s)) {
        nest_kernel<P, Functions, I, Keep, true>::run(d);
        return;
      }
    if constexpr (may_lack_room)
      if (!has_room(s)) {
        nest_kernel<P, Functions, I, false, Alone>::run(d);
        return;
      }
    if constexpr (streams) begin(s);
    if constexpr (on_stack) {
      alignas(64) char memory[place_of_tiles.bytes > 0 ? place_of_tiles.bytes : 1];
      scratch_arena::spoil(memory, sizeof memory);
      for (int t = 0; t < nest.tile_count; ++t) s.tile[t] = memory + place_of_tiles.at[t];
      outer_loops<0>(s);
    } else {
      scratch_arena::part memory;
      if constexpr (place_of_tiles.known) {
        char* const first = memory.take(place_of_tiles.bytes);
        for (int t = 0; t < nest.tile_count; ++t) s.tile[t] = first + place_of_tiles.at[t];
      } else place_tiles(s, memory.take(bytes_of_tiles(s)));
      outer_loops<0>(s);
    }
    if constexpr (streams) end(s);
  }
};

}  // namespace heed::kernel
