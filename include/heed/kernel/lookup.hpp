// Integers that are looked up are checked before anything reads what they point at.
#pragma once

#include <heed/kernel/state.hpp>

namespace heed::kernel {

namespace detail {
// The nest after which variable v can be worked out, -1 where that is from the start: an integer of data may be stored by a nest, and
// may itself be looked up at others.
template <int N, int M> constexpr int known_after(const planner::program<N, M>& p, int v) {
  const planner::variable& x = p.g.variables[v];
  if (!x.derived) return -1;
  int last = -1;
  const auto later = [&](int nest) { last = nest > last ? nest : last; };
  const planner::affine& map = p.g.maps[x.source.number];
  for (int i = 0; i < map.count; ++i) later(known_after(p, map.terms[i].variable));
  if (x.how == planner::variable::how::data && x.data >= 0) {
    const planner::access& a = p.g.accesses[x.data];
    if (a.what == planner::access::of::temporary) later(p.temporaries_list[a.target].made_by);
    for (int t = 0; t < a.terms; ++t) later(known_after(p, p.g.terms[a.first_term + t].variable));
  }
  return last;
}
// Whether variable v of a plan is an integer of data that is known after nest i.
template <int N, int M> constexpr bool is_read_after(const planner::program<N, M>& p, int v, int i) {
  const planner::variable& x = p.g.variables[v];
  return x.derived && x.how == planner::variable::how::data && x.data_node >= 0 && known_after(p, v) == i;
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
        typename R::state s{d};
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
