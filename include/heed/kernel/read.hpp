// Memory at the current point, for one vector of lanes: leaves, temporaries, and coordinates.
#pragma once

#include <heed/kernel/state.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/simd/interleaved.hpp>

// (as in simd/single_lane.hpp: of a part of a concat that is shorter than a vector g++ finds ways on which all lanes would be read)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#endif

namespace heed::kernel {

/// R: a nest_run.
template <class R, bool WrittenEarly> struct reading {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr int lanes = R::lanes;

  template <int A, class T> static HEED_INLINE simd::lanes_of<T, lanes> read(state& s, int j) {
    if constexpr (planner::may_be_nowhere(g, g.accesses[A]))
      if (s.run.base[A] == nullptr) return simd::all<T, lanes>(T(0));  // there is no element to read, and none is chosen
    if constexpr (R::lane < 0 || !R::view.moves_along_lanes(A)) return simd::all<T, lanes>(static_cast<const T*>(s.run.base[A])[R::template offset<A>(s)]);
    else if constexpr (planner::is_irregular_along(g, g.accesses[A], R::lane)) {
      const index_t first = s.at[R::lane], n = s.valid - j * lanes;
      if constexpr (planner::is_only_clamped(g, g.accesses[A])) {  // away from the edges a stride describes it
        index_t stride = 0;
        s.at[R::lane] = first + j * lanes;
        const bool even = stride_between_edges<A>(s, (n < lanes ? n : lanes) - 1, stride);
        const T* p = static_cast<const T*>(s.run.base[A]) + R::template offset<A>(s);
        s.at[R::lane] = first;
        if (even && stride == 0) return simd::all<T, lanes>(*p);
        if (even && stride == 1 && n >= lanes) return simd::load<T, lanes>(p);
        if (even) return simd::load_some<T, lanes>(p, stride, n);
      }
      alignas(64) T b[lanes];
      for (index_t i = 0; i < lanes; ++i) {
        s.at[R::lane] = first + j * lanes + i;
        b[i] = i < n ? static_cast<const T*>(s.run.base[A])[R::template offset<A>(s)] : T(0);
      }
      s.at[R::lane] = first;
      return simd::load<T, lanes>(b);
    } else {
      const index_t stride = R::template stride_along<A, R::lane>(s);
      const T* p = static_cast<const T*>(s.run.base[A]) + R::template offset<A>(s) + stride * (j * lanes);
      if constexpr (planner::stride_along(g, g.accesses[A], R::lane) == 0) return simd::all<T, lanes>(*p);  // (a single lane, put together of parts, would be waited for)
      const index_t n = WrittenEarly ? s.valid - j * lanes : R::valid_from(s, j);
      if constexpr (constexpr index_t apart = planner::stride_along(g, g.accesses[A], R::lane); simd::is_read_whole<T, lanes>(apart))
        if (n >= lanes) return simd::load_whole<static_cast<int>(apart), T, lanes>(p);
      if (stride == 1 && n >= lanes) return simd::load<T, lanes>(p);
      return simd::load_some<T, lanes>(p, stride, n);
    }
  }

  // Whether each clamped coordinate is clamped nowhere or everywhere, from the lane at hand to the one `last` after it; then `stride` is
  // how far neighbours are apart.
  template <int A> static HEED_INLINE bool stride_between_edges(const state& s, index_t last, index_t& stride) {
    return [&]<int... T>(std::integer_sequence<int, T...>) { return (add_stride<A, T>(s, last, stride) && ...); }
    (std::make_integer_sequence<int, g.accesses[A].terms>{});
  }
  template <int A, int T> static HEED_INLINE bool add_stride(const state& s, index_t last, index_t& stride) {
    constexpr int v = g.terms[g.accesses[A].first_term + T].variable;
    if constexpr (v == R::lane) stride += R::term_stride(s, R::g.accesses[A].first_term + T);
    else if constexpr (g.variables[v].derived) {
      constexpr auto source = g.variables[v].source;
      const index_t end = g.variables[v].extent != dynamic ? g.variables[v].extent : s.run.slots[source.axis];
      index_t step = 0;
      constexpr auto& m = g.maps[source.number];
      for (int i = 0; i < m.count; ++i)
        if (m.terms[i].variable == R::lane) step += m.terms[i].coefficient * R::slot_value(s, m.terms[i].slot);
      const index_t x = R::template map_value<source.number>(s), y = x + step * last;
      if (x >= 0 && y >= 0 && x < end && y < end) stride += R::term_stride(s, R::g.accesses[A].first_term + T) * step;
      else return (x < 0 && y < 0) || (x >= end && y >= end);
    }
    return true;
  }

  template <int A> static HEED_INLINE auto position(state& s, int j) {
    using T = std::int32_t;
    if constexpr (R::lane < 0 || !R::view.moves_along_lanes(A)) return simd::all<T, lanes>(static_cast<T>(s.run.coordinate[A] + R::template offset<A>(s)));
    else if constexpr (planner::is_irregular_along(g, g.accesses[A], R::lane)) {
      alignas(64) T b[lanes];
      const index_t first = s.at[R::lane], n = s.valid - j * lanes;
      for (index_t i = 0; i < lanes; ++i) {
        s.at[R::lane] = first + j * lanes + i;
        b[i] = i < n ? static_cast<T>(s.run.coordinate[A] + R::template offset<A>(s)) : T(0);  // beyond the end there is no id to look up
      }
      s.at[R::lane] = first;
      return simd::load<T, lanes>(b);
    } else {
      const T step = static_cast<T>(R::template stride_along<A, R::lane>(s));
      return simd::count_from<T, lanes>(static_cast<T>(s.run.coordinate[A] + R::template offset<A>(s) + step * (j * lanes)), step);
    }
  }
};

}  // namespace heed::kernel

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
