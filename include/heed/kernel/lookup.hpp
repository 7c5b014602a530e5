// Integers that are looked up are checked before anything reads what they point at.
#pragma once

#include <heed/kernel/state.hpp>

namespace heed::kernel {

namespace detail {
// Whether variable v of a plan is an integer of data that nest i has stored; -1: that is in memory from the start.
template <int N, int M> constexpr bool is_read_after(const planner::program<N, M>& p, int v, int i) {
  const planner::variable& x = p.g.variables[v];
  if (!x.derived || x.how != planner::variable::how::data || x.data_node < 0) return false;
  const int t = p.temporary_of[x.data_node];
  return i == (t < 0 || p.g.accesses[x.data].what != planner::access::of::temporary ? -1 : p.temporaries_list[t].made_by);
}
template <class P, int I> inline constexpr bool any_read_after = [] {
  for (int v = 0; v < P::value.g.variable_count; ++v)
    if (is_read_after(P::value, v, I)) return true;
  return false;
}();
}  // namespace detail

/// Throws, through the run's `outside`, for the first integer that is outside its axis, of those that nest I has made.
template <int I, class P, class Functions> void check_integers(const run_data<P, Functions>& d) {
  using R = nest_run<P, Functions, 0>;
  if constexpr (detail::any_read_after<P, I>) [&]<int... V>(std::integer_sequence<int, V...>) {
    ([&] {
      if constexpr (detail::is_read_after(P::value, V, I)) {
        constexpr auto& v = P::value.g.variables[V];
        constexpr vars over = P::value.g[v.data_node].free;
        typename R::state s{d, {}, {}, {}, 1, {}};
        const index_t end = R::template extent<V>(s);
        R::template for_points<over, 0>(s, [&] {
          const index_t x = R::template coordinate<V>(s);
          if (x < 0 || x >= end) d.outside(v.marks, v.name, x, end);
        });
      }
    }(), ...);
  }(std::make_integer_sequence<int, P::value.g.variable_count>{});
  (void)d;
}

}  // namespace heed::kernel
