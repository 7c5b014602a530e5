// Rows times a few lanes, the queries that share a head's keys: simd/single_lane.hpp for two to four, each row read, and converted, once.
#pragma once

#include <heed/simd/single_lane.hpp>
#include <heed/simd/sums.hpp>

// (as in simd/single_lane.hpp)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#endif

HEED_UNSET_BEGIN
namespace heed::simd {

/// to[r·to_stride + l] (+)= sum over s of rows[r·row_stride + s] · lane[l·lane_apart + s], for `lanes` of 2 to 4.
/// As many sums as a register has elements are merged together: of four rows where it has 16 and there are four lanes. (A sum at a time took as long as its products.) These
/// rows are read one after the other, as the processor asks for them itself; several at once, which load less for each multiplication, come slower from memory.
template <class T, class From>
HEED_LOOPS HEED_SHARED void multiply_rows_by_vectors(T* to, index_t to_stride, index_t lanes, const T* lane, index_t lane_apart, const From* rows, index_t row_stride, index_t row_count,
                                                     index_t steps, bool accumulate, const rows_ahead& next = {}) {
  using B = batch<T>;
  constexpr int W = static_cast<int>(B::size);
  const rows_ahead fetched = detail::fetched_ahead<From>(row_stride, steps, row_count, next);
  const auto multiply = [&]<int Lanes>(std::integral_constant<int, Lanes>) {
    constexpr int places = Lanes == 3 ? 4 : Lanes;  // in the register of sums
    const auto some = [&]<int Rows>(std::integral_constant<int, Rows>, index_t first) HEED_INLINED {
      B sum[Rows * places];
#pragma GCC unroll 16
      for (int r = 0; r < Rows; ++r) {
        const From* const x = rows + (first + r) * row_stride;
        const index_t ahead = fetched.from_row(first + r);
        B* const of_row = sum + r * places;
#pragma GCC unroll 4
        for (int l = 0; l < places; ++l) of_row[l] = B(T(0));
        const auto add = [&](index_t s) HEED_INLINED {
          const B row = simd::load_as<T>(x + s);
#pragma GCC unroll 4
          for (int l = 0; l < Lanes; ++l) of_row[l] = simd::fma(row, B::load_unaligned(lane + l * lane_apart + s), of_row[l]);
        };
        index_t s = 0;
#pragma GCC unroll 1
        for (; s + 2 * W <= steps; s += 2 * W) {
          detail::fetch<2 * W, detail::line<From>>(x + s, ahead);
          add(s);
          add(s + W);
        }
        if (s + W <= steps) add(s);
      }
      alignas(64) T total[Rows * places];
      if constexpr (Rows * places == W) sums_of(sum).store_aligned(total);
      else
        for (int i = 0; i < Rows * places; ++i) total[i] = sum_of(sum[i]);
      for (int r = 0; r < Rows; ++r)
        for (int l = 0; l < Lanes; ++l) {
          T x = total[r * places + l];
          for (index_t s = steps / W * W; s < steps; ++s) x += static_cast<T>(rows[(first + r) * row_stride + s]) * lane[l * lane_apart + s];
          T& result = to[(first + r) * to_stride + l];
          result = accumulate ? result + x : x;
        }
    };
    constexpr int together = W < places ? 1 : W / places;
    index_t r = 0;
    for (; r + together <= row_count; r += together) some(std::integral_constant<int, together>{}, r);
    if constexpr (together > 1)
      for (; r < row_count; ++r) some(std::integral_constant<int, 1>{}, r);
  };
  if (lanes == 2) multiply(std::integral_constant<int, 2>{});
  else if (lanes == 3) multiply(std::integral_constant<int, 3>{});
  else multiply(std::integral_constant<int, 4>{});
}

/// to[r·to_stride + l] (+)= sum over s of rows[r + s·step_stride] · lane[s·lane_stride + l], the rows contiguous, for two lanes, where the sums of all columns stay in registers. False, and
/// nothing is done, where they do not.
template <class T, class From>
HEED_LOOPS HEED_SHARED bool multiply_columns_by_two_vectors(T* to, index_t to_stride, const T* lane, index_t lane_stride, const From* rows, index_t step_stride, index_t row_count,
                                                 index_t steps, bool accumulate, const rows_ahead& next = {}) {
  using B = batch<T>;
  constexpr index_t W = static_cast<index_t>(B::size);
  const rows_ahead fetched = detail::fetched_ahead<From>(step_stride, row_count, steps, next);
  const auto multiply = [&]<int V>(std::integral_constant<int, V>) {
    B sum[2][V];
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) sum[0][v] = sum[1][v] = B(T(0));
    for (index_t s = 0; s < steps; ++s) {
      const From* x = rows + s * step_stride;
      const index_t ahead = fetched.from_row(s);
      if (detail::asks_for_each_line<From>(step_stride, V * W)) detail::fetch<V * W, detail::line<From>>(x, ahead);
      else detail::fetch<V * W, 8 * detail::line<From>>(x, ahead);
      const B a(lane[s * lane_stride]), b(lane[s * lane_stride + 1]);
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) {
        const B row = simd::load_as<T>(x + v * W);
        sum[0][v] = simd::fma(a, row, sum[0][v]);
        sum[1][v] = simd::fma(b, row, sum[1][v]);
      }
    }
    alignas(64) T part[V * W];
    const auto give = [&](int l) HEED_INLINED {
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) sum[l][v].store_aligned(part + v * W);
      for (index_t i = 0; i < V * W; ++i) to[i * to_stride + l] = accumulate ? to[i * to_stride + l] + part[i] : part[i];
    };
    give(0);
    give(1);
    return true;
  };
  if constexpr (sizeof(B) == 64)
    if (row_count == 8 * W) return multiply(std::integral_constant<int, 8>{});
  if (row_count == 5 * W) return multiply(std::integral_constant<int, 5>{});
  if (row_count == 4 * W) return multiply(std::integral_constant<int, 4>{});
  return false;
}

/// The same of 2 to 4 lanes and any number of columns. Each row is read once: the sums of some vectors of all lanes are in registers for sixteen steps, whose rows are in
/// the first cache meanwhile. (A lane after the other, or two, read them from the second: 4 queries a head, 8 heads of 8192 keys of 128 features, 5.2 ms and not 3.7 with
/// AVX2.) Each line is asked for, because they are not read one after the other.
template <class T, class From>
HEED_LOOPS HEED_SHARED void multiply_columns_by_vectors(T* to, index_t to_stride, index_t lanes, const T* lane, index_t lane_stride, const From* rows, index_t step_stride, index_t row_count,
                                             index_t steps, bool accumulate, const rows_ahead& next = {}) {
  using B = batch<T>;
  constexpr index_t W = static_cast<index_t>(B::size), most = 16 * 64, at_once = 16;
  constexpr int wide = sizeof(B) == 64 ? 4 : 2;
  const rows_ahead fetched = detail::fetched_ahead<From>(step_stride, row_count, steps, next);
  const auto multiply = [&]<int Lanes>(std::integral_constant<int, Lanes>) {
    alignas(64) T part[Lanes][most];
    for (index_t first = 0; first < row_count; first += most) {
      const index_t n = row_count - first < most ? row_count - first : most;
      for (auto& of_lane : part)
        for (index_t i = 0; i < n; ++i) of_lane[i] = T(0);
      for (index_t s = 0; s < steps; s += at_once) {
        const index_t count = steps - s < at_once ? steps - s : at_once;
        const From* const x = rows + first + s * step_stride;
        const T* const weights = lane + s * lane_stride;
        const auto vectors = [&]<int V>(std::integral_constant<int, V>, index_t i) HEED_INLINED {
          B sum[Lanes][V];
#pragma GCC unroll 8
          for (int l = 0; l < Lanes; ++l)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) sum[l][v] = B::load_aligned(part[l] + i + v * W);
#pragma GCC unroll 1
          for (index_t k = 0; k < count; ++k) {
            const From* const y = x + i + k * step_stride;
            detail::fetch<V * W, detail::line<From>>(y, fetched.from_row(s + k));
            B row[V];
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) row[v] = simd::load_as<T>(y + v * W);
#pragma GCC unroll 8
            for (int l = 0; l < Lanes; ++l) {
              const B a(weights[k * lane_stride + l]);
#pragma GCC unroll 8
              for (int v = 0; v < V; ++v) sum[l][v] = simd::fma(a, row[v], sum[l][v]);
            }
          }
#pragma GCC unroll 8
          for (int l = 0; l < Lanes; ++l)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) sum[l][v].store_aligned(part[l] + i + v * W);
        };
        index_t i = 0;
        for (; i + wide * W <= n; i += wide * W) vectors(std::integral_constant<int, wide>{}, i);
        for (; i + W <= n; i += W) vectors(std::integral_constant<int, 1>{}, i);
        for (; i < n; ++i)
          for (index_t k = 0; k < count; ++k)
            for (int l = 0; l < Lanes; ++l) part[l][i] += weights[k * lane_stride + l] * static_cast<T>(x[i + k * step_stride]);
      }
      for (index_t i = 0; i < n; ++i)
        for (int l = 0; l < Lanes; ++l) {
          T& result = to[(first + i) * to_stride + l];
          result = accumulate ? result + part[l][i] : part[l][i];
        }
    }
  };
  if (lanes == 2) multiply(std::integral_constant<int, 2>{});
  else if (lanes == 3) multiply(std::integral_constant<int, 3>{});
  else multiply(std::integral_constant<int, 4>{});
}

}  // namespace heed::simd
HEED_UNSET_END

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
