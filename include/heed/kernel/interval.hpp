// Rule 6: what values a node can have in a block, by interval arithmetic on values. (What is added to the operations that have bounds may
// have to be added to plan/known_bounds.hpp, which says beforehand where no proof can come out.)
#pragma once

#include <heed/kernel/data_bounds.hpp>
#include <heed/kernel/value.hpp>
#include <heed/plan/interval_arithmetic.hpp>

namespace heed::kernel {

using planner::anything;
using planner::infinite;
using planner::interval;
using planner::only;

// Integers wrap around: what their type does not hold may be anything. And beyond 2^53 a bound is one that was rounded.
template <planner::scalar S> interval held(interval x) {
  if constexpr (is_float(S) || S == planner::scalar::b8) return x;
  else {
    using limits = std::numeric_limits<typename detail::type_of<S>::type>;
    if (!(x.lo >= static_cast<double>(limits::lowest()) && x.hi <= static_cast<double>(limits::max()))) return anything;
    if constexpr (limits::digits > 53) {
      constexpr double exact = 9007199254740992;
      if (x.lo < -exact || x.lo > exact) x.lo = std::nextafter(x.lo, -infinite);
      if (x.hi < -exact || x.hi > exact) x.hi = std::nextafter(x.hi, infinite);
    }
    return x;
  }
}

/// W: the walk. Its last variable ranges over [lo, hi) of the state, the lanes over the block's valid lanes; what loops outside
/// of the block have chosen is one value, and everything else (rows of results, what folds inside bind) ranges over all it can be.
template <class R, int W> struct intervals {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr const auto& walk = R::nest.walks[W];
  static constexpr vars lane_set = R::lane < 0 ? 0 : planner::one(R::lane);
  static constexpr int block = walk.depth > 0 ? walk.order[walk.depth - 1] : -1;
  static constexpr vars block_set = block < 0 ? 0 : planner::one(block);
  static constexpr vars ranging = ~(R::nest.outer_set() | (walk.bound & ~lane_set & ~block_set & ~walk.inside));

  // The first and the last coordinate along v in the block. (Of constants: one function for all variables costs the compiler less than one for each.)
  static HEED_INLINE index_t first(const state& s, int v) {
    if (v == R::lane) return s.at[v] + s.first_vector * R::lanes;
    if (v == block || v == R::nest.chunk) return s.lo[v];
    return planner::has(ranging, v) ? 0 : s.at[v];
  }
  static HEED_INLINE index_t last(const state& s, int v) {
    if (v == R::lane) {
      const index_t end = index_t{s.last_vector} * R::lanes;
      return s.at[v] + (end < s.valid ? end : s.valid) - 1;
    }
    if (v == block || v == R::nest.chunk) return s.hi[v] - 1;
    if (!planner::has(ranging, v)) return s.at[v];
    return (g.variables[v].extent != dynamic ? g.variables[v].extent : s.run.extent[v]) - 1;
  }

  template <int N> static interval of(state& s) {
    constexpr auto& n = g.nodes[N];
    if constexpr (R::view.is_stored(N)) return stored_integers<R::program.access_of[N], N>(s);
    else if constexpr (n.what == kind::fold || n.what == kind::mapped || n.what == kind::stored || n.what == kind::looked_up || n.what == kind::scan) return anything;
    else if constexpr (n.what == kind::constant) {
      if constexpr (constexpr double literal = values<R, W>::view.literal(N); n.item < 0) return only(literal);
      else return only(s.run.constants[n.item]);
    } else if constexpr (n.what == kind::length) {
      const double e = static_cast<double>(R::template length<n.item>(s));
      return {e, e};
    } else if constexpr (n.what == kind::position) return position<n.item>(s);
    else if constexpr (n.what == kind::leaf) {
      if constexpr ((n.free & ranging) == 0 && !planner::may_be_nowhere(g, g.accesses[n.item])) {  // one value for the whole block
        using T = typename R::template type<N>;
        const double x = static_cast<double>(static_cast<const T*>(s.run.base[n.item])[R::template offset<n.item>(s)]);
        return only(x);
      } else return stored_integers<n.item, N>(s);
    } else if constexpr (n.what == kind::convert) return converted<N>(s);
    else return held<g.nodes[N].type>(computed<N>(s));
  }

  // Integers and truth values keep their bounds where the type has them all; floats that become integers are truncated.
  template <int N> static interval converted(state& s) {
    const interval x = of<g.child(N, 0)>(s);
    if constexpr (is_float(g.nodes[N].type)) return x;
    else if constexpr (is_float(g.nodes[g.child(N, 0)].type)) return anything;
    else {
      using limits = std::numeric_limits<typename R::template type<N>>;
      return x.lo >= static_cast<double>(limits::lowest()) && x.hi <= static_cast<double>(limits::max()) ? x : anything;
    }
  }

  // Node N, which access A reads, where it is of integers that are few in a block (not one for each pair of a row and a lane), or
  // of truth values that the walk looks into.
  template <int A, int N> static interval stored_integers(state& s) {
    constexpr bool looked_into = walk.looked_into && planner::reads_truth_values(g, g.accesses[A], g.nodes[N].type);
    if constexpr (is_float(g.nodes[N].type) || !(looked_into || planner::few_in_block(g, g.accesses[A], lane_set, block_set)) || planner::may_be_nowhere(g, g.accesses[A])) return anything;
    else {
      const data_bounds b = bounds<A, typename R::template type<N>>(s);
      return b.known ? interval{static_cast<double>(b.lo), static_cast<double>(b.hi)} : anything;
    }
  }
  template <int A, class T> static data_bounds bounds(const state& s) {
    data_box box(std::is_same_v<T, bool> ? data_box::largest_of_bytes : data_box::largest_of_integers);
    const bool few = [&]<int... K>(std::integer_sequence<int, K...>) { return (add_dimension<A, K>(s, box) && ...); }
    (std::make_integer_sequence<int, g.accesses[A].terms>{});
    return few ? bounds_of(static_cast<const T*>(s.run.base[A]), box) : data_bounds{};
  }
  template <int A, int K> static bool add_dimension(const state& s, data_box& box) {
    constexpr int v = g.terms[g.accesses[A].first_term + K].variable;
    const index_t stride = R::term_stride(s, g.accesses[A].first_term + K);
    if constexpr (!g.variables[v].derived) return box.add(first(s, v), last(s, v) - first(s, v) + 1, stride);
    else {  // an integer of data: anywhere between its own bounds
      using T = typename detail::type_of<g.variables[v].data_type>::type;
      const data_bounds ids = bounds<g.variables[v].data, T>(s);
      return ids.known && box.add(ids.lo, ids.hi - ids.lo + 1, stride);
    }
  }

  template <int A, int T = 0> static interval position(state& s) {
    constexpr int t = g.accesses[A].first_term + T, terms = g.accesses[A].terms - T;
    if constexpr (is_derived(A)) return anything;
    else {
      interval x{0, 0};
      if constexpr (T == 0) x.lo = x.hi = static_cast<double>(s.run.coordinate[A]);
      if constexpr (terms > 0) add_term(s, t, x);
      if constexpr (terms > 1) add_term(s, t + 1, x);
      if constexpr (terms > 2) add_term(s, t + 2, x);
      if constexpr (terms > 3) {
        const interval rest = position<A, T + 3>(s);
        x = {x.lo + rest.lo, x.hi + rest.hi};
      }
      return x;
    }
  }
  static HEED_INLINE void add_term(const state& s, int term, interval& x) {
    const int v = g.terms[term].variable;
    const double c = static_cast<double>(R::term_stride(s, term)), lo = static_cast<double>(first(s, v)), hi = static_cast<double>(last(s, v));
    x.lo += c < 0 ? c * hi : c * lo;
    x.hi += c < 0 ? c * lo : c * hi;
  }
  static constexpr bool is_derived(int access) {
    for (int t = 0; t < g.accesses[access].terms; ++t)
      if (g.variables[g.terms[g.accesses[access].first_term + t].variable].derived) return true;
    return false;
  }

  // Whether node N, which has bounds x, is a number other than 0 everywhere: by them, or as a value of each lane that is there when
  // the walk begins, a normaliser.
  template <int N> static bool is_nowhere_0(const state& s, interval x) {
    if (x.lo == x.hi) return x.lo != 0;
    if (x.lo > 0 || x.hi < 0) return true;
    constexpr int tile = finished_tile<N>;
    if constexpr (tile < 0) return false;
    else {
      const auto* value = R::template tile_at<tile>(s);
      const index_t last = index_t{s.last_vector} * R::lanes;
      for (index_t i = index_t{s.first_vector} * R::lanes; i < last && i < s.valid; ++i)
        if (value[i] == 0 || value[i] != value[i]) return false;
      return true;
    }
  }
  static constexpr int finished(int node, int tile) {
    for (int f = 0; f < walk.fold_count; ++f)
      if (walk.folds[f].node == node) return -1;
    return tile >= 0 && R::nest.tiles[tile].row_count == 0 && !R::nest.tiles[tile].all_lanes ? tile : -1;
  }
  template <int N> static constexpr int finished_tile = finished(N, walk.where == planner::scope::lanes ? values<R, W>::view.tile_of(N) : -1);

  template <int N, int K> static interval operand(state& s) {
    if constexpr (g.is(N, op::where) && K == 0) return of<g.child(N, 0)>(s);
    else return held<g.nodes[N].operand>(of<g.child(N, K)>(s));
  }
  template <int N> static interval computed(state& s) {
    constexpr op o = g.op_of(N);
    if constexpr (o == op::where) {
      const interval a = operand<N, 0>(s);
      if (a.lo > 0) return operand<N, 1>(s);
      if (a.hi < 1) return operand<N, 2>(s);
      return planner::either(operand<N, 1>(s), operand<N, 2>(s));
    } else if constexpr (planner::bounded_operands(o) == 1) return planner::bounds_of(o, g.nodes[N].type, operand<N, 0>(s));
    else if constexpr (planner::bounded_operands(o) == 2) {
      const interval a = operand<N, 0>(s), b = operand<N, 1>(s);
      if constexpr (o == op::divide && is_float(g.nodes[N].type))
        if (a.exactly(0) && b.lo != b.hi && is_nowhere_0<g.child(N, 1)>(s, b)) return a;
      return planner::bounds_of(o, g.nodes[N].type, a, b);
    } else return planner::bounds_of(o, g.nodes[N].type, anything);
  }
};

}  // namespace heed::kernel
