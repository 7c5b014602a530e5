// Nests that run together, point by point, because running sums are carried from one point to the next (plan/carry.hpp).
#pragma once

#include <algorithm>
#include <tuple>

#include <heed/kernel/nest.hpp>

namespace heed::kernel {

/// The nests that run in the loops around nest First. Each point of the outer ones is computed by itself; along the last the sums go on.
template <class P, class Functions, int First> struct carried_nests {
  using data = run_data<P, Functions>;
  static constexpr const auto& program = P::value;
  static constexpr const auto& first = program.nests[First];
  static constexpr int last_loop = first.around_count - 1;
  using numbers = std::make_integer_sequence<int, first.together>;

  // (What is kept where there is room for it is not: that would be asked at each point.)
  template <int I> using kernel = nest_kernel<P, Functions, First + I, !nest_kernel<P, Functions, First + I>::may_lack_room>;
  template <class S> struct states_of;
  template <int... I> struct states_of<std::integer_sequence<int, I...>> { using type = std::tuple<typename kernel<I>::state...>; };

  /// Where all of them stand.
  struct state {
    explicit state(const data& d) : state(d, numbers{}) {}
    typename states_of<numbers>::type of;

   private:
    template <int... I> state(const data& d, std::integer_sequence<int, I...>) : of((static_cast<void>(I), d)...) {}
  };
  // f(kernel, state of its nest) for each.
  template <class S, class F> static HEED_INLINE void for_nests(S& s, F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) { (f.template operator()<kernel<I>>(std::get<I>(s.of)), ...); }(numbers{});
  }

  static std::size_t bytes_of_tiles(const state& s) {
    std::size_t n = 0;
    for_nests(s, [&]<class K>(const typename K::state& one) { n += scratch_arena::in_lines(K::bytes_of_tiles(one)); });
    return n;
  }
  static void place_tiles(state& s, char* at) {
    for_nests(s, [&]<class K>(typename K::state& one) {
      K::place_tiles(one, at);
      at += scratch_arena::in_lines(K::bytes_of_tiles(one));
    });
  }

  template <int Loop = 0> static index_t points(const data& d) {
    if constexpr (Loop == last_loop) return 1;
    else return d.extent[first.around[Loop]] * points<Loop + 1>(d);
  }
  template <int Loop> static HEED_INLINE void go_to(state& s, index_t x) {
    for_nests(s, [&]<class K>(typename K::state& one) HEED_INLINED { one.at[K::nest.around[Loop]] = x; });
  }
  template <int Loop = 0> static void go_to_point(state& s, const data& d, index_t point) {
    if constexpr (Loop < last_loop) {
      const index_t inside = points<Loop + 1>(d);
      go_to<Loop>(s, point / inside);
      go_to_point<Loop + 1>(s, d, point % inside);
    }
  }
  /// Points begin to end of the outer loops.
  HEED_LOOPS static void run_points(state& s, const data& d, index_t begin, index_t end) {
    const index_t steps = d.extent[first.around[last_loop]];
    for (index_t point = begin; point < end; ++point) {
      go_to_point(s, d, point);
      for (index_t x = 0; x < steps; ++x) {
        for_nests(s, [&]<class K>(typename K::state& one) HEED_INLINED {
          one.at[K::nest.around[last_loop]] = K::nest.turned ? steps - 1 - x : x;
          K::template outer_loops<0>(one);
        });
      }
    }
  }

  // The sums among the temporaries, a bit for each.
  static constexpr std::uint64_t sums() {
    std::uint64_t bits = 0;
    for (int t = 0; t < program.temporary_count; ++t) {
      const auto& sum = program.temporaries_list[t];
      if (sum.carried && program.g.nodes[sum.node].what == kind::scan && sum.made_by >= First && sum.made_by < First + first.together) bits |= std::uint64_t{1} << t;
    }
    return bits;
  }
  /// The sums of nothing, before any point.
  static void clear(const data& d) {
    indices_in<sums()>::each([&](auto i) {
      constexpr auto& sum = program.temporaries_list[decltype(i)::value];
      using T = typename detail::type_of<sum.type>::type;
      index_t n = 1;
      for (int k = 0; k < sum.rank; ++k) n *= d.extent[sum.order[k]];
      std::fill_n(static_cast<T*>(const_cast<void*>(d.base[program.access_of[sum.node]])), n, T{});
    });
  }

  /// All of it, by the calling thread.
  static void run(const data& d) {
    state s(d);
    scratch_arena::part memory;
    place_tiles(s, memory.take(bytes_of_tiles(s)));
    clear(d);
    run_points(s, d, 0, points(d));
  }
};

}  // namespace heed::kernel
