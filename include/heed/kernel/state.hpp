// Where a running nest stands: the value of every variable, the ranges of the current blocks, the tiles.
#pragma once

#include <cstring>
#include <utility>

#include <heed/kernel/nest_view.hpp>
#include <heed/kernel/row_search.hpp>
#include <heed/kernel/run_data.hpp>
#include <heed/simd/arithmetic.hpp>
#include <heed/simd/compare.hpp>
#include <heed/simd/fetch.hpp>
#include <heed/simd/micro_kernel.hpp>

// g++ reckons that a loop of 2^58 rows would overflow a tile's offset, and says so; none has that many.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#endif

namespace heed::kernel {

namespace detail {
template <planner::scalar S> struct type_of;
template <> struct type_of<planner::scalar::b8> { using type = bool; };
template <> struct type_of<planner::scalar::i8> { using type = std::int8_t; };
template <> struct type_of<planner::scalar::i16> { using type = std::int16_t; };
template <> struct type_of<planner::scalar::i32> { using type = std::int32_t; };
template <> struct type_of<planner::scalar::i64> { using type = std::int64_t; };
template <> struct type_of<planner::scalar::u8> { using type = std::uint8_t; };
template <> struct type_of<planner::scalar::u16> { using type = std::uint16_t; };
template <> struct type_of<planner::scalar::u32> { using type = std::uint32_t; };
template <> struct type_of<planner::scalar::u64> { using type = std::uint64_t; };
template <> struct type_of<planner::scalar::f32> { using type = float; };
template <> struct type_of<planner::scalar::f64> { using type = double; };
}  // namespace detail

/// Nest I of the planned expression P, as constants; `state` is one run of it.
/// Keep: whether what results need again is kept where the planner says so (there may be no room for extents that are known now).
/// Alone: whether the lanes are taken one at a time. Then all elements of a vector are the same, and tiles have one of them.
template <class P, class Functions, int I, bool Keep = true, bool Alone = P::value.nests[I].alone> struct nest_run {
  using data = run_data<P, Functions>;
  static constexpr const auto& program = P::value;
  static constexpr const auto& g = program.g;
  static constexpr const auto& nest = program.nests[I];
  static constexpr auto view = view_of(program, I, Alone, Keep);
  static constexpr bool alone = Alone;
  static constexpr int lanes = nest.lanes;                        // elements of a vector
  static constexpr int vectors = alone ? 1 : nest.vectors;        // vectors of a block of lanes
  static constexpr index_t width = alone ? 1 : index_t{lanes} * vectors;  // elements of a block
  static constexpr int lane = nest.lane;
  static constexpr vars chunk_set = nest.chunk_set();
  /// Whether every block of lanes is full. (What is written before the lanes are walked has one lane: `valid` is 1 then.)
  static constexpr bool whole_blocks = view.whole_blocks();
  static constexpr int variables = data::variables;
  static constexpr int tiles = nest.tile_count > 0 ? nest.tile_count : 1;

  template <int N> using type = typename detail::type_of<g.nodes[N].type>::type;
  template <int N> using operand_type = typename detail::type_of<g.nodes[N].operand>::type;
  template <class T> using batch_of = simd::lanes_of<T, lanes>;

  static constexpr bool in_pieces = view.in_pieces();

  // (Where a block begins is set when it does. To set it to 0 before is words that a small product waits for: simd/micro_kernel.hpp.)
  HEED_UNSET_BEGIN
  struct state {
    explicit state(const data& d) : run(d) {}
    const data& run;
    index_t at[variables]{};  // the current value of every variable; of the lanes: the block's first
    index_t lo[variables];  // the range of the current block, where a variable is walked in blocks: set where that begins
    index_t hi[variables];
    index_t origin[in_pieces ? variables : 1];  // where that block begins, while lo and hi say a piece of it
    index_t valid = 1;          // lanes of the block that are inside
    index_t many;               // lanes of all the blocks that a walk over lanes sweeps at once
    int first_vector = 0, last_vector = 1;  // the vectors of the block that a walk works on
    std::conditional_t<in_pieces, row_range, char> rows[in_pieces ? nest.walk_count : 1];  // of each walk, for the block of lanes before
    char* tile[tiles];  // set when a run begins
    simd::fetch_queue next;  // what the blocks after this one will need
    bool streams = false;  // whether the result is written past the caches
  };
  HEED_UNSET_END

  static HEED_INLINE void enter_block(state& s, int v, index_t begin, index_t end) {
    s.lo[v] = begin;
    s.hi[v] = end;
    if constexpr (in_pieces) s.origin[v] = begin;
  }
  static HEED_INLINE index_t begin_of_block(const state& s, int v) {
    if constexpr (in_pieces) return s.origin[v];
    else return s.lo[v];
  }

  // ---- extents and coordinates
  // (A function each, not a template: compilers have fewer of them, and the number is a constant where they are called.)
  static HEED_INLINE index_t extent(const state& s, int v) { return g.variables[v].extent != dynamic ? g.variables[v].extent : s.run.extent[v]; }
  // Where the loop over a variable begins and ends: of the current block for those in `blocked`.
  static HEED_INLINE index_t begin_of(const state& s, vars blocked, int v) { return planner::has(blocked, v) ? s.lo[v] : 0; }
  static HEED_INLINE index_t end_of(const state& s, vars blocked, int v) { return planner::has(blocked, v) ? s.hi[v] : extent(s, v); }
  // Of its axis: where its loop is joined with others, it has more.
  template <int V> static HEED_INLINE index_t length(const state& s) {
    if constexpr (data::joins_loops) return s.run.length[V];
    else return extent(s, V);
  }
  template <int V> static HEED_INLINE index_t coordinate(const state& s) {
    if constexpr (!g.variables[V].derived) return s.at[V];
    else if constexpr (g.variables[V].how == planner::variable::how::data) {
      constexpr int a = g.variables[V].data;
      using T = typename detail::type_of<g.variables[V].data_type>::type;
      if constexpr (planner::may_be_nowhere(g, g.accesses[a]))
        if (s.run.base[a] == nullptr) return 0;
      return static_cast<index_t>(static_cast<const T*>(s.run.base[a])[offset<a>(s)]);
    } else {
      constexpr auto source = g.variables[V].source;
      index_t x = map_value<source.number>(s);
      using how = enum planner::variable::how;
      if constexpr (g.variables[V].how == how::scale) return x * s.run.slots[source.axis];
      if constexpr (g.variables[V].how == how::clamp) {
        const index_t end = g.variables[V].extent != dynamic ? g.variables[V].extent : s.run.slots[source.axis];
        return x < 0 ? 0 : x < end ? x : end - 1;
      }
      constexpr bool known = source.where == planner::extent_source::from::nothing;
      x /= known ? g.divisor[V] : s.run.slots[source.axis];
      if constexpr (g.variables[V].digit > 0) x %= known ? g.variables[V].extent : s.run.slots[source.axis + 1];
      return x;
    }
  }
  template <int M> static HEED_INLINE index_t map_value(const state& s) {
    constexpr auto& m = g.maps[M];
    index_t x = m.offset;
    [&]<int... T>(std::integer_sequence<int, T...>) {
      ((x += m.terms[T].coefficient * slot_value(s, m.terms[T].slot) * coordinate<m.terms[T].variable>(s)), ...);
      (void)s;
    }(std::make_integer_sequence<int, m.count>{});
    for (int i = 0; i < m.slot_count; ++i) x += m.slots[i].factor * s.run.slots[m.slots[i].slot] * slot_value(s, m.slots[i].by);
    return x;
  }
  static HEED_INLINE index_t slot_value(const state& s, int slot) { return slot < 0 ? 1 : s.run.slots[slot]; }

  // ---- where an access points
  static HEED_INLINE index_t term_stride(const state& s, int term) {
    const index_t known = g.terms[term].coefficient;
    return known != planner::unknown_stride ? known : s.run.stride[term];
  }
  // (Terms are taken four at a time: each function costs the compiler more than what is in it.)
  template <int A, int T = 0> static HEED_INLINE index_t offset(const state& s) {
    constexpr int first = g.accesses[A].first_term + T, terms = g.accesses[A].terms - T;
    (void)s;
    index_t x = 0;
    if constexpr (view.is_plain(A)) {
      if constexpr (terms > 0) x += term_stride(s, first) * s.at[g.terms[first].variable];
      if constexpr (terms > 1) x += term_stride(s, first + 1) * s.at[g.terms[first + 1].variable];
      if constexpr (terms > 2) x += term_stride(s, first + 2) * s.at[g.terms[first + 2].variable];
      if constexpr (terms > 3) x += term_stride(s, first + 3) * s.at[g.terms[first + 3].variable];
    } else {
      if constexpr (terms > 0) x += term_stride(s, first) * coordinate<g.terms[first].variable>(s);
      if constexpr (terms > 1) x += term_stride(s, first + 1) * coordinate<g.terms[first + 1].variable>(s);
      if constexpr (terms > 2) x += term_stride(s, first + 2) * coordinate<g.terms[first + 2].variable>(s);
      if constexpr (terms > 3) x += term_stride(s, first + 3) * coordinate<g.terms[first + 3].variable>(s);
    }
    if constexpr (terms > 4) x += offset<A, T + 4>(s);
    return x;
  }
  // The stride along a variable; 0 where the access does not depend on it.
  template <int A, int V> static HEED_INLINE index_t stride_along(const state& s) {
    constexpr int term = view.term_along(A, V);
    (void)s;
    if constexpr (term < 0) return 0;
    else return term_stride(s, term);
  }

  // ---- tiles: [rows...][width], row-major
  template <int T, int K> static HEED_INLINE index_t tile_stride(const state& s) {
    (void)s;
    constexpr index_t known = view.known_stride(T, K);
    if constexpr (known >= 0) return known;
    else if constexpr (constexpr index_t rows = view.known_rows(T, K + 1); rows >= 0) return rows * tile_stride<T, K + 1>(s);
    else return extent(s, nest.tiles[T].order[K + 1]) * tile_stride<T, K + 1>(s);
  }
  template <int T, int V, int K = 0> static HEED_INLINE index_t tile_stride_along(const state& s) {
    if constexpr (nest.tiles[T].order[K] == V) return tile_stride<T, K>(s);
    else return tile_stride_along<T, V, K + 1>(s);
  }
  template <int T> static HEED_INLINE index_t tile_size(const state& s) {
    if constexpr (!view.is_there(T)) return 0;
    else if constexpr (nest.tiles[T].all_lanes) return view.whole_blocks_of(extent(s, lane));
    else return tile_stride<T, -1>(s);
  }
  // As many of them as the current block of rows has: its first rows, where they are the tile's outermost.
  template <int T> static HEED_INLINE index_t tile_used(const state& s) {
    constexpr int v = nest.tiles[T].row_count > 0 ? nest.tiles[T].order[0] : 0;
    if constexpr (nest.tiles[T].row_count == 0 || !planner::has(nest.tiles[T].relative, v)) return tile_size<T>(s);
    else if constexpr (g.variables[v].extent > 0 && g.variables[v].extent % nest.rows_of_block(nest.tiles[T], v) == 0) return tile_size<T>(s);
    else return (s.hi[v] - s.lo[v]) * tile_stride<T, 0>(s);
  }
  // Where the current row begins, of the K-th variable on.
  template <int T, int K = 0> static HEED_INLINE index_t tile_offset(const state& s) {
    (void)s;
    if constexpr (nest.tiles[T].all_lanes) return s.at[lane];
    else if constexpr (K >= nest.tiles[T].row_count) return 0;
    else {
      constexpr int v = nest.tiles[T].order[K];
      constexpr index_t known = view.known_stride(T, K);
      index_t here = s.at[v];
      if constexpr (planner::has(nest.tiles[T].relative, v)) here -= begin_of_block(s, v);
      if constexpr (known >= 0) here *= known;
      else here *= tile_stride<T, K>(s);
      if constexpr (K + 1 == nest.tiles[T].row_count) return here;
      else return here + tile_offset<T, K + 1>(s);
    }
  }
  template <int T> using tile_type = type<nest.tiles[T].node>;
  // bool values lie in tiles as float, 0 or 1, but for those that were only turned
  template <int T> using tile_element = std::conditional_t<std::is_same_v<tile_type<T>, bool> && !nest.tiles[T].turned, float, tile_type<T>>;
  // Vector j of the current row. (Of one row variable and of none it is worked out here: a function less.)
  template <int T> static HEED_INLINE tile_element<T>* tile_at(const state& s, int j = 0) {
    constexpr auto& t = nest.tiles[T];
    auto* const first = reinterpret_cast<tile_element<T>*>(s.tile[T]) + j * lanes;
    if constexpr (t.row_count > 1 || t.all_lanes) return first + tile_offset<T>(s);
    else if constexpr (t.row_count == 0) return first;
    else if constexpr (planner::has(t.relative, t.order[0])) return first + (s.at[t.order[0]] - begin_of_block(s, t.order[0])) * (width * t.parts);
    else return first + s.at[t.order[0]] * (width * t.parts);
  }
  // What a tile has there; of bool values a float each. (One element lies anywhere: float64 behind a coordinate of 32 bits.)
  template <class E> static HEED_INLINE batch_of<E> load(const E* from) {
    if constexpr (alone) {
      E one;
      std::memcpy(&one, static_cast<const void*>(from), sizeof one);
      return simd::all<E, lanes>(one);
    } else return simd::load<E, lanes>(from);
  }
  template <class X, class E> static HEED_INLINE void store(const X& x, E* to) {
    if constexpr (alone) {
      const E one = simd::first_of(simd::to<E>(x));
      std::memcpy(static_cast<void*>(to), &one, sizeof one);
    } else simd::to<E>(x).store(to);
  }

  // Calls f for every point of the variables in Set, the lowest number outermost: ranges of blocks for those in Blocked.
  template <vars Set, vars Blocked, class F> static HEED_INLINE void for_points(state& s, F&& f) {
    if constexpr (Set == 0) f();
    else {
      constexpr int v = lowest_in(Set);
      const index_t end = end_of(s, Blocked, v);
      for (index_t x = begin_of(s, Blocked, v); x < end; ++x) {
        s.at[v] = x;
        if constexpr (Set == planner::one(v)) f();
        else for_points<Set & ~planner::one(v), Blocked>(s, f);
      }
    }
  }
  // Lanes of the block from vector j on, as many as a vector or more where it is full.
  static HEED_INLINE index_t valid_from(const state& s, int j) {
    if constexpr (whole_blocks) return lanes;
    else return s.valid - j * lanes;
  }
  // Vectors of the block that have a lane inside.
  static HEED_INLINE int used_vectors(const state& s) {
    if constexpr (whole_blocks || vectors == 1) return vectors;
    else return static_cast<int>(s.valid >= width ? vectors : (s.valid + lanes - 1) / lanes);
  }
  // Vectors of the block that are begun and finished: all of a few, so that their number is a constant; of a wide block those.
  static HEED_INLINE int begun_vectors(const state& s) {
    if constexpr (nest.wide) return used_vectors(s);
    else return vectors;
  }
};

}  // namespace heed::kernel

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
