// The one micro-kernel: rows that are broadcast times lanes (`kernel.md` in words: every product of attention has this form).
#pragma once

#include <limits>
#include <type_traits>

#include <heed/simd/fetch.hpp>
#include <heed/simd/xsimd.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

/// Rows by one or two registers of lanes are read about as fast as memory gives them: at every step it is asked for a line of what the next register block
/// reads. (All its lines at once are more than a core waits for, and then none is under way. Eight queries whose keys lie in the cache take up to 6 % longer for it.)
template <int R, int V> inline constexpr bool asks_by_step = V <= 2 && R >= 6;

/// to[r][lane] (+)= sum over s of rows[r·row_stride + s·step_stride] · lanes[s·lanes_stride + lane], for r in [0, R) and
/// V registers B of lanes. Without `accumulate`, `to` is written only. `ahead`: what is asked for meanwhile, with Asks.
template <int R, int V, bool Asks, class B, class T>
HEED_INLINE void multiply_rows_by_lanes(T* to, index_t to_stride, const T* lanes, index_t lanes_stride, const T* rows, index_t row_stride,
                                        index_t step_stride, index_t steps, bool accumulate, fetched_rows ahead = {}) {
  constexpr index_t W = static_cast<index_t>(B::size);
  B sum[R][V];  // (row, lanes)
  if (accumulate) {
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < V; ++v) sum[r][v] = B::load_unaligned(to + r * to_stride + v * W);
  } else {
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < V; ++v) sum[r][v] = B(T(0));
  }
// (clang would unroll it, load for several steps ahead and spill the sums: half the speed where blocks are of 24 registers)
#pragma GCC unroll 1
  for (index_t s = 0; s < steps; ++s) {
    if constexpr (Asks) ahead.ask();
    B b[V];
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) b[v] = B::load_unaligned(lanes + s * lanes_stride + v * W);  // (it may be read where it lies)
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const B a(rows[r * row_stride + s * step_stride]);
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) sum[r][v] = simd::fma(a, b[v], sum[r][v]);
    }
  }
  for (int r = 0; r < R; ++r)
    for (int v = 0; v < V; ++v) sum[r][v].store_unaligned(to + r * to_stride + v * W);
}

/// A stride or a count as a template argument: itself, or this where it is known only when the program runs.
inline constexpr index_t any_stride = std::numeric_limits<index_t>::min();
inline constexpr index_t any_count = -1;

/// Of a line of the cache that is asked for while these are done, each of a whole register, memory brings several times as many.
inline constexpr index_t multiplications_a_line = 48;

/// Rows that lie whole pages apart share one set of the first cache, eight lines on most processors: more of them at once would throw each other out
/// before a line is used up. (16 rows times 1024 x 512 weights that lie in the cache: 0.31 -> 0.15 ms.)
inline constexpr int rows_of_pages = 6;
template <class T> constexpr bool of_page(index_t stride) { return stride * static_cast<index_t>(sizeof(T)) % 4096 == 0; }

/// What lies side by side along the rows and not along the steps is read for so many steps at a time: one register block after the other goes through all
/// of a few lines, which then are read from one end to the other, instead of a piece of each of many. Accumulators that are written and read again cost
/// something where several vectors use a line anyway: there only where the steps are pages apart, or, of three and more vectors, where the lines of all steps share
/// few sets of the second cache, and are thrown out before the next register block needs them. (256 tokens times 1024 x 4096 weights and back: 53 -> 44 ms.)
template <int V> inline constexpr index_t steps_at_once = V == 1 ? 16 : V == 2 ? 8 : 32;
template <class T, int V> constexpr bool goes_in_steps(index_t step_stride) {
  const index_t bytes = step_stride * static_cast<index_t>(sizeof(T));
  return V == 1 ? bytes >= 256 : V == 2 ? bytes >= 4096 : bytes >= 1024 && bytes % 1024 == 0;
}
template <class T, int V> constexpr bool goes_in_steps(index_t step_stride, index_t rows, index_t steps) {
  constexpr index_t many_rows = 128, many_bytes = 256 * 1024;
  return goes_in_steps<T, V>(step_stride) && (V <= 2 || (rows >= many_rows && steps * step_stride * static_cast<index_t>(sizeof(T)) > many_bytes));
}

/// All rows by V registers of W lanes, in register blocks of at most R rows. How many rows there are, where that is known, decides on
/// blocks as equal as can be: few rows keep few of a processor's multipliers busy. Otherwise blocks of R rows, then of 4 and 1
/// (of 8 and 2, too, nothing is faster). Between register blocks it asks for some of what is needed next. Alone: these are all the lanes that there are, or may be, and the rows are read for them only.
template <int R, int V, int W, bool Alone, index_t ToStride, index_t RowStride, index_t StepStride, index_t Rows, index_t Steps, class T>
HEED_INLINE void panel_of_blocks(T* to, index_t to_stride, const T* lanes, index_t lanes_stride, const T* rows, index_t row_stride, index_t step_stride,
                                 index_t row_count, index_t steps, bool accumulate, fetch_queue& next) {
  if constexpr (ToStride != any_stride) to_stride = ToStride;
  if constexpr (RowStride != any_stride) row_stride = RowStride;
  if constexpr (StepStride != any_stride) step_stride = StepStride;
  if constexpr (Rows != any_count) row_count = Rows;
  if constexpr (Steps != any_count) steps = Steps;
  index_t r = 0;
  const auto following = [&](index_t height) HEED_INLINED {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    if (step_stride == 1) return fetched_rows(rows, (r + height) * row_stride * size, steps * size, height, row_stride * size);
    if (row_stride == 1) return fetched_rows(rows, (r + steps * step_stride) * size, height * size, steps, step_stride * size);
    return fetched_rows();
  };
  const auto blocks_of = [&]<int Height>(std::integral_constant<int, Height>, index_t end) HEED_INLINED {
    for (; r + Height <= end; r += Height) {
      if constexpr (Height == R || Height == rows_of_pages || Rows > 0) next.take(Height * V * steps / multiplications_a_line);
      fetched_rows ahead;
      constexpr bool asks = Alone && asks_by_step<Height, V> && Rows != Height;  // (there is no next)
      if constexpr (asks) ahead = following(Height);
      multiply_rows_by_lanes<Height, V, asks, batch_for<T, W>>(to + r * to_stride, to_stride, lanes, lanes_stride, rows + r * row_stride, row_stride, step_stride, steps, accumulate, ahead);
    }
  };
  const auto all_rows = [&]<int Most>(std::integral_constant<int, Most>) HEED_INLINED {
    if constexpr (Rows > 0) {
      constexpr index_t blocks = (Rows + Most - 1) / Most, low = Rows / blocks, higher = Rows % blocks;
      if constexpr (higher > 0) blocks_of(std::integral_constant<int, static_cast<int>(low + 1)>{}, higher * (low + 1));
      blocks_of(std::integral_constant<int, static_cast<int>(low)>{}, Rows);
    } else {
      blocks_of(std::integral_constant<int, Most>{}, row_count);
      if constexpr (Most > 4) blocks_of(std::integral_constant<int, 4>{}, row_count);
      blocks_of(std::integral_constant<int, 1>{}, row_count);
    }
  };
  const auto all = [&]() HEED_INLINED {
    if constexpr (Alone && V == 1 && R > rows_of_pages && (RowStride == any_stride || of_page<T>(RowStride))) {
      if (of_page<T>(row_stride)) return all_rows(std::integral_constant<int, rows_of_pages>{});
    }
    all_rows(std::integral_constant<int, R>{});
  };
  constexpr bool maybe_in_steps = (Alone || V > 2) && (RowStride == any_stride || RowStride == 1) && (StepStride == any_stride || goes_in_steps<T, V>(StepStride)) &&
                                  (Steps == any_count || Steps > steps_at_once<V>);
  if constexpr (maybe_in_steps) {
    const index_t end = steps, at_once = row_stride == 1 && row_count > R && goes_in_steps<T, V>(step_stride, row_count, steps) ? steps_at_once<V> : steps;
    index_t s = 0;
    do {  // (of no steps there are sums, too)
      steps = end - s < at_once ? end - s : at_once;
      r = 0;
      all();
      lanes += steps * lanes_stride;
      rows += steps * step_stride;
      accumulate = true;
      s += at_once;
    } while (s < end);
  } else all();
}

/// A function of its own, because it is the same for all expressions with these strides.
template <int R, int V, int W, bool Alone, index_t ToStride, index_t RowStride, index_t StepStride, index_t Rows, index_t Steps, class T>
HEED_LOOPS HEED_SHARED void multiply_panel(T* to, index_t to_stride, const T* lanes, index_t lanes_stride, const T* rows, index_t row_stride, index_t step_stride,
                                           index_t row_count, index_t steps, bool accumulate, fetch_queue& next) {
  panel_of_blocks<R, V, W, Alone, ToStride, RowStride, StepStride, Rows, Steps>(to, to_stride, lanes, lanes_stride, rows, row_stride, step_stride, row_count, steps, accumulate, next);
}
/// The same where all is known but the lanes' stride: what is told fits registers. (The results of a small product stand in line to be stored until they are
/// there, two places for each register of 64; where twenty more words are stored before the next product begins, the line is full and it waits: 10 of 80 ns.)
template <int R, int V, int W, bool Alone, index_t ToStride, index_t RowStride, index_t StepStride, index_t Rows, index_t Steps, class T>
HEED_LOOPS HEED_SHARED void multiply_known_panel(T* to, const T* lanes, index_t lanes_stride, const T* rows, bool accumulate, fetch_queue& next) {
  panel_of_blocks<R, V, W, Alone, ToStride, RowStride, StepStride, Rows, Steps>(to, ToStride, lanes, lanes_stride, rows, RowStride, StepStride, Rows, Steps, accumulate, next);
}

}  // namespace heed::simd
HEED_UNSET_END
