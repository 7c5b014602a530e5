// Folds of what stands at places: each element is taken where an integer says, in the order of the axes that are folded.
#pragma once

#include <algorithm>
#include <limits>

#include <heed/kernel/indices.hpp>
#include <heed/kernel/scratch.hpp>
#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// A sum, a maximum or a minimum that grows where it lies.
template <fold_op O, class T, int Lanes> struct growing {
  static constexpr T start() {
    using limits = std::numeric_limits<T>;
    if constexpr (O == fold_op::sum) return T(0);
    else if constexpr (O == fold_op::max) return limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::lowest();
    else return limits::has_infinity ? limits::infinity() : limits::max();
  }
  // (NaN in, NaN out)
  static HEED_INLINE T with(T a, T b) {
    if constexpr (O == fold_op::sum) return static_cast<T>(a + b);
    else if constexpr (O == fold_op::max) return a > b || a != a ? a : b;
    else return a < b || a != a ? a : b;
  }
  /// to[i] takes from[i * stride], for i < n.
  static HEED_INLINE void take(T* to, const T* from, index_t stride, index_t n) {
    index_t i = 0;
    if (stride == 1)
      for (; i + Lanes <= n; i += Lanes) {
        const auto a = simd::load<T, Lanes>(to + i), b = simd::load<T, Lanes>(from + i);
        if constexpr (O == fold_op::sum) simd::add(a, b).store(to + i);
        else if constexpr (O == fold_op::max) simd::maximum(a, b).store(to + i);
        else simd::minimum(a, b).store(to + i);
      }
    for (; i < n; ++i) to[i] = with(to[i], from[i * stride]);
  }
  /// The same of one number, `times` times.
  static T with_many(T a, T b, index_t times) {
    if (times <= 0) return a;
    if constexpr (O == fold_op::sum) return static_cast<T>(a + b * static_cast<T>(times));
    else return with(a, b);
  }
};

/// Temporary T, of a node of kind::scatter.
template <class P, class Functions, int T> struct scattered_temporary {
  using R = nest_run<P, Functions, 0>;
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr const auto& t = R::program.temporaries_list[T];
  static constexpr int n = t.node, x = g.child(n, 0);
  static constexpr planner::scattered_along along{g.nodes[n]};
  static constexpr vars all_axes = [] {
    vars s = g.nodes[x].free;
    for (int k = 0; k < along.count; ++k) s |= g.nodes[g.child(n, 1 + k)].free;
    return s;
  }();
  static constexpr int read_by(int c) { return R::program.temporary_of[c] >= 0 ? R::program.access_of[c] : g.nodes[c].item; }
  static constexpr int to = R::program.access_of[n], from = read_by(x);
  static constexpr int inner = t.order[t.rank - 1] == along.at[along.count - 1] ? -1 : t.order[t.rank - 1];
  using element = typename R::template type<n>;
  using fold = growing<g.fold_of(n), element, R::lanes>;

  // A constant of the plan (an item below 0), or one that is known when it runs.
  template <int C> static element number(const run_data<P, Functions>& d) {
    constexpr int item = g.nodes[C].item;
    if constexpr (item < 0) return static_cast<element>(g.constants[-1 - item]);
    else return static_cast<element>(d.constants[item]);
  }
  // Goes to the place that integers K say; false: there is none. (What is below 0 is beyond the end, too.)
  template <int K> static HEED_INLINE bool go_to(const run_data<P, Functions>& d, state& s) {
    constexpr int ids = g.child(n, 1 + K), v = along.at[K], read = read_by(ids);
    const auto place = static_cast<std::uint64_t>(static_cast<const typename R::template type<ids>*>(d.base[read])[R::template offset<read>(s)]);
    if (place >= static_cast<std::uint64_t>(R::extent(s, v))) return false;
    s.at[v] = static_cast<index_t>(place);
    return true;
  }
  // Calls f(the place in the temporary, how many elements along `inner`) for every integer that is a place.
  template <class F> static HEED_INLINE void for_places(const run_data<P, Functions>& d, F&& f) {
    state s{d};
    index_t count = 1;
    if constexpr (inner >= 0) count = R::extent(s, inner);
    R::template for_points<all_axes & ~(inner < 0 ? 0 : planner::one(inner < 0 ? 0 : inner)), 0>(s, [&]() HEED_INLINED {
      if (!go_to<0>(d, s)) return;
      if constexpr (along.count > 1)
        if (!go_to<1>(d, s)) return;
      f(s, R::template offset<to>(s), count);
    });
  }
  HEED_LOOPS static void run(const run_data<P, Functions>& d) {
    element* const all = static_cast<element*>(const_cast<void*>(d.base[to]));
    index_t size = 1;
    for (int k = 0; k < t.rank; ++k) size *= d.extent[t.order[k]];
    std::fill_n(all, size, fold::start());
    for_places(d, [&](const state& s, index_t at, index_t count) HEED_INLINED {
      if constexpr (g.is(x, kind::constant)) all[at] = fold::with(all[at], number<x>(d));
      else {
        const element* const value = static_cast<const element*>(d.base[from]) + R::template offset<from>(s);
        if constexpr (inner < 0) all[at] = fold::with(all[at], *value);
        else fold::take(all + at, value, R::template stride_along<from, inner < 0 ? 0 : inner>(s), count);
      }
    });
    if constexpr (g.nodes[n].edges > 1 + along.count)
      if (const element z = number<g.child(n, 1 + along.count)>(d); !(z == fold::start())) take_elsewhere(d, z, all, size);
  }
  // A number that is no matter to the fold stands wherever no integer says otherwise.
  static void take_elsewhere(const run_data<P, Functions>& d, element z, element* all, index_t size) {
    index_t steps = 1;
    for (int v = 0; v < g.variable_count; ++v)
      if (planner::has(g.nodes[n].bound, v)) steps *= d.extent[v];
    scratch_arena::part memory;
    index_t* const left = reinterpret_cast<index_t*>(memory.take(static_cast<std::size_t>(size) * sizeof(index_t)));
    std::fill_n(left, size, steps);
    for_places(d, [&](const state&, index_t at, index_t count) {
      for (index_t i = 0; i < count; ++i) --left[at + i];
    });
    for (index_t i = 0; i < size; ++i) all[i] = fold::with_many(all[i], z, left[i]);
  }
};

/// What can be made once nest I has run: whether there is any, and all of it.
template <int N, int M> constexpr bool any_scattered_after(const planner::program<N, M>& p, int nest) {
  for (int t = 0; t < p.temporary_count; ++t)
    if (p.g.nodes[p.temporaries_list[t].node].what == kind::scatter && p.temporaries_list[t].made_by == nest) return true;
  return false;
}
template <class P, class Functions, int I> void scatter_temporaries(const run_data<P, Functions>& d) {
  [&]<int... T>(std::integer_sequence<int, T...>) {
    ([&] {
      constexpr auto& t = P::value.temporaries_list[T];
      if constexpr (T < P::value.temporary_count)
        if constexpr (P::value.g.nodes[t.node].what == kind::scatter && t.made_by == I) scattered_temporary<P, Functions, T>::run(d);
    }(), ...);
  }(std::make_integer_sequence<int, (P::value.temporary_count > 0 ? P::value.temporary_count : 1)>{});
  (void)d;
}

}  // namespace heed::kernel
