// Rows times one lane, a query alone. The vectors run along whatever lies side by side in the operand of the rows.
#pragma once

#include <cstdint>
#include <type_traits>

#include <heed/simd/convert_rows.hpp>
#include <heed/simd/fetch.hpp>

// g++ reckons that a loop of 2^57 elements would overflow an address, and says so; none has that many.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#endif

HEED_UNSET_BEGIN
namespace heed::simd {

/// How far behind a row lies what is asked for while it is multiplied.
class rows_ahead {
 public:
  rows_ahead() = default;
  /// As far behind each row.
  constexpr explicit rows_ahead(index_t elements) : ahead(elements) {}
  /// Other rows, of groups of so many that are `apart` elements apart in a group, the groups `stride` as the rows themselves are: with row r number `first + r` of these; `behind`: of all, behind row 0.
  constexpr rows_ahead(index_t behind, index_t first_row, index_t rows_of_group, index_t apart_in_group, index_t stride)
      : ahead(behind), change(-stride), first(static_cast<std::uint32_t>(first_row)), group(static_cast<std::uint32_t>(rows_of_group)), apart(apart_in_group) {
    if (apart * rows_of_group != stride) return;  // one after the other
    ahead += first_row * apart;
    change += apart;
    group = 0;
  }
  constexpr index_t from_row(index_t r) const {
    if (group == 0) return ahead + r * change;
    const std::uint32_t i = first + static_cast<std::uint32_t>(r);
    return ahead + r * change - index_t{i / group} * change + index_t{i % group} * apart;
  }
  constexpr bool any() const { return ahead != 0 || change != 0; }

 private:
  index_t ahead = 0, change = 0;
  std::uint32_t first = 0, group = 0;
  index_t apart = 0;
};

namespace detail {
/// How many elements ahead a stream of rows is asked for, so that it keeps the memory busy, into the second cache (the first one waits for few lines at a time):
/// nothing where all of it fits the first cache. Of short rows, which come in turn with those of another stream, each line is asked for. Of long ones that lie side by side
/// one line of 512 bytes, from where the processor reads on by itself: it had stopped at the end of a page. (Each line was more than it waits for: 21 GB/s and not 26.)
/// Of long ones that lie apart, the keys of one head where a token's heads lie side by side, it would read on into what is another's: each line. (Heads of 128, in a cache 2.0 -> 1.0 ms, from
/// memory 16 -> 8.6.)
template <class T> inline constexpr index_t longest_short_row = longest_in_turn / static_cast<index_t>(sizeof(T));
template <class T> constexpr bool asks_for_each_line(index_t row_stride, index_t row_size) { return row_size <= longest_short_row<T> || row_stride != row_size; }
/// `next`: where else, if anywhere.
template <class T> HEED_INLINE rows_ahead fetched_ahead(index_t row_stride, index_t row_size, index_t row_count, const rows_ahead& next = {}) {
  if (next.any()) return next;
  constexpr index_t first_cache = 32768 / sizeof(T);
  const index_t ahead = (row_size <= longest_short_row<T> ? 12288 : 32768) / static_cast<index_t>(sizeof(T));
  return rows_ahead(row_size * row_count <= first_cache ? 0 : (ahead + row_size - 1) / row_size * row_stride);
}
/// Asks for the n elements that stand `ahead` after p, which may be beyond the end, or for every so manieth of them.
template <index_t n, index_t apart, class T> HEED_INLINE void fetch(const T* p, index_t ahead) {
  const auto from = reinterpret_cast<std::uintptr_t>(p) + static_cast<std::uintptr_t>(ahead) * sizeof(T);
  for (index_t i = 0; i < n; i += apart) __builtin_prefetch(reinterpret_cast<const void*>(from + static_cast<std::uintptr_t>(i) * sizeof(T)), 0, 2);
}
template <class T> inline constexpr index_t line = line_size / static_cast<index_t>(sizeof(T));
}  // namespace detail

/// to[r·to_stride] (+)= sum over s of rows[r·row_stride + s] · lane[s], lane contiguous. From: the elements of the rows, which are read as T.
template <class T, class From>
HEED_LOOPS HEED_SHARED void multiply_rows_by_vector(T* to, index_t to_stride, const T* lane, const From* rows, index_t row_stride, index_t row_count, index_t steps,
                                         bool accumulate, const rows_ahead& next = {}) {
  using B = batch<T>;
  constexpr index_t W = static_cast<index_t>(B::size);
  const rows_ahead fetched = detail::fetched_ahead<From>(row_stride, steps, row_count, next);
  const bool each_line = detail::asks_for_each_line<From>(row_stride, steps);
  index_t r = 0;
  // of short rows in the first cache four at once, whose sums are merged together
  if (!fetched.any() && steps % W == 0)
    for (; r + 4 <= row_count; r += 4) {
      const From* x = rows + r * row_stride;
      B sum[4] = {B(T(0)), B(T(0)), B(T(0)), B(T(0))};
      for (index_t s = 0; s < steps; s += W) {
        const B l = B::load_unaligned(lane + s);
        for (int i = 0; i < 4; ++i) sum[i] = simd::fma(simd::load_as<T>(x + i * row_stride + s), l, sum[i]);
      }
      for (int i = 0; i < 4; ++i) {
        T& result = to[(r + i) * to_stride];
        const T total = sum_of(sum[i]);
        result = accumulate ? result + total : total;
      }
    }
  // else one row after another: of a cache of keys that comes from memory, several at once would be slower
  for (; r < row_count; ++r) {
    const From* x = rows + r * row_stride;
    const index_t ahead = fetched.from_row(r);
    B sum[4] = {B(T(0)), B(T(0)), B(T(0)), B(T(0))};
    index_t s = 0;
    for (; s + 4 * W <= steps; s += 4 * W) {
      if (each_line) detail::fetch<4 * W, detail::line<From>>(x + s, ahead);
      else if (s % (8 * detail::line<From>) == 0) detail::fetch<1, 1>(x + s, ahead);
      for (int i = 0; i < 4; ++i) sum[i] = simd::fma(simd::load_as<T>(x + s + i * W), B::load_unaligned(lane + s + i * W), sum[i]);
    }
    for (; s + W <= steps; s += W) sum[0] = simd::fma(simd::load_as<T>(x + s), B::load_unaligned(lane + s), sum[0]);
    T total = sum_of((sum[0] + sum[1]) + (sum[2] + sum[3]));
    for (; s < steps; ++s) total += static_cast<T>(x[s]) * lane[s];
    to[r * to_stride] = accumulate ? to[r * to_stride] + total : total;
  }
}

/// to[r·to_stride] (+)= sum over s of rows[r + s·step_stride] · lane[s·lane_stride], the rows contiguous.
template <class T, class From>
HEED_LOOPS HEED_SHARED void multiply_columns_by_vector(T* to, index_t to_stride, const T* lane, index_t lane_stride, const From* rows, index_t step_stride,
                                            index_t row_count, index_t steps, bool accumulate, const rows_ahead& next = {}) {
  using B = batch<T>;
  constexpr index_t W = static_cast<index_t>(B::size);
  constexpr int most_in_registers = sizeof(B) == 64 ? 16 : 8;  // of the 32 registers of AVX-512, or of 16
  const rows_ahead fetched = detail::fetched_ahead<From>(step_stride, row_count, steps, next);
  const auto add = [&](index_t first, const T* part, index_t n) {
    for (index_t i = 0; i < n; ++i) to[(first + i) * to_stride] = accumulate ? to[(first + i) * to_stride] + part[i] : part[i];
  };
  // all columns at once, so that memory is read from one end to the other: their sums stay in registers,
  const auto in_registers = [&]<int V>(std::integral_constant<int, V>) {
    B sum[V];
    const bool side_by_side = to_stride == 1;
    if (side_by_side && accumulate)
      for (int v = 0; v < V; ++v) sum[v] = B::load_unaligned(to + v * W);
    else
      for (auto& x : sum) x = B(T(0));
    for (index_t s = 0; s < steps; ++s) {
      const From* x = rows + s * step_stride;
      const index_t ahead = fetched.from_row(s);
      if (detail::asks_for_each_line<From>(step_stride, V * W)) detail::fetch<V * W, detail::line<From>>(x, ahead);
      else detail::fetch<V * W, 8 * detail::line<From>>(x, ahead);
      const B a(lane[s * lane_stride]);
      for (int v = 0; v < V; ++v) sum[v] = simd::fma(a, simd::load_as<T>(x + v * W), sum[v]);
    }
    if (side_by_side) {
      for (int v = 0; v < V; ++v) sum[v].store_unaligned(to + v * W);
      return;
    }
    alignas(64) T part[V * W];
    for (int v = 0; v < V; ++v) sum[v].store_aligned(part + v * W);
    add(0, part, V * W);
  };
  if constexpr (most_in_registers >= 16)
    if (row_count == 16 * W) return in_registers(std::integral_constant<int, 16>{});
  if (row_count == 8 * W) return in_registers(std::integral_constant<int, 8>{});
  if (row_count == 5 * W) return in_registers(std::integral_constant<int, 5>{});
  if (row_count == 4 * W) return in_registers(std::integral_constant<int, 4>{});
  // or, of other numbers of columns, in the first cache: written and read again for four steps (one: 13 GB/s from memory and not 31)
  constexpr index_t most = 16 * 64, at_once = 4;
  for (index_t first = 0; first < row_count; first += most) {
    alignas(64) T part[most];
    const index_t n = row_count - first < most ? row_count - first : most;
    for (index_t i = 0; i < n; ++i) part[i] = T(0);
    const auto multiply = [&]<index_t S>(std::integral_constant<index_t, S>, index_t s) {
      const From* x = rows + first + s * step_stride;
      B a[S];
      for (index_t k = 0; k < S; ++k) a[k] = B(lane[(s + k) * lane_stride]);
      index_t i = 0;
      for (; i + 4 * W <= n; i += 4 * W) {
        B sum[4];
        for (int v = 0; v < 4; ++v) sum[v] = B::load_aligned(part + i + v * W);
        for (index_t k = 0; k < S; ++k) {
          detail::fetch<4 * W, detail::line<From>>(x + i + k * step_stride, fetched.from_row(s + k));
          for (int v = 0; v < 4; ++v) sum[v] = simd::fma(a[k], simd::load_as<T>(x + i + k * step_stride + v * W), sum[v]);
        }
        for (int v = 0; v < 4; ++v) sum[v].store_aligned(part + i + v * W);
      }
      for (; i + W <= n; i += W) {
        B sum = B::load_aligned(part + i);
        for (index_t k = 0; k < S; ++k) sum = simd::fma(a[k], simd::load_as<T>(x + i + k * step_stride), sum);
        sum.store_aligned(part + i);
      }
      for (; i < n; ++i)
        for (index_t k = 0; k < S; ++k) part[i] += lane[(s + k) * lane_stride] * static_cast<T>(x[i + k * step_stride]);
    };
    index_t s = 0;
    for (; s + at_once <= steps; s += at_once) multiply(std::integral_constant<index_t, at_once>{}, s);
    for (; s < steps; ++s) multiply(std::integral_constant<index_t, 1>{}, s);
    add(first, part, n);
  }
}

/// to[r·to_stride] (+)= sum over s of rows[r·row_stride + s·step_stride] · lane[s·lane_stride], wherever they lie.
template <class T, class From>
HEED_SHARED void multiply_apart_by_vector(T* to, index_t to_stride, const T* lane, index_t lane_stride, const From* rows, index_t row_stride, index_t step_stride, index_t row_count,
                                          index_t steps, bool accumulate) {
  const auto some = [&]<index_t Rows>(std::integral_constant<index_t, Rows>, index_t r) {  // several at a time: each sum waits for itself
    T total[Rows];
    for (index_t i = 0; i < Rows; ++i) total[i] = accumulate ? to[(r + i) * to_stride] : T(0);
    for (index_t s = 0; s < steps; ++s)
      for (index_t i = 0; i < Rows; ++i) total[i] += static_cast<T>(rows[(r + i) * row_stride + s * step_stride]) * lane[s * lane_stride];
    for (index_t i = 0; i < Rows; ++i) to[(r + i) * to_stride] = total[i];
  };
  index_t r = 0;
  for (; r + 8 <= row_count; r += 8) some(std::integral_constant<index_t, 8>{}, r);
  for (; r < row_count; ++r) some(std::integral_constant<index_t, 1>{}, r);
}

}  // namespace heed::simd
HEED_UNSET_END

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
