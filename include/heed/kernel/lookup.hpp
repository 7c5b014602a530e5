// Integers that are looked up are checked before anything reads what they point at.
#pragma once

#include <heed/kernel/value.hpp>
#include <heed/simd/arithmetic.hpp>

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
template <int N, int M> constexpr bool any_read_after(const planner::program<N, M>& p, int i) {
  for (int v = 0; v < p.g.variable_count; ++v)
    if (is_read_after(p, v, i)) return true;
  return false;
}
// Integers V that are nowhere stored, made of positions: the least and the largest, a vector of them at a time; where one is outside, the first that is.
template <class R, int V, class D> void check_computed(typename R::state& s, const D& d) {
  constexpr auto& v = R::g.variables[V];
  constexpr int n = v.data_node, lane = R::lane < 0 ? 0 : R::lane;
  constexpr bool along = R::lane >= 0 && planner::has(R::g.nodes[n].free, lane);
  using T = typename R::template type<n>;
  const index_t end = R::extent(s, V);
  auto least = simd::all<T, R::lanes>(T(0)), largest = least;
  const auto for_vectors = [&](auto&& f) {
    R::template for_points<along ? R::g.nodes[n].free & ~planner::one(lane) : R::g.nodes[n].free, 0>(s, [&] {
      index_t lanes = 1;
      if constexpr (along) lanes = R::extent(s, lane);
      for (index_t x = 0; x < lanes; x += R::lanes) {
        if constexpr (along) s.at[lane] = x;
        s.valid = lanes - x < R::lanes ? lanes - x : R::lanes;
        f(values<R, before_lanes>::template get<n>(s, 0, no_values{}));
      }
    });
  };
  // (all lanes of what does not change along them are alike; beyond the last lane there is no place)
  for_vectors([&](const auto& at) {
    if (along && s.valid < R::lanes) {
      for (index_t i = 0; i < s.valid; ++i) {
        const auto one = simd::all<T, R::lanes>(at.get(static_cast<int>(i)));
        least = simd::minimum(least, one);
        largest = simd::maximum(largest, one);
      }
    } else {
      least = simd::minimum(least, at);
      largest = simd::maximum(largest, at);
    }
  });
  bool outside = false;
  for (int i = 0; i < R::lanes; ++i) outside = outside || static_cast<index_t>(least.get(i)) < 0 || static_cast<index_t>(largest.get(i)) >= end;
  if (outside)
    for_vectors([&](const auto& at) {
      for (index_t i = 0; i < (along ? s.valid : 1); ++i)
        if (const index_t place = static_cast<index_t>(at.get(static_cast<int>(i))); place < 0 || place >= end) d.outside(v.marks, v.name, place, end);
    });
}
}  // namespace detail

/// Throws, through the run's `outside`, for the first integer that is outside its axis, of those that nest I has made.
template <int I, class P, class Functions> void check_integers(const run_data<P, Functions>& d) {
  using R = nest_run<P, Functions, 0>;
  if constexpr (detail::any_read_after(P::value, I)) [&]<int... V>(std::integer_sequence<int, V...>) {
    ([&] {
      if constexpr (detail::is_read_after(P::value, V, I)) {
        constexpr auto& v = P::value.g.variables[V];
        constexpr vars over = P::value.g.nodes[v.data_node].free;
        typename R::state s{d};
        if constexpr (v.data < 0) detail::check_computed<R, V>(s, d);
        else {
          const index_t end = R::extent(s, V);
          R::template for_points<over, 0>(s, [&] {
            const index_t x = R::template coordinate<V>(s);
            if (x < 0 || x >= end) d.outside(v.marks, v.name, x, end);
          });
        }
      }
    }(), ...);
  }(std::make_integer_sequence<int, P::value.g.variable_count>{});
  (void)d;
}

}  // namespace heed::kernel
