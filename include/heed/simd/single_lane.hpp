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
  constexpr int high = 4;  // rows at once, each with two sums: what covers the latency
  const auto some_rows = [&]<int R>(index_t r, std::integral_constant<int, R>) {
    B sum[R][2];
    for (auto& row : sum) row[0] = row[1] = B(T(0));
    index_t s = 0;
    for (; s + 2 * W <= steps; s += 2 * W)
      for (int k = 0; k < R; ++k) {
        const T* x = rows + (r + k) * row_stride + s;
        sum[k][0] = xsimd::fma(B::load_unaligned(x), B::load_unaligned(lane + s), sum[k][0]);
        sum[k][1] = xsimd::fma(B::load_unaligned(x + W), B::load_unaligned(lane + s + W), sum[k][1]);
      }
    for (; s + W <= steps; s += W)
      for (int k = 0; k < R; ++k) sum[k][0] = xsimd::fma(B::load_unaligned(rows + (r + k) * row_stride + s), B::load_unaligned(lane + s), sum[k][0]);
    for (int k = 0; k < R; ++k) {
      alignas(64) T part[W];
      (sum[k][0] + sum[k][1]).store_aligned(part);
      T total = accumulate ? to[(r + k) * to_stride] : T(0);
      for (index_t i = 0; i < W; ++i) total += part[i];
      for (index_t i = s; i < steps; ++i) total += rows[(r + k) * row_stride + i] * lane[i];
      to[(r + k) * to_stride] = total;
    }
  };
  index_t r = 0;
  for (; r + high <= row_count; r += high) some_rows(r, std::integral_constant<int, high>{});
  for (; r < row_count; ++r) some_rows(r, std::integral_constant<int, 1>{});
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
