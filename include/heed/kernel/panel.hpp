// The micro-kernel for a block of a contraction: for all vectors of its lanes, or for some. Nothing here depends on an expression: two that multiply alike share it.
#pragma once

#include <heed/simd/micro_kernel.hpp>

namespace heed::kernel {

/// Of a register block: rows times vectors of the lanes, with what stands in memory for the rows.
template <class T> struct multiplied_block {
  const T* lanes;
  index_t lanes_stride;
  const T* other;
  index_t row_stride, step_stride, rows, steps;
};

/// What the micro-kernel is told of a count: it makes other code of a short one only. Long ones that it does not know are one function for
/// blocks of all lengths, and for what is masked and what is not.
constexpr index_t short_count(index_t n) { return n > 48 ? simd::any_count : n; }

/// V registers of W lanes, from this lane on. The arguments are those of `simd::multiply_panel`.
template <int R, int V, int W, bool Alone, index_t ToStride, index_t RowStride, index_t StepStride, index_t Rows, index_t Steps, class T>
HEED_INLINE void multiply_block(T* to, index_t to_stride, const multiplied_block<T>& b, index_t lane, bool accumulate, simd::fetch_queue& next) {
  constexpr bool known = ToStride != simd::any_stride && RowStride != simd::any_stride && StepStride != simd::any_stride && Rows != simd::any_count && Steps != simd::any_count;
  if constexpr (known)
    simd::multiply_known_panel<R, V, W, Alone, ToStride, RowStride, StepStride, Rows, Steps>(to + lane, b.lanes + lane, b.lanes_stride, b.other, accumulate, next);
  else
    simd::multiply_panel<R, V, W, Alone, ToStride, RowStride, StepStride, Rows, Steps>(
      to + lane, to_stride, b.lanes + lane, b.lanes_stride, b.other, b.row_stride, b.step_stride, b.rows, b.steps, accumulate, next);
}

/// The vectors from `from` up to `end`, one after the other, `One` rows in a register block. Pair: rows of two vectors; 0: there are no pairs. (With 16 registers pairs go first: one vector
/// loads as often as it multiplies. With 32 they are no faster, causal 10.9 ms and a window 1.7 ms either way, and cost 0.1 s of compiling for each attention that is masked.)
/// Halved: the last takes half a register where no more lanes are valid.
template <int Pair, int One, int W, bool Alone, bool Halved, index_t ToStride, index_t RowStride, index_t StepStride, index_t Rows, index_t Steps, class T>
HEED_LOOPS HEED_SHARED void multiply_vectors(T* to, const multiplied_block<T>& b, int from, int end, index_t valid, bool accumulate, simd::fetch_queue& next) {
  if constexpr (Pair > 0)
    for (; from + 2 <= end; from += 2) multiply_block<Pair, 2, W, Alone, ToStride, RowStride, StepStride, Rows, Steps>(to, ToStride, b, index_t{from} * W, accumulate, next);
  for (; from < end; ++from) {
    const index_t lane = index_t{from} * W;
    if constexpr (Halved)
      if (valid - lane <= W / 2) {  // the last
        multiply_block<One, 1, W / 2, Alone, ToStride, RowStride, StepStride, Rows, Steps>(to, ToStride, b, lane, accumulate, next);
        T* rest = to + lane + W / 2;  // the other half of a register
        for (index_t r = accumulate ? b.rows : 0; r < b.rows; ++r, rest += ToStride) simd::batch_for<T, W / 2>(T(0)).store_unaligned(rest);
        return;
      }
    multiply_block<One, 1, W, Alone, ToStride, RowStride, StepStride, Rows, Steps>(to, ToStride, b, lane, accumulate, next);
  }
}

}  // namespace heed::kernel
