// Rows of a product that are computed while they are multiplied: what has no lanes and is made of memory point by point, as a cache of keys less their zero
// points is. Its vectors run along a variable of its own.
#pragma once

#include <heed/kernel/along_rows.hpp>
#include <heed/kernel/next_block.hpp>
#include <heed/kernel/value.hpp>
#include <heed/simd/few_lanes.hpp>

namespace heed::kernel {

// Whether a node is only what lies in rows along V, as it is or of another type.
template <class R, int N, int V> inline constexpr bool reads_rows = [] {
  const auto& g = R::g;
  if (!g.is(N, planner::kind::convert) || g.hint_of(N) != planner::hint_code::none || !g.is(g.child(N, 0), planner::kind::leaf)) return false;
  return !planner::is_irregular_along(g, g.accesses[g.nodes[g.child(N, 0)].item], V);
}();

// Such rows, looked up one by one, are copied: none lies a stride from the one before, and nothing but this asks for it ahead.
template <class R, int N, int V, int Across, class T>
HEED_INLINE void copy_rows(typename R::state& s, index_t across, index_t rows, index_t n, T* to) {
  constexpr int access = R::view.access_to(R::g.child(N, 0));
  using E = typename R::template type<R::g.child(N, 0)>;
  constexpr index_t later = 4;
  const auto row = [&](index_t r) HEED_INLINED {
    s.at[Across] = across + r;
    return static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s);
  };
  const index_t stride = R::template stride_along<access, V>(s);
  for (index_t r = 0; r < rows; ++r, to += n) {
    const E* next = row(r + later < rows ? r + later : rows - 1);
    for (index_t i = 0; stride == 1 && i < n; i += simd::detail::line<E>) simd::detail::fetch<1, 1>(next + i, 0);
    simd::convert_rows(row(r), 0, stride, 1, n, to);
  }
}

/// Node N in vectors of T along V; Across: the variable from one row of it to the next. A copy of the state, which compilers keep in registers.
template <class R, int N, int V, int Across, class T> struct computed_vectors {
  static constexpr index_t W = static_cast<index_t>(simd::batch<T>::size);
  using value = values<along_rows<R, V, static_cast<int>(W)>, before_lanes, false>;
  // what most is read of is asked for ahead, as simd/single_lane.hpp does
  static constexpr int leaf = planner::largest_leaf(R::g, N), access = R::view.access_to(leaf);
  using E = typename R::template type<leaf>;

  typename R::state s;
  simd::rows_ahead fetched;
  index_t ahead = 0;  // from the row where it stands

  HEED_INLINE computed_vectors(const typename R::state& outside, index_t row_size, index_t rows)
      : s(outside), fetched(simd::detail::fetched_ahead<E>(R::template stride_along<access, Across>(s), row_size, index_t{1} << 20, next_block<R>::template of<access>(s, R::template stride_along<access, Across>(s), rows))) {}
  /// To row r of those that it goes through, where variable Across is at `across`.
  HEED_INLINE void go_to(index_t r, index_t across, index_t along) {
    ahead = fetched.from_row(r);
    s.at[Across] = across;
    s.at[V] = along;
  }
  HEED_INLINE void fetch(index_t n) {
    if (R::template stride_along<access, V>(s) != 1) return;
    const E* next = static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s);
    for (index_t i = 0; i < n; i += simd::detail::line<E>) simd::detail::fetch<1, 1>(next + i, ahead);
  }
  HEED_INLINE simd::batch<T> vector(int j) { return value::template get_as<N, T>(s, j, no_values{}).part[0]; }
};

/// to[r·n + i] = node N, variable Across at across + r for r in [0, rows) and variable V at first + i for i in [0, n).
template <class R, int N, int V, int Across, class T>
HEED_LOOPS void compute_rows(const typename R::state& outside, index_t across, index_t rows, index_t first, index_t n, T* to) {
  if constexpr (reads_rows<R, N, V>) {
    typename R::state s = outside;
    s.at[V] = first;
    return copy_rows<R, N, V, Across>(s, across, rows, n, to);
  }
  using vectors = computed_vectors<R, N, V, Across, T>;
  constexpr index_t W = vectors::W;
  vectors x(outside, n, rows);
  for (index_t r = 0; r < rows; ++r, to += n) {
    x.go_to(r, across + r, first);
    x.fetch(n);
    index_t i = 0;
    x.s.valid = 4 * W;
    for (; i + 4 * W <= n; i += 4 * W) {  // (after a store g++ looks up again where everything stands)
      x.s.at[V] = first + i;
      const auto x0 = x.vector(0), x1 = x.vector(1), x2 = x.vector(2), x3 = x.vector(3);
      x0.store_unaligned(to + i);
      x1.store_unaligned(to + i + W);
      x2.store_unaligned(to + i + 2 * W);
      x3.store_unaligned(to + i + 3 * W);
    }
    for (; i < n; i += W) {
      x.s.at[V] = first + i;
      x.s.valid = n - i;
      simd::store_some<T, static_cast<int>(W)>({{x.vector(0)}}, to + i, 1, n - i);
    }
  }
}

/// to[r] (+)= sum over i of node N · lane[i], variable Row at row + r for r in [0, rows) and Step at step + i for i in [0, steps).
template <class R, int N, int Step, int Row, class T>
HEED_LOOPS void multiply_computed_rows(const typename R::state& outside, T* to, const T* lane, index_t row, index_t rows, index_t step, index_t steps, bool accumulate) {
  using vectors = computed_vectors<R, N, Step, Row, T>;
  using B = simd::batch<T>;
  constexpr index_t W = vectors::W;
  vectors x(outside, steps, rows);
  for (index_t r = 0; r < rows; ++r) {
    x.go_to(r, row + r, step);
    x.fetch(steps);
    B sum[4] = {B(T(0)), B(T(0)), B(T(0)), B(T(0))};
    index_t i = 0;
    x.s.valid = 4 * W;
    for (; i + 4 * W <= steps; i += 4 * W) {
      x.s.at[Step] = step + i;
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) sum[k] = simd::fma(x.vector(k), B::load_unaligned(lane + i + k * W), sum[k]);
    }
    x.s.valid = W;
    for (; i + W <= steps; i += W) {
      x.s.at[Step] = step + i;
      sum[0] = simd::fma(x.vector(0), B::load_unaligned(lane + i), sum[0]);
    }
    T total = simd::sum_of((sum[0] + sum[1]) + (sum[2] + sum[3]));
    if (i < steps) {
      x.s.at[Step] = step + i;
      x.s.valid = steps - i;
      alignas(64) T last[W];
      x.vector(0).store_aligned(last);
      for (index_t k = 0; i + k < steps; ++k) total += last[k] * lane[i + k];
    }
    to[r] = accumulate ? to[r] + total : total;
  }
}
/// to[i] (+)= sum over r of node N · lane[r·lane_stride], variable Row at row + i for i in [0, rows) and Step at step + r for r in [0, steps).
template <class R, int N, int Row, int Step, class T>
HEED_LOOPS void multiply_computed_columns(const typename R::state& outside, T* to, const T* lane, index_t lane_stride, index_t row, index_t rows, index_t step, index_t steps, bool accumulate) {
  using vectors = computed_vectors<R, N, Row, Step, T>;
  using B = simd::batch<T>;
  constexpr index_t W = vectors::W;
  vectors x(outside, rows, steps);
  // so many vectors of columns at once, whose sums stay in registers; all but the last of them are whole
  const auto columns = [&]<int Vectors>(std::integral_constant<int, Vectors>, index_t first, index_t n) HEED_INLINED {
    B sum[Vectors];
#pragma GCC unroll 8
    for (B& y : sum) y = B(T(0));
    x.s.valid = n;
    for (index_t r = 0; r < steps; ++r) {
      x.go_to(r, step + r, row + first);
      x.fetch(n);
      const B a(lane[r * lane_stride]);
#pragma GCC unroll 8
      for (int v = 0; v < Vectors; ++v) sum[v] = simd::fma(a, x.vector(v), sum[v]);
    }
    alignas(64) T part[Vectors * W];
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) sum[v].store_aligned(part + v * W);
    for (index_t i = 0; i < n; ++i) to[first + i] = accumulate ? to[first + i] + part[i] : part[i];
  };
  index_t i = 0;
  for (; i + 8 * W <= rows; i += 8 * W) columns(std::integral_constant<int, 8>{}, i, 8 * W);
  for (; i + 2 * W <= rows; i += 2 * W) columns(std::integral_constant<int, 2>{}, i, 2 * W);
  for (; i < rows; i += W) columns(std::integral_constant<int, 1>{}, i, rows - i < W ? rows - i : W);
}

}  // namespace heed::kernel
