// The one micro-kernel: rows that are broadcast times lanes (`kernel.md` in words: every product of attention has this form).
#pragma once

#include <limits>
#include <type_traits>

#include <heed/simd/fetch.hpp>
#include <heed/simd/xsimd.hpp>

namespace heed::simd {

/// to[r][lane] (+)= sum over s of rows[r·row_stride + s·step_stride] · lanes[s·lanes_stride + lane], for r in [0, R) and
/// V registers B of lanes. Without `accumulate`, `to` is written only.
template <int R, int V, class B, class T>
HEED_INLINE void multiply_rows_by_lanes(T* to, index_t to_stride, const T* lanes, index_t lanes_stride, const T* rows, index_t row_stride,
                                        index_t step_stride, index_t steps, bool accumulate) {
  constexpr index_t W = static_cast<index_t>(B::size);
  B sum[R][V];  // (row, lanes)
  if (accumulate) {
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < V; ++v) sum[r][v] = B::load_unaligned(to + r * to_stride + v * W);
  } else {
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < V; ++v) sum[r][v] = B(T(0));
  }
  for (index_t s = 0; s < steps; ++s) {
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

/// All rows by V registers of W lanes, in register blocks of at most R rows. How many rows there are, where that is known, decides on
/// blocks as equal as can be: few rows keep few of a processor's multipliers busy. Otherwise blocks of R rows, then of 4 and 1
/// (of 8 and 2, too, nothing is faster). A function of its own, because it is the same for all expressions with these strides. Between register blocks it asks for some of
/// what is needed next.
template <int R, int V, int W, index_t ToStride, index_t RowStride, index_t StepStride, index_t Rows, index_t Steps, class T>
HEED_LOOPS HEED_SHARED void multiply_panel(T* to, index_t to_stride, const T* lanes, index_t lanes_stride, const T* rows, index_t row_stride, index_t step_stride,
                                      index_t row_count, index_t steps, bool accumulate, fetch_queue& next) {
  if constexpr (ToStride != any_stride) to_stride = ToStride;
  if constexpr (RowStride != any_stride) row_stride = RowStride;
  if constexpr (StepStride != any_stride) step_stride = StepStride;
  if constexpr (Rows != any_count) row_count = Rows;
  if constexpr (Steps != any_count) steps = Steps;
  index_t r = 0;
  const auto blocks_of = [&]<int Height>(std::integral_constant<int, Height>, index_t end) {
    for (; r + Height <= end; r += Height) {
      if constexpr (Height == R || Rows > 0) next.take(Height * V * steps / multiplications_a_line);
      multiply_rows_by_lanes<Height, V, batch_for<T, W>>(to + r * to_stride, to_stride, lanes, lanes_stride, rows + r * row_stride, row_stride, step_stride, steps, accumulate);
    }
  };
  if constexpr (Rows > 0) {
    constexpr index_t blocks = (Rows + R - 1) / R, low = Rows / blocks, higher = Rows % blocks;
    if constexpr (higher > 0) blocks_of(std::integral_constant<int, static_cast<int>(low + 1)>{}, higher * (low + 1));
    blocks_of(std::integral_constant<int, static_cast<int>(low)>{}, Rows);
  } else {
    blocks_of(std::integral_constant<int, R>{}, row_count);
    if constexpr (R > 4) blocks_of(std::integral_constant<int, 4>{}, row_count);
    blocks_of(std::integral_constant<int, 1>{}, row_count);
  }
}

}  // namespace heed::simd
