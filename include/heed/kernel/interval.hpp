// Rule 6: what values a node can have in a block, by interval arithmetic on values. A block is left out exactly where every
// element is proved neutral for every fold of the walk. (What is added to the operations that have bounds may have to be added to plan/neutral.hpp, which
// says beforehand where no proof can come out.)
#pragma once

#include <heed/kernel/data_bounds.hpp>
#include <heed/kernel/value.hpp>
#include <heed/plan/interval_arithmetic.hpp>
#include <heed/plan/neutral.hpp>

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

/// What is asked of a node: its bounds, or only whether it is exactly one number.
enum class question { bounds, is_zero, is_one, is_infinite, is_negative_infinite };
/// What a question asks of operand k.
constexpr question asked_of_operand(op o, int k, question q) {
  switch (o) {
    case op::where: return k == 0 ? question::bounds : q;
    case op::exp: case op::anchored_exp: return question::is_negative_infinite;
    case op::negate: return q == question::is_zero ? q : q == question::is_infinite ? question::is_negative_infinite : q == question::is_negative_infinite ? question::is_infinite : question::bounds;
    case op::multiply: return q == question::is_zero ? q : question::bounds;
    // (-inf plus anything is -inf for this purpose; inf plus anything is not known)
    case op::add: return q == question::is_negative_infinite ? q : question::bounds;
    case op::subtract: return q != question::is_negative_infinite ? question::bounds : k == 0 ? q : question::is_infinite;
    default: return question::bounds;
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

  // The first and the last coordinate along V in the block.
  template <int V> static index_t first(const state& s) {
    if constexpr (V == R::lane) return s.at[V] + s.first_vector * R::lanes;
    else if constexpr (V == block || V == R::nest.chunk) return s.lo[V];
    else return planner::has(ranging, V) ? 0 : s.at[V];
  }
  template <int V> static index_t last(const state& s) {
    if constexpr (V == R::lane) {
      const index_t end = index_t{s.last_vector} * R::lanes;
      return s.at[V] + (end < s.valid ? end : s.valid) - 1;
    }
    else if constexpr (V == block || V == R::nest.chunk) return s.hi[V] - 1;
    else return planner::has(ranging, V) ? R::template extent<V>(s) - 1 : s.at[V];
  }

  // Whether the answer may be yes: else what is below is not looked at.
  static constexpr bool may_be(int n, question q) {
    planner::detail::known_bounds<R::program.capacity> bounds(g, ranging, R::stored);
    const double of[] = {0, 0, 1, infinite, -infinite};
    return bounds.may_be(n, of[static_cast<int>(q)]);
  }
  template <int N, question Q = question::bounds> static interval of(state& s) {
    constexpr auto& n = g[N];
    if constexpr (Q != question::bounds && is_float(n.type) && !may_be(N, Q)) return anything;
    else if constexpr (R::is_stored(N)) return stored_integers<R::program.access_of[N], N>(s);
    else if constexpr (n.what == kind::fold || n.what == kind::mapped || n.what == kind::stored || n.what == kind::looked_up || n.what == kind::scan) return anything;
    else if constexpr (n.what == kind::constant) {
      if constexpr (constexpr double literal = values<R, W>::constant_literal(N); n.item < 0) return only(literal);
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
    } else if constexpr (n.what == kind::convert) return converted<N, Q>(s);
    else return held<g[N].type>(computed<N, Q>(s));
  }

  // Integers and truth values keep their bounds where the type has them all; floats that become integers are truncated.
  template <int N, question Q> static interval converted(state& s) {
    constexpr int x_node = g.child(N, 0);
    const interval x = of<x_node, is_float(g[x_node].type) ? Q : question::bounds>(s);
    if constexpr (is_float(g[N].type)) return x;
    else if constexpr (is_float(g[g.child(N, 0)].type)) return anything;
    else {
      using limits = std::numeric_limits<typename R::template type<N>>;
      return x.lo >= static_cast<double>(limits::lowest()) && x.hi <= static_cast<double>(limits::max()) ? x : anything;
    }
  }

  // Node N, which access A reads, where it is of integers that are few in a block (not one for each pair of a row and a lane), or
  // of truth values that the walk looks into.
  template <int A, int N> static interval stored_integers(state& s) {
    constexpr bool looked_into = walk.looked_into && planner::reads_truth_values(g, g.accesses[A], g[N].type);
    if constexpr (is_float(g[N].type) || !(looked_into || planner::few_in_block(g, g.accesses[A], lane_set, block_set)) || planner::may_be_nowhere(g, g.accesses[A])) return anything;
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
    if constexpr (!g.variables[v].derived) return box.add(first<v>(s), last<v>(s) - first<v>(s) + 1, stride);
    else {  // an integer of data: anywhere between its own bounds
      using T = typename detail::type_of<g.variables[v].data_type>::type;
      const data_bounds ids = bounds<g.variables[v].data, T>(s);
      return ids.known && box.add(ids.lo, ids.hi - ids.lo + 1, stride);
    }
  }

  template <int A> static interval position(state& s) {
    constexpr auto& a = g.accesses[A];
    interval x{static_cast<double>(s.run.coordinate[A]), static_cast<double>(s.run.coordinate[A])};
    [&]<int... T>(std::integer_sequence<int, T...>) { (add_term<A, T>(s, x), ...); }(std::make_integer_sequence<int, a.terms>{});
    return x;
  }
  template <int A, int T> static void add_term(state& s, interval& x) {
    constexpr int v = g.terms[g.accesses[A].first_term + T].variable;
    const double c = static_cast<double>(R::term_stride(s, g.accesses[A].first_term + T));
    if constexpr (g.variables[v].derived) x = anything;
    else {
      const double lo = static_cast<double>(first<v>(s)), hi = static_cast<double>(last<v>(s));
      x.lo += c < 0 ? c * hi : c * lo;
      x.hi += c < 0 ? c * lo : c * hi;
    }
  }

  // Whether a value of each lane that is there when the walk begins, a normaliser, is a number other than 0.
  template <int N> static bool is_nowhere_0(const state& s) {
    constexpr int tile = finished_tile<N>;
    if constexpr (tile < 0) return false;
    else {
      const auto* x = R::template tile_at<tile>(s);
      const index_t last = index_t{s.last_vector} * R::lanes;
      for (index_t i = index_t{s.first_vector} * R::lanes; i < last && i < s.valid; ++i)
        if (x[i] == 0 || x[i] != x[i]) return false;
      return true;
    }
  }
  static constexpr int finished(int node, int tile) {
    for (int f = 0; f < walk.fold_count; ++f)
      if (walk.folds[f].node == node) return -1;
    return tile >= 0 && R::nest.tiles[tile].row_count == 0 && !R::nest.tiles[tile].all_lanes ? tile : -1;
  }
  template <int N> static constexpr int finished_tile = finished(N, walk.where == planner::scope::lanes ? values<R, W>::tile_of(N) : -1);

  template <int N, int K, question Q> static interval operand(state& s) {
    if constexpr (g.is(N, op::where) && K == 0) return of<g.child(N, 0)>(s);
    else return held<g[N].operand>(of<g.child(N, K), asked_of_operand(g.op_of(N), K, Q)>(s));
  }
  template <int N, question Q> static interval computed(state& s) {
    constexpr op o = g.op_of(N);
    const interval a = operand<N, 0, Q>(s);
    if constexpr (o == op::where) {
      if (a.lo > 0) return operand<N, 1, Q>(s);
      if (a.hi < 1) return operand<N, 2, Q>(s);
      return planner::either(operand<N, 1, Q>(s), operand<N, 2, Q>(s));
    } else if constexpr (planner::bounded_operands(o) == 1) return planner::bounds_of(o, g[N].type, a);
    else if constexpr (planner::bounded_operands(o) == 2) {
      const interval b = operand<N, 1, Q>(s);
      if constexpr (o == op::divide && is_float(g[N].type))
        if (a.exactly(0) && b.lo != b.hi && (b.lo > 0 || b.hi < 0 || is_nowhere_0<g.child(N, 1)>(s))) return a;
      return planner::bounds_of(o, g[N].type, a, b);
    } else return planner::bounds_of(o, g[N].type, anything);
  }

  /// Whether every `where` of the walk on positions lets everything in the current ranges through.
  HEED_LOOPS static bool open(state& s) { return all_hold<position_masks>(s); }
  /// The same of every `where`.
  static bool wide_open(state& s) { return all_hold<position_masks>(s) && all_hold<other_masks>(s); }

  struct mask_list {
    int at[16]{};
    int count = 0;
    bool all = true;  // there are no more
  };
  template <const mask_list& L> static bool all_hold(state& s) {
    return L.all && [&]<int... I>(std::integer_sequence<int, I...>) { return ((of<g.child(L.at[I], 0)>(s).lo > 0) && ...); }
    (std::make_integer_sequence<int, L.count>{});
  }
  static constexpr void find_masks(int n, bool on_positions, mask_list& out, planner::seen_nodes<R::program.capacity>& seen) {
    if (!seen.enter(n) || R::is_stored(n)) return;
    const bool here = planner::is_position_mask(g, n, values<R, W>::ranging);
    const bool is_mask = g.is(n, op::where) && (g[g.child(n, 0)].free & values<R, W>::ranging) != 0;
    if (on_positions ? here : is_mask && !here) {
      if (out.count == 16) out.all = false;
      else out.at[out.count++] = n;
    }
    for (int k = 0; k < g[n].edges; ++k) find_masks(g.child(n, k), on_positions, out, seen);
  }
  static constexpr mask_list masks(bool on_positions) {
    mask_list l;
    planner::seen_nodes<R::program.capacity> seen;
    for (int f = 0; f < walk.fold_count; ++f) find_masks(g.child(walk.folds[f].node, 0), on_positions, l, seen);
    return l;
  }
  static constexpr mask_list position_masks = masks(true), other_masks = masks(false);

  /// Whether nothing in the current ranges can change any fold of the walk.
  HEED_LOOPS static bool excluded(state& s) {
    constexpr int folds = R::nest.walks[W].fold_count;
    return [&]<int... F>(std::integer_sequence<int, F...>) { return (neutral<R::nest.walks[W].folds[F].node>(s) && ...); }(
        std::make_integer_sequence<int, folds>{});
  }
  template <int F> static bool neutral(state& s) {
    constexpr fold_op o = g.fold_of(F);
    constexpr bool floats = is_float(g[F].operand);
    constexpr question q = o == fold_op::sum || o == fold_op::any_of ? question::is_zero : o == fold_op::prod || o == fold_op::all_of ? question::is_one
                           : o == fold_op::max || o == fold_op::argmax ? question::is_negative_infinite : question::is_infinite;
    const interval x = of<g.child(F, 0), q>(s);
    if constexpr (o == fold_op::sum || o == fold_op::any_of) return x.exactly(0);
    else if constexpr (o == fold_op::prod || o == fold_op::all_of) return x.exactly(1);
    else if constexpr (o == fold_op::max || o == fold_op::argmax) return floats && x.exactly(-infinite);
    else if constexpr (o == fold_op::min || o == fold_op::argmin) return floats && x.exactly(infinite);
    else return false;
  }
};

}  // namespace heed::kernel
