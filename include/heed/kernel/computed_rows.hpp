// Rows of a product that are computed while they are multiplied: what has no lanes and is made of memory point by point, as a cache of keys less their zero
// points is. Its vectors run along a variable of its own.
#pragma once

#include <heed/kernel/along_rows.hpp>
#include <heed/kernel/value.hpp>
#include <heed/simd/single_lane.hpp>

namespace heed::kernel {

// Whether a node is only what lies in rows along V, as it is or of another type.
template <class R, int N, int V> inline constexpr bool reads_rows = [] {
  const auto& g = R::g;
  if (!g.is(N, planner::kind::convert) || g.hint_of(N) != planner::hint_code::none || !g.is(g.child(N, 0), planner::kind::leaf)) return false;
  return !planner::is_irregular_along(g, g.accesses[g[g.child(N, 0)].item], V);
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

/// to[r·n + i] = node N, variable Across at across + r for r in [0, rows) and variable V at first + i for i in [0, n).
template <class R, int N, int V, int Across, class T>
HEED_LOOPS void compute_rows(typename R::state& s, index_t across, index_t rows, index_t first, index_t n, T* to) {
  constexpr int W = static_cast<int>(simd::batch<T>::size);
  using value = values<along_rows<R, V, W>, before_lanes, false>;
  // what most is read of is asked for ahead, as simd/single_lane.hpp does
  constexpr int leaf = planner::largest_leaf(R::g, N), access = R::view.access_to(leaf);
  using E = typename R::template type<leaf>;
  const index_t ahead = simd::detail::fetched_ahead<E>(R::template stride_along<access, Across>(s), n, index_t{1} << 20);
  const index_t valid = s.valid, at_v = s.at[V], at_across = s.at[Across];
  s.valid = n;
  s.at[V] = first;
  if constexpr (reads_rows<R, N, V>) copy_rows<R, N, V, Across>(s, across, rows, n, to);
  else
    for (index_t r = 0; r < rows; ++r, to += n) {
      s.at[Across] = across + r;
      if (R::template stride_along<access, V>(s) == 1) {
        const E* next = static_cast<const E*>(s.run.base[access]) + R::template offset<access>(s);
        for (index_t i = 0; i < n; i += simd::detail::line<E>) simd::detail::fetch<1, 1>(next + i, ahead);
      }
      int j = 0;
      const auto vector = [&](int at) HEED_INLINED { return value::template get_as<N, T>(s, at, no_values{}); };
      for (; (j + 4) * W <= n; j += 4) {  // (after a store g++ looks up again where everything stands)
        const auto x0 = vector(j), x1 = vector(j + 1), x2 = vector(j + 2), x3 = vector(j + 3);
        x0.store(to + j * W);
        x1.store(to + (j + 1) * W);
        x2.store(to + (j + 2) * W);
        x3.store(to + (j + 3) * W);
      }
      for (; j * W < n; ++j) simd::store_some<T, W>(vector(j), to + j * W, 1, n - j * W);
    }
  s.valid = valid;
  s.at[V] = at_v;
  s.at[Across] = at_across;
}

}  // namespace heed::kernel
