// A result that no cache holds is written past them: its lines are not read before, and push nothing out.
#pragma once

#include <cstdint>

#include <heed/kernel/state.hpp>
#include <heed/plan/estimate.hpp>

namespace heed::kernel {

/// Of a nest that writes one result in lines. (Measured with results that are read right after: from 5/4 of the last cache on it gains.)
template <class R> struct streaming {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr const auto& result = R::nest.outputs[0];
  using T = typename R::template type<result.node>;
  static constexpr index_t least = planner::beyond_caches(R::program.target) / static_cast<index_t>(sizeof(T));  // elements

  static constexpr bool is_possible = simd::has_streams && simd::in_registers<T, R::lanes> && R::view.may_stream(R::program.target);
  /// Whether the result is large enough, and not what is read: that is in the caches.
  static bool is_wanted(const state& s) {
    constexpr int to = R::view.access_of_output(0);
    index_t n = 1;
    [&]<int... V>(std::integer_sequence<int, V...>) { ((n *= planner::has(result.axes, V) ? R::extent(s, V) : 1), ...); }
    (std::make_integer_sequence<int, g.variable_count>{});
    if (n < least) return false;
    for (int a = 0; a < g.access_count; ++a)
      if (a != to && s.run.base[a] == s.run.base[to]) return false;
    return true;
  }
  /// Whether a row may be written so that begins there.
  static bool begins_a_line(const T* to) { return reinterpret_cast<std::uintptr_t>(to) % line_bytes == 0; }
};

}  // namespace heed::kernel
