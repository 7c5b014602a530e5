// A contraction, tile by tile: rows that are broadcast times lanes.
#pragma once

#include <algorithm>

#include <heed/kernel/computed_rows.hpp>
#include <heed/kernel/contraction_view.hpp>
#include <heed/kernel/panel.hpp>

namespace heed::kernel {

/// to[rows][lanes] (+)= sum over steps of rows_node[rows, steps] · lanes_node[steps][lanes]
///   To: the tile it goes to; Lanes: the tile of the operand with lanes, -1 where it is read where it lies; With: that operand;
///   Rows: the node of the other; RowSet, StepSet: the variables; those in Blocked run over the current block only
template <class R, int To, int Lanes, int With, int Rows, vars RowSet, vars StepSet, vars Blocked> struct contraction_run {
  using state = typename R::state;
  using T = typename R::template tile_element<To>;
  using S = typename R::template type<Rows>;
  using told = multiplied_block<T>;
  static constexpr auto c = view_of_contraction(R::view, To, Lanes, With, Rows, StepSet, Blocked, static_cast<int>(simd::batch_for<T, R::lanes>::size), static_cast<int>(simd::batch<T>::size));
  static_assert(Lanes >= 0 || R::view.is_in_memory(With), "heed: the operand of a product is not there (a fault of the planner's)");
  static constexpr bool converts = !c.computes && !std::is_same_v<S, T>;  // as it is read
  static constexpr int access = c.access, row = c.row, step = c.step, size = c.size, vectors = c.vectors;


  // The current block, worked out once for all its vectors.
  static HEED_INLINE told of_block(const state& s) {
    return {lanes_at(s), lanes_stride_of(s), static_cast<const T*>(s.run.base[access]) + R::template offset<access>(s), R::template stride_along<access, row>(s),
            R::template stride_along<access, step>(s), R::end_of(s, Blocked, row) - R::begin_of(s, Blocked, row), R::end_of(s, Blocked, step) - R::begin_of(s, Blocked, step)};
  }
  // All vectors of the lanes, into rows that are so far apart.
  template <index_t ToStride> static HEED_INLINE void whole_panel(state& s, const told& b, bool accumulate, T* to, index_t to_stride) {
    multiply_block<c.height(vectors), vectors, size, vectors <= 2 && c.is_one_block, ToStride, c.row_stride, c.step_stride, c.rows, short_count(c.steps)>(to, to_stride, b, 0, accumulate, s.next);
  }
  // The vectors that the walk works on: all of them, or some.
  static void panels(state& s, bool accumulate) {
    s.at[step] = R::begin_of(s, Blocked, step);
    s.at[row] = R::begin_of(s, Blocked, row);
    T* to = R::template tile_at<To>(s);
    const told b = of_block(s);
    constexpr int ratio = static_cast<int>(R::lanes / size);  // registers of T in one vector of the plan
    if (c.always_all || (s.last_vector - s.first_vector) * ratio == vectors) whole_panel<R::width>(s, b, accumulate, to, R::width);
    else if constexpr (!c.always_all)
      multiply_vectors<(vectors > 2 && simd::register_count < 32 ? c.height(2) : 0), c.height(1), size, c.is_one_block, c.may_take_half, R::width, c.row_stride, c.step_stride, short_count(c.rows), short_count(c.steps)>(
        to, b, s.first_vector * ratio, s.last_vector * ratio, s.valid, accumulate, s.next);
  }
  // One lane inside, or a few: vectors run along what lies side by side in the other operand. The micro-kernel would have most of each vector empty.
  // Whether the other operand lies for that: contiguous along the steps, or along the rows.
  static bool few_lanes(state& s, bool accumulate) {
    const index_t row_stride = R::template stride_along<access, row>(s), step_stride = R::template stride_along<access, step>(s);
    s.at[step] = R::begin_of(s, Blocked, step);
    s.at[row] = R::begin_of(s, Blocked, row);
    const S* from = static_cast<const S*>(s.run.base[access]) + R::template offset<access>(s);
    return few_lanes_of(s, from, row_stride, step_stride, R::end_of(s, Blocked, row) - s.at[row], R::end_of(s, Blocked, step) - s.at[step], accumulate);
  }
  template <class From> static bool few_lanes_of(state& s, const From* from, index_t row_stride, index_t step_stride, index_t rows, index_t steps, bool accumulate) {
    const index_t lanes = s.valid;
    constexpr bool anywhere = converts || R::alone;
    if (!anywhere && step_stride != 1 && row_stride != 1) return false;
    if (!anywhere && lanes > 1 && (row_stride == 1 ? rows : steps) < 4 * c.of_register) return false;
    const T* lane = lanes_at(s);
    T* to = R::template tile_at<To>(s);
    const index_t stride = lanes_stride_of(s);
    if (row_stride == 1 && rows >= size) {
      const simd::rows_ahead next = ahead_of(s, from, step_stride, steps);
      if (lanes == 1) simd::multiply_columns_by_vector(to, R::width, lane, stride, from, step_stride, rows, steps, accumulate, next);
      else if (lanes > 2 || !simd::multiply_columns_by_two_vectors(to, R::width, lane, stride, from, step_stride, rows, steps, accumulate, next))
        simd::multiply_columns_by_vectors(to, R::width, lanes, lane, stride, from, step_stride, rows, steps, accumulate, next);
      return true;
    }
    if (step_stride != 1 || steps == 0) {  // (of no steps nothing would be written)
      if constexpr (anywhere)
        for (index_t l = 0; l < lanes; ++l) simd::multiply_apart_by_vector(to + l, R::width, lane + l, stride, from, row_stride, step_stride, rows, steps, accumulate);
      return anywhere;
    }
    constexpr index_t most = 512;
    alignas(64) T column[c.few][most];
    const simd::rows_ahead next = ahead_of(s, from, row_stride, rows);
    for (index_t b = 0; b < steps; b += most) {
      const index_t count = steps - b < most ? steps - b : most;
      const auto copy = [&](index_t l) HEED_INLINED {
        for (index_t i = 0; i < count; ++i) column[l][i] = lane[(b + i) * stride + l];
      };
      copy(0);  // (there is one; g++ would not know)
      for (index_t l = 1; l < lanes; ++l) copy(l);
      if (lanes <= 1) simd::multiply_rows_by_vector(to, R::width, column[0], from + b, row_stride, rows, count, accumulate || b > 0, next);
      else simd::multiply_rows_by_vectors(to, R::width, lanes, column[0], most, from + b, row_stride, rows, count, accumulate || b > 0, next);
    }
    return true;
  }
  // (what is made is asked for as it is made)
  template <class From> static HEED_INLINE simd::rows_ahead ahead_of(state& s, const From*, index_t stride, index_t rows) {
    if constexpr (c.computes || !std::is_same_v<From, S>) return {};
    else return next_block<R>::template of<access>(s, stride, rows);
  }
  // One lane times rows that are computed, in registers.
  static void one_lane(state& s, bool accumulate) {
    s.at[step] = R::begin_of(s, Blocked, step);
    s.at[row] = R::begin_of(s, Blocked, row);
    const T* lane = lanes_at(s);
    T* const to = R::template tile_at<To>(s);
    const index_t stride = lanes_stride_of(s), r = s.at[row], rows = R::end_of(s, Blocked, row) - r, end = R::end_of(s, Blocked, step);
    index_t b = s.at[step];
    if constexpr (c.steps_apart()) multiply_computed_columns<R, Rows, row, step>(s, to, lane, stride, r, rows, b, end - b, accumulate);
    else if (stride == 1) multiply_computed_rows<R, Rows, step, row>(s, to, lane, r, rows, b, end - b, accumulate);
    else
      do {
        alignas(64) T part[512];
        const index_t steps = std::min(end - b, index_t{512});
        for (index_t i = 0; i < steps; ++i) part[i] = lane[i * stride];
        multiply_computed_rows<R, Rows, step, row>(s, to, part, r, rows, b, steps, accumulate);
        accumulate = true;
        lane += steps * stride;
        b += steps;
      } while (b < end);
  }
  // Elements that are computed, or of another type for more lanes: as many at a time as stay in the cache are made beside those of the lanes, and multiplied there.
  static void made_panels(state& s, bool accumulate) {
    constexpr index_t most_steps = 128, most = 16384;
    alignas(64) T block[most];
    const bool is_few = c.maybe_few && s.valid <= c.few;
    bool rows_side_by_side = c.steps_apart();
    if constexpr (converts) rows_side_by_side = R::template stride_along<access, row>(s) == 1 && R::template stride_along<access, step>(s) != 1;
    const index_t end = R::end_of(s, Blocked, step), last_row = R::end_of(s, Blocked, row), room = is_few ? most / 4 : most;
    // (what lies side by side is taken whole, or in long pieces: of values of 128 features 32 at a time took three times as long)
    const index_t rows_beside = last_row - R::begin_of(s, Blocked, row) < 2 * most_steps ? last_row - R::begin_of(s, Blocked, row) : 2 * most_steps;
    const index_t steps_at_once = rows_side_by_side && rows_beside * most_steps > room ? room / rows_beside : most_steps;
    index_t b = R::begin_of(s, Blocked, step);
    bool more = accumulate;
    do {  // (of no steps there are sums, too)
      const index_t steps = end - b < steps_at_once ? end - b : steps_at_once, rows_at_once = room / (steps > 0 ? steps : most_steps);
      s.at[step] = b;
      for (index_t r = R::begin_of(s, Blocked, row); r < last_row; r += rows_at_once) {
        const index_t rows = last_row - r < rows_at_once ? last_row - r : rows_at_once;
        s.at[row] = r;
        if constexpr (c.computes) {
          if constexpr (c.steps_apart()) compute_rows<R, Rows, row, step>(s, b, steps, r, rows, block);
          else compute_rows<R, Rows, step, row>(s, r, rows, b, steps, block);
        } else {
          const S* from = static_cast<const S*>(s.run.base[access]) + R::template offset<access>(s);
          if (rows_side_by_side) simd::convert_rows(from, R::template stride_along<access, step>(s), 1, steps, rows, block);
          else simd::convert_rows(from, R::template stride_along<access, row>(s), R::template stride_along<access, step>(s), rows, steps, block);
        }
        multiply_made(s, block, rows_side_by_side ? 1 : steps, rows_side_by_side ? rows : 1, rows, steps, more, is_few);
      }
      b += steps_at_once;
      more = true;
    } while (b < end);
  }
  static HEED_INLINE void multiply_made(state& s, const T* block, index_t row_stride, index_t step_stride, index_t rows, index_t steps, bool accumulate, bool is_few) {
    if constexpr (R::alone) few_lanes_of(s, block, row_stride, step_stride, rows, steps, accumulate);
    else multiply_made_panels(s, block, row_stride, step_stride, rows, steps, accumulate, is_few);
  }
  static HEED_INLINE void multiply_made_panels(state& s, const T* block, index_t row_stride, index_t step_stride, index_t rows, index_t steps, bool accumulate, bool is_few) {
    if constexpr (c.computes && c.maybe_few)
      if (is_few && few_lanes_of(s, block, row_stride, step_stride, rows, steps, accumulate)) return;
    (void)is_few;
    constexpr int ratio = static_cast<int>(R::lanes / size);
    T* const to = R::template tile_at<To>(s);
    const told b{lanes_at(s), lanes_stride_of(s), block, row_stride, step_stride, rows, steps};
    const int from = s.first_vector * ratio, end = s.last_vector * ratio;
    if (end - from == vectors)
      multiply_block<c.height(vectors), vectors, size, false, R::width, simd::any_stride, simd::any_stride, simd::any_count, simd::any_count>(to, R::width, b, 0, accumulate, s.next);
    else
      multiply_vectors<0, c.height(1), size, false, c.may_take_half, R::width, simd::any_stride, simd::any_stride, simd::any_count, simd::any_count>(to, b, from, end, s.valid, accumulate, s.next);
  }
  static HEED_INLINE const T* lanes_at(const state& s) {
    if constexpr (Lanes >= 0) return R::template tile_at<Lanes>(s);
    else return static_cast<const T*>(s.run.base[R::view.access_to(With)]) + R::template offset<R::view.access_to(With)>(s);
  }
  static HEED_INLINE index_t lanes_stride_of(const state& s) {
    if constexpr (Lanes < 0) return R::template stride_along<R::view.access_to(With), step>(s);
    else if constexpr (c.lanes_row < 0) return 0;
    else return R::template tile_stride<Lanes, c.lanes_row>(s);
  }

  /// Into what result O is assigned to, whose lanes lie side by side: nothing is kept of it. The only summed variable is the block's.
  template <int O> HEED_LOOPS static void run_into_target(state& s) {
    constexpr int target = R::view.access_of_output(O);
    T* base = static_cast<T*>(const_cast<void*>(s.run.base[target]));
    s.at[step] = R::begin_of(s, Blocked, step);
    R::template for_points<RowSet & ~planner::one(row), Blocked>(s, [&]() HEED_INLINED {
      s.at[row] = R::begin_of(s, Blocked, row);
      whole_panel<known_stride_along(R::g, target, row)>(s, of_block(s), false, base + R::template offset<target>(s), R::template stride_along<target, row>(s));
    });
  }

  HEED_LOOPS static void run(state& s, bool accumulate) {
    constexpr vars other_rows = RowSet & ~planner::one(row), other_steps = StepSet & ~planner::one(step);
    if constexpr (other_rows == 0 && other_steps == 0) rows_and_steps(s, accumulate);
    else
      R::template for_points<other_rows, Blocked>(s, [&]() HEED_INLINED {
        bool more = accumulate;
        R::template for_points<other_steps, Blocked>(s, [&]() HEED_INLINED {
          rows_and_steps(s, more);
          more = true;
        });
        if constexpr (may_have_none(R::g, other_steps))
          if (!more) all_zero(s);
      });
  }
  // Sums of nothing: one of the variables may have no value when it runs.
  static void all_zero(state& s) {
    s.at[row] = R::begin_of(s, Blocked, row);
    std::fill_n(R::template tile_at<To>(s), (R::end_of(s, Blocked, row) - s.at[row]) * R::width, T(0));
  }
  // All of the innermost rows and steps.
  static HEED_INLINE void rows_and_steps(state& s, bool accumulate) {
    bool done = false;
    if constexpr (c.maybe_few && !c.computes) done = s.valid <= c.few && few_lanes(s, accumulate);
    if (done) return;
    if constexpr (R::alone && c.computes && !reads_rows<R, Rows, c.steps_apart() ? row : step>) one_lane(s, accumulate);
    else if constexpr (c.computes || converts) made_panels(s, accumulate);
    else if constexpr (!R::alone) panels(s, accumulate);
  }
};

}  // namespace heed::kernel
