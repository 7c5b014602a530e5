// Rows times one lane: a query alone. The vectors run along whatever lies side by side in the operand of the rows.
#pragma once

#include <heed/simd/xsimd.hpp>

// g++ reckons that a loop of 2^57 elements would overflow an address, and says so; none has that many.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#endif

namespace heed::simd {

/// to[r·to_stride] (+)= sum over s of rows[r·row_stride + s] · lane[s], lane contiguous.
template <class T>
HEED_LOOPS HEED_SHARED void multiply_rows_by_vector(T* to, index_t to_stride, const T* lane, const T* rows, index_t row_stride, index_t row_count, index_t steps,
                                         bool accumulate) {
  using B = batch<T>;
  constexpr index_t W = static_cast<index_t>(B::size);
  // one row after another: of a cache of keys that comes from memory, several at once would be slower
  for (index_t r = 0; r < row_count; ++r) {
    const T* x = rows + r * row_stride;
    B sum(T(0)), other(T(0));
    index_t s = 0;
    for (; s + 2 * W <= steps; s += 2 * W) {
      sum = xsimd::fma(B::load_unaligned(x + s), B::load_unaligned(lane + s), sum);
      other = xsimd::fma(B::load_unaligned(x + s + W), B::load_unaligned(lane + s + W), other);
    }
    for (; s + W <= steps; s += W) sum = xsimd::fma(B::load_unaligned(x + s), B::load_unaligned(lane + s), sum);
    T total = sum_of(sum + other);
    for (; s < steps; ++s) total += x[s] * lane[s];
    to[r * to_stride] = accumulate ? to[r * to_stride] + total : total;
  }
}

/// to[r·to_stride] (+)= sum over s of rows[r + s·step_stride] · lane[s·lane_stride], the rows contiguous.
template <class T>
HEED_LOOPS HEED_SHARED void multiply_columns_by_vector(T* to, index_t to_stride, const T* lane, index_t lane_stride, const T* rows, index_t step_stride,
                                            index_t row_count, index_t steps, bool accumulate) {
  using B = batch<T>;
  constexpr index_t W = static_cast<index_t>(B::size);
  const auto some_columns = [&]<int V>(index_t r, std::integral_constant<int, V>) {
    B sum[V];
    for (auto& x : sum) x = B(T(0));
    for (index_t s = 0; s < steps; ++s) {
      const B a(lane[s * lane_stride]);
      for (int v = 0; v < V; ++v) sum[v] = xsimd::fma(a, B::load_unaligned(rows + r + s * step_stride + v * W), sum[v]);
    }
    alignas(64) T part[V * W];
    for (int v = 0; v < V; ++v) sum[v].store_aligned(part + v * W);
    for (index_t i = 0; i < V * W; ++i) to[(r + i) * to_stride] = accumulate ? to[(r + i) * to_stride] + part[i] : part[i];
  };
  index_t r = 0;
  for (; r + 8 * W <= row_count; r += 8 * W) some_columns(r, std::integral_constant<int, 8>{});
  for (; r + W <= row_count; r += W) some_columns(r, std::integral_constant<int, 1>{});
  for (; r < row_count; ++r) {
    T total = accumulate ? to[r * to_stride] : T(0);
    for (index_t s = 0; s < steps; ++s) total += rows[r + s * step_stride] * lane[s * lane_stride];
    to[r * to_stride] = total;
  }
}

}  // namespace heed::simd

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
