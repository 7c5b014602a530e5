// The loop of a variable of the results inside the blocks of a walk (plan/loop_in_blocks.hpp).
#pragma once

#include <heed/kernel/scratch.hpp>
#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// Calls f for each of its steps; once where a nest has no such loop.
template <class R> struct loop_in_blocks {
  using state = typename R::state;
  static constexpr int v = R::nest.in_blocks;
  static constexpr bool any = v >= 0;
  static constexpr index_t steps = any ? R::g.extent(any ? v : 0) : 1;

  /// From one tile of those that there are several of to the next.
  template <int T> static std::size_t bytes_between(const state& s) {
    return scratch_arena::in_lines(static_cast<std::size_t>(R::template tile_size<T>(s)) * sizeof(typename R::template tile_element<T>));
  }
  /// To step x: its tiles are what the nest works on.
  static void enter(state& s, index_t x) {
    const auto by = static_cast<std::ptrdiff_t>(x - s.at[v]);
    [&]<int... T>(std::integer_sequence<int, T...>) {
      ([&] {
        if constexpr (R::nest.tiles[T].copies > 1) s.tile[T] += by * static_cast<std::ptrdiff_t>(bytes_between<T>(s));
      }(), ...);
    }(std::make_integer_sequence<int, R::tiles>{});
    s.at[v] = x;
  }
  template <class F> static HEED_INLINE void each(state& s, F&& f) {
    if constexpr (!any) f();
    else {
      for (index_t x = 0; x < steps; ++x) {
        enter(s, x);
        f();
      }
      enter(s, 0);
    }
  }
};

}  // namespace heed::kernel
