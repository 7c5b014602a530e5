// What the blocks after this one need is fetched from memory while this one is computed. What it is depends on the plan; where it lies is
// worked out when it runs, by functions that all expressions share.
#pragma once

#include <cstdint>

#include <heed/kernel/walk_facts.hpp>
#include <heed/plan/estimate.hpp>

namespace heed::kernel {

/// What of a block lies in one piece: for some values of one variable, all that an access has there.
struct fetched_piece {
  std::int32_t inside;  // elements for one value, as far as that is a constant
  std::int16_t access;
  std::int8_t bytes;    // of an element
  bool here;            // where the variable stands, not after it
  std::int32_t terms;
};
struct fetched_term {
  enum class of : std::uint8_t { outside, along, lanes, inside } what;
  std::int8_t variable;
  std::int16_t stride;  // of the run's strides, -1: it is the coefficient
  std::int32_t coefficient;
  std::int32_t known;   // the variable's extent, 0: it is one of the run's
};
/// What a function that all expressions share asks of a run.
struct fetched_from {
  const void* const* base;
  const index_t *stride, *extent, *at;
};
/// Adds the pieces for `count` values from `from` on, in which there is little else, and which are not more than `limit` bytes.
inline HEED_SHARED void add_pieces(simd::fetch_queue& next, const fetched_piece* piece, int pieces, const fetched_term* term, const fetched_from& run, index_t from, index_t here,
                                   index_t count, index_t limit) {
  for (const fetched_piece* const end = piece + pieces; piece < end; ++piece) {
    index_t offset = 0, inside = piece->inside, along = 0;
    for (int t = 0; t < piece->terms; ++t, ++term) {
      const index_t step = term->stride < 0 ? term->coefficient : run.stride[term->stride];
      if (term->what == fetched_term::of::inside) inside *= run.extent[term->variable];
      else if (term->what == fetched_term::of::outside) offset += step * run.at[term->variable];
      else {
        along = step;
        offset += step * (piece->here ? here : from);
      }
    }
    const index_t bytes = count * along * piece->bytes;
    if (along > 0 && along <= 2 * inside && bytes <= limit) next.add(run.base[piece->access], offset * piece->bytes, bytes);
  }
}

/// The same for what has an element for each pair of a row and a lane: for `rows` rows from `row` on and `lanes` lanes from `lane` on.
inline HEED_SHARED void add_pairs(simd::fetch_queue& next, const fetched_piece* piece, int pieces, const fetched_term* term, const fetched_from& run, index_t row, index_t rows,
                                  index_t lane, index_t lanes) {
  for (const fetched_piece* const end = piece + pieces; piece < end; ++piece) {
    index_t offset = 0, along_rows = 0, along_lanes = 0;
    for (int t = 0; t < piece->terms; ++t, ++term) {
      const index_t step = term->stride < 0 ? term->coefficient : run.stride[term->stride];
      if (term->what == fetched_term::of::along) along_rows = step;
      else if (term->what == fetched_term::of::lanes) along_lanes = step;
      offset += step * (term->what == fetched_term::of::along ? row : term->what == fetched_term::of::lanes ? lane : run.at[term->variable]);
    }
    if (along_rows == 1) next.add(run.base[piece->access], offset * piece->bytes, rows * piece->bytes, lanes, along_lanes * piece->bytes);
    else if (along_lanes == 1) next.add(run.base[piece->access], offset * piece->bytes, lanes * piece->bytes, rows, along_rows * piece->bytes);
  }
}

/// How many rows are walked at a time, at most `most`: `at_once` bytes of each operand, if all of them lie row after row, in rows of up to `longest` bytes, and are
/// more than the caches hold together.
inline HEED_SHARED index_t rows_in_turn(const fetched_piece* piece, int pieces, const fetched_term* term, const fetched_from& run, index_t most, index_t caches, index_t at_once,
                                        index_t longest) {
  index_t all = 0, longest_row = 1;
  for (const fetched_piece* const end = piece + pieces; piece < end; ++piece) {
    index_t inside = piece->inside, along = 0, rows = 1;
    for (int t = 0; t < piece->terms; ++t, ++term) {
      const index_t extent = term->known > 0 ? term->known : run.extent[term->variable];
      if (term->what == fetched_term::of::inside) inside *= extent;
      else rows *= extent;
      if (term->what == fetched_term::of::along) along = term->stride < 0 ? term->coefficient : run.stride[term->stride];
    }
    const index_t row = inside * piece->bytes;
    if (along != inside || row > longest) return most;
    longest_row = row > longest_row ? row : longest_row;
    all += rows * row;
  }
  const index_t rows = at_once > longest_row ? at_once / longest_row : 1;
  return all <= caches || rows > most ? most : rows;
}

/// What is fetched, and the terms of all of it.
template <int Pieces, int Terms> struct fetch_table {
  fetched_piece pieces[Pieces > 0 ? Pieces : 1]{};
  fetched_term terms[Terms > 0 ? Terms : 1]{};
  int piece_count = 0, term_count = 0;
};
/// Of a nest with products, which the micro-kernel computes: it asks for what comes next on its way (`simd::fetch_queue`).
template <int C> struct fetch_list : fetch_table<16, 128> {
  const nest_view<C>& of;
  constexpr explicit fetch_list(const nest_view<C>& n) : of(n) {}
  // variables that range over all they can be within a block of lanes
  constexpr vars inner() const { return ~(of.nest.outer_set() | of.nest.chunk_set()); }
  /// An access along variable v; pairs: and along the lanes. (What is indexed by data, or clamped, lies anywhere; strides of gigabytes are
  /// not worth the room.)
  constexpr void add(int access, int v, planner::scalar type, bool here = false, bool pairs = false) {
    constexpr index_t most = std::int32_t{1} << 30;
    const auto& g = of.g;
    const auto& a = g.accesses[access];
    if (piece_count == 16 || term_count + a.terms > 128) return;
    index_t known_inside = 1;
    fetched_piece p{1, static_cast<std::int16_t>(access), static_cast<std::int8_t>(planner::bytes_of(type)), here, 0};
    for (int t = 0; t < a.terms; ++t) {
      const auto& from = g.terms[a.first_term + t];
      const int x = from.variable;
      const bool is_lane = pairs && x == of.lane, is_inside = x != v && planner::has(inner(), x), known = from.coefficient != planner::unknown_stride;
      if ((pairs && is_inside && x != of.lane) || g.variables[x].derived || (known && (from.coefficient > most || from.coefficient < -most))) return;
      if (is_inside && !is_lane && g.variables[x].extent != dynamic) {
        known_inside *= g.variables[x].extent;
        if (known_inside > most) return;
      } else
        terms[term_count + p.terms++] = {x == v ? fetched_term::of::along : is_lane ? fetched_term::of::lanes : is_inside ? fetched_term::of::inside : fetched_term::of::outside, static_cast<std::int8_t>(x),
                                         static_cast<std::int16_t>(known ? -1 : a.first_term + t), static_cast<std::int32_t>(known ? from.coefficient : 0),
                                         static_cast<std::int32_t>(g.extent(x) > 0 && g.extent(x) < most ? g.extent(x) : 0)};
    }
    p.inside = static_cast<std::int32_t>(known_inside);
    pieces[piece_count++] = p;
    term_count += p.terms;
  }
};
/// No larger than what is in it.
template <int Pieces, int Terms> constexpr fetch_table<Pieces, Terms> trimmed(const fetch_table<16, 128>& all) {
  fetch_table<Pieces, Terms> t;
  for (int i = 0; i < all.piece_count; ++i) t.pieces[i] = all.pieces[i];
  for (int i = 0; i < all.term_count; ++i) t.terms[i] = all.terms[i];
  t.piece_count = all.piece_count;
  t.term_count = all.term_count;
  return t;
}

/// What a nest fetches ahead, as far as its plan says.
template <int C> struct fetch_view {
  const nest_view<C>& of;
  const planner::machine& target;

  /// Whether all that is read is known to fit the second cache several times: then it is there from the last time, or soon.
  constexpr bool is_little() const {
    index_t bytes = 0;
    for (int n = 0; n < of.g.size; ++n) {
      if (!of.is_in_memory(n)) continue;
      const index_t points = planner::static_points(of.g, of.g.nodes[n].free);
      if (points < 0 || points > target.l2) return false;
      bytes += points * planner::bytes_of(of.g.nodes[n].type);
    }
    return bytes <= target.l2 / 4;
  }
  /// Whether there are products, and anything is read after the first block of lanes. (Chunks of rows read the same operands again: for
  /// them there is little to wait for, and to ask took 3 % of 512 x 512 x 512.)
  constexpr bool any() const {
    const auto& nest = of.nest;
    const index_t lanes = of.lane < 0 ? 1 : of.g.variables[of.lane].extent;
    if (of.lane < 0 || is_little() || nest.chunk >= 0 || (nest.outer_count == 0 && lanes != dynamic && lanes <= of.width())) return false;
    for (int w = 0; w < nest.walk_count; ++w) {
      for (int k = 0; k < nest.walks[w].fold_count; ++k)
        if (nest.walks[w].folds[k].lanes_node >= 0) return true;
      for (int k = 0; k < nest.walks[w].strip_count; ++k)
        if (nest.walks[w].strips[k].fold.lanes_node >= 0) return true;
    }
    return false;
  }
  // Whether a walk of a block of lanes takes a value a block of rows at a time.
  constexpr bool is_walked(int n) const {
    for (int w = 0; w < of.nest.walk_count; ++w)
      if (const auto& x = of.nest.walks[w]; x.where == planner::scope::lanes && x.depth > 0 && planner::has(of.g.nodes[n].free, x.order[x.depth - 1])) return true;
    return false;
  }
  constexpr bool is_broadcast(const planner::walk& walk, int n) const {
    for (int k = 0; k < walk.strip_count; ++k)
      if (walk.strips[k].fold.rows_node == n) return true;
    for (int k = 0; k < walk.fold_count; ++k)
      if (walk.folds[k].rows_node == n) return true;
    return false;
  }
  /// With a block of lanes: what has lanes.
  constexpr fetch_list<C> operands_and_results() const {
    fetch_list<C> t(of);
    for (int n = 0; n < of.g.size && of.lane >= 0 && t.piece_count < 8; ++n)
      if (of.is_in_memory(n) && planner::has(of.g.nodes[n].free, of.lane) && !is_walked(n)) t.add(of.access_to(n), of.lane, of.g.nodes[n].type);
    for (int o = 0; o < of.nest.output_count && of.lane >= 0; ++o)
      if (planner::has(of.nest.outputs[o].axes, of.lane)) t.add(of.access_of_output(o), of.lane, of.g.nodes[of.nest.outputs[o].node].type, true);
    return t;
  }
  /// With rows of a walk along v: what its products broadcast; what has an element for each pair of a row and a lane; what has both.
  constexpr fetch_list<C> broadcast(const planner::walk& walk, int v) const {
    fetch_list<C> t(of);
    for (int n = 0; n < of.g.size && v >= 0 && t.piece_count < 8; ++n)
      if (of.is_in_memory(n) && planner::has(of.g.nodes[n].free, v) && is_broadcast(walk, n)) t.add(of.access_to(n), v, of.g.nodes[n].type);
    return t;
  }
  constexpr fetch_list<C> pairs(int v) const {
    fetch_list<C> t(of);
    for (int n = 0; n < of.g.size && v >= 0 && of.lane >= 0 && t.piece_count < 4; ++n)
      if (of.is_in_memory(n) && planner::has(of.g.nodes[n].free, v) && planner::has(of.g.nodes[n].free, of.lane) && of.g.nodes[n].type != planner::scalar::b8)
        t.add(of.access_to(n), v, of.g.nodes[n].type, false, true);
    return t;
  }
  constexpr fetch_list<C> columns(int v) const {
    fetch_list<C> t(of);
    for (int n = 0; n < of.g.size && v >= 0 && of.lane >= 0 && t.piece_count < 8; ++n)
      if (of.is_in_memory(n) && planner::has(of.g.nodes[n].free, v) && planner::has(of.g.nodes[n].free, of.lane)) t.add(of.access_to(n), v, of.g.nodes[n].type);
    return t;
  }
};
template <class R> inline constexpr fetch_view<R::program.capacity> fetches{R::view, R::program.target};
template <class R> inline constexpr bool fetches_any = fetches<R>.any();

/// Where a nest stands, for the functions above.
template <class State> HEED_INLINE fetched_from from_state(const State& s) { return {s.run.base, s.run.stride, s.run.extent, s.at}; }
template <int Pieces, int Terms, class State> HEED_INLINE void fetch(State& s, const fetch_table<Pieces, Terms>& t, index_t from, index_t here, index_t count, index_t limit) {
  if constexpr (Pieces > 0) add_pieces(s.next, t.pieces, t.piece_count, t.terms, from_state(s), from, here, count, limit);
  (void)s, (void)t, (void)from, (void)here, (void)count, (void)limit;
}

/// Before a block of lanes: what the next one reads along its lanes, and what this one writes.
template <class R> struct fetch_lanes {
  static constexpr auto all = fetches<R>.operands_and_results();
  static constexpr auto table = trimmed<all.piece_count, all.term_count>(all);
  static HEED_INLINE void run(typename R::state& s) {
    if constexpr (fetches_any<R>) {
      s.next.clear();
      // (after the last block, that of the next point of the outer loops, if it lies there)
      fetch(s, table, s.at[R::lane] + s.valid, s.at[R::lane], R::width, R::program.target.l2 / 4);
    }
    (void)s;
  }
};

/// In walk W: what its products broadcast next.
template <class R, int W> struct fetch_operands {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr const auto& walk = R::nest.walks[W];
  static constexpr int v = walk.depth > 0 ? walk.order[walk.depth - 1] : -1;
  static constexpr auto all_broadcast = fetches<R>.broadcast(walk, v), all_pairs = fetches<R>.pairs(v), all_columns = fetches<R>.columns(v);
  static constexpr auto broadcast = trimmed<all_broadcast.piece_count, all_broadcast.term_count>(all_broadcast);
  static constexpr auto pairs = trimmed<all_pairs.piece_count, all_pairs.term_count>(all_pairs);
  static constexpr auto columns = trimmed<all_columns.piece_count, all_columns.term_count>(all_columns);
  // Of several operands of one query, its keys and values, 4 KiB each in turn: two streams keep the memory busier than one, and reading goes 1.2 to 1.9 times as fast.
  // (Longer rows did not gain, or lost: little is left of a block's own cost, some 100 ns, that would not show. From a cache it shows, too.)
  static constexpr index_t in_turn = 4096;
  static constexpr bool may_read_in_turn = v >= 0 && walk.where == planner::scope::lanes && !walk_facts<R, W>::one_block && R::lane >= 0 &&
                                           (g.extent(R::lane) == 1 || g.extent(R::lane) == dynamic) && broadcast.piece_count > 1;
  // Of columns that are folded with so many lanes that their accumulators are in the cache, row by row: memory is read from one end to the other, at 32 GB/s where a
  // quarter of each of eight rows and then the next was 12. (Longer rows gained nothing; from the third cache it was slower, and so were running maxima and sums of exponentials.)
  static constexpr index_t longest_alone = 2048;
  static constexpr bool may_read_rows_alone = v >= 0 && walk.where == planner::scope::lanes && R::nest.rows_alone && (g.extent(R::lane) == dynamic || g.extent(R::lane) <= longest_alone);
  /// How many rows of a block are walked at a time, where `rows` are left: fewer than it has where they come from memory, and lie so that it is read faster.
  static HEED_INLINE index_t rows_at_once(const state& s, index_t rows) {
    if constexpr (may_read_in_turn) {
      constexpr auto& t = broadcast;
      if (s.valid == 1 && rows > walk.block / 4) return rows_in_turn(t.pieces, t.piece_count, t.terms, from_state(s), walk.block, R::program.target.l3, in_turn, simd::longest_in_turn);
    } else if constexpr (may_read_rows_alone) {
      constexpr auto& t = columns;
      if (rows > walk.block) return rows_in_turn(t.pieces, t.piece_count, t.terms, from_state(s), walk.block, R::program.target.l3 / 4 * 3, 1, longest_alone);
    }
    (void)s, (void)rows;
    return walk.block;
  }
  /// What has an element for each pair of a row and a lane is read once: that of the block after this one, of rows from begin to end. (Truth
  /// values are few bytes, and have been looked at already.)
  static HEED_INLINE void after_block(state& s, index_t begin, index_t end) {
    if constexpr (fetches_any<R> && v >= 0 && walk.where == planner::scope::lanes && pairs.piece_count > 0) {
      const index_t rows = s.hi[v] - s.lo[v], more = end - s.hi[v], next = end - begin;
      if (more > 0) add_pairs(s.next, pairs.pieces, pairs.piece_count, pairs.terms, from_state(s), s.hi[v], more < rows ? more : rows, s.at[R::lane], R::width);
      else add_pairs(s.next, pairs.pieces, pairs.piece_count, pairs.terms, from_state(s), begin, next < walk.block ? next : walk.block, s.at[R::lane] + R::width, R::width);
    }
    (void)s, (void)begin, (void)end;
  }
  /// Rows end where a mask lets no more through: with the next block of lanes as many more as it has.
  static HEED_INLINE void after_rows(state& s, index_t end) {
    if constexpr (fetches_any<R> && v >= 0) fetch(s, broadcast, end, 0, R::width, R::program.target.l2 / 4);
    (void)s, (void)end;
  }
  /// All blocks of lanes read the same rows: after the last, those of the next point of the outer loops, where they lie behind these.
  static HEED_INLINE void after_lanes(state& s) {
    if constexpr (fetches_any<R> && v >= 0 && R::nest.outer_count > 0)
      if (s.at[R::lane] + R::width >= R::extent(s, R::lane)) fetch(s, broadcast, R::extent(s, v) + s.lo[v], 0, s.hi[v] - s.lo[v], R::program.target.l2 / 4);
    (void)s;
  }
};

}  // namespace heed::kernel
