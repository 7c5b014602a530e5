// What the next row reads and writes is fetched from memory while this one is computed.
#pragma once

#include <cstdint>

#include <heed/kernel/state.hpp>
#include <heed/plan/estimate.hpp>

namespace heed::kernel {

/// Of nests whose lanes run along what their folds fold: normalisers and norms of rows. The first walk over a row waits for memory and computes
/// little; a later one computes much on what is in the cache. It asks for the elements of the next row that lie at its own lanes.
template <class R> struct fetch_ahead {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr int row = R::nest.outer_count > 0 ? R::nest.outer[R::nest.outer_count - 1] : -1;

  static constexpr bool is_plain_leaf(int n) {
    if (!g.is(n, kind::leaf) || row < 0 || R::lane < 0 || !planner::has(g.nodes[n].free, row) || !planner::has(g.nodes[n].free, R::lane)) return false;
    const auto& a = g.accesses[g.nodes[n].item];
    for (int t = 0; t < a.terms; ++t)
      if (g.variables[g.terms[a.first_term + t].variable].derived) return false;
    return true;
  }
  template <int N> static HEED_INLINE void leaf(const state& s) {
    if constexpr (is_plain_leaf(N)) {
      constexpr int a = g.nodes[N].item;
      using T = typename R::template type<N>;
      if (R::template stride_along<a, R::lane>(s) != 1) return;
      const auto next = reinterpret_cast<std::uintptr_t>(static_cast<const T*>(s.run.base[a]) + R::template offset<a>(s)) +
                        static_cast<std::uintptr_t>(R::template stride_along<a, row>(s)) * sizeof(T);
      for (std::uintptr_t i = 0; i < static_cast<std::uintptr_t>(R::width) * sizeof(T); i += 64) __builtin_prefetch(reinterpret_cast<const void*>(next + i));
    }
  }
  /// What of the next row's result lies where `to` does in this one's, access A: to be written. Where one walk or none is all there is to a row,
  /// memory is busy without.
  template <int A, class T> static HEED_INLINE void result(const state& s, const T* to) {
    if constexpr (R::nest.walk_count > 1 && row >= 0 && planner::stride_along(g, g.accesses[A], row) != 0) {
      const auto next = reinterpret_cast<std::uintptr_t>(to) + static_cast<std::uintptr_t>(R::template stride_along<A, row>(s)) * sizeof(T);
      for (std::uintptr_t i = 0; i < static_cast<std::uintptr_t>(R::width) * sizeof(T); i += 64) __builtin_prefetch(reinterpret_cast<const void*>(next + i), 1);
    }
  }
  /// For the block of lanes where s stands.
  static HEED_INLINE void run(const state& s) {
    [&]<int... N>(std::integer_sequence<int, N...>) { (leaf<N>(s), ...); }(std::make_integer_sequence<int, g.size>{});
  }
};

}  // namespace heed::kernel
