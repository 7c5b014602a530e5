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

/// What may be said of a node in a block: that it is one number everywhere; of a truth value, that it is true, or false.
enum class claim : std::uint8_t { zero, one, infinity, negative_infinity, always, never };
struct claimed {
  int node = -1;  // -1: nothing shows it
  claim what{};
  constexpr bool operator==(const claimed&) const = default;
};
constexpr double number_of(claim c) {
  constexpr double of[] = {0, 1, infinite, -infinite, 1, 0};
  return of[static_cast<int>(c)];
}
/// The same of -x, or of !x.
constexpr claim opposite(claim c) {
  return c == claim::infinity ? claim::negative_infinity : c == claim::negative_infinity ? claim::infinity : c == claim::always ? claim::never : c == claim::never ? claim::always : c;
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

  // ---- what shows a claim
  using bounds_of_plan = planner::detail::known_bounds<R::program.capacity>;
  // Whether there could be a block of which it is true: else what is below is not looked at.
  static constexpr bool may_be(bounds_of_plan& bounds, claimed c) {
    return c.what == claim::always || c.what == claim::never || bounds.may_be(c.node, number_of(c.what));
  }
  // The claims on operands that show it, where one of them is enough, and no others do; the same claim where that is not so.
  static constexpr claimed one_of(bounds_of_plan& bounds, claimed whole, claimed a, claimed b) {
    const bool first = may_be(bounds, a), second = may_be(bounds, b);
    return first && second ? whole : first ? a : second ? b : claimed{};
  }
  static constexpr claimed reduced_once(bounds_of_plan& bounds, claimed c) {
    const int n = c.node;
    const planner::node& x = g[n];
    if (x.type == planner::scalar::b8 && (c.what == claim::zero || c.what == claim::one)) return {n, c.what == claim::zero ? claim::never : claim::always};
    if (R::is_stored(n)) return c;
    const bool floats = is_float(x.type), truth = c.what == claim::always || c.what == claim::never;
    if (x.what == kind::convert && floats && is_float(g[g.child(n, 0)].type)) return {g.child(n, 0), c.what};
    if (x.what != kind::elementwise) return c;
    switch (g.op_of(n)) {
      case op::exp: case op::anchored_exp: return c.what == claim::zero ? claimed{g.child(n, 0), claim::negative_infinity} : c;
      case op::negate: return floats && c.what != claim::one ? claimed{g.child(n, 0), opposite(c.what)} : c;
      case op::logical_not: return truth && g[g.child(n, 0)].type == planner::scalar::b8 ? claimed{g.child(n, 0), opposite(c.what)} : c;
      case op::multiply: return floats && c.what == claim::zero ? one_of(bounds, c, {g.child(n, 0), claim::zero}, {g.child(n, 1), claim::zero}) : c;
      // (-inf plus anything is -inf for this purpose; inf plus anything is not known)
      case op::add: return floats && c.what == claim::negative_infinity ? one_of(bounds, c, {g.child(n, 0), c.what}, {g.child(n, 1), c.what}) : c;
      case op::subtract: return floats && c.what == claim::negative_infinity ? one_of(bounds, c, {g.child(n, 0), c.what}, {g.child(n, 1), claim::infinity}) : c;
      case op::where:
        if (floats && !truth && !may_be(bounds, {g.child(n, 1), c.what}) && is_literally(g.child(n, 2), c.what)) return {g.child(n, 0), claim::never};
        if (floats && !truth && !may_be(bounds, {g.child(n, 2), c.what}) && is_literally(g.child(n, 1), c.what)) return {g.child(n, 0), claim::always};
        return c;
      default: return c;
    }
  }
  static constexpr bool is_literally(int n, claim c) { return g.is(n, kind::constant) && g[n].item < 0 && g.constants[-1 - g[n].item] == number_of(c); }
  static constexpr claimed reduced(bounds_of_plan& bounds, claimed c) {
    for (;;) {
      if (c.node < 0 || !may_be(bounds, c)) return {};
      const claimed next = reduced_once(bounds, c);
      if (next == c) return c;
      c = next;
    }
  }
  template <int N, claim C> static constexpr claimed shown_by = [] {
    bounds_of_plan bounds(g, ranging, R::stored);
    return reduced(bounds, {N, C});
  }();

  /// Whether a claim is true for all elements in the current ranges.
  template <int N, claim C> static HEED_INLINE bool is_shown(state& s) {
    constexpr claimed c = shown_by<N, C>;
    if constexpr (c.node < 0) return false;
    else return shows<c.node, c.what>(s);
  }
  template <int N, claim C> static bool shows(state& s) {
    constexpr op o = g.is(N, kind::elementwise) && !R::is_stored(N) ? g.op_of(N) : op::tanh;  // (or one of which operands show nothing)
    constexpr bool floats = is_float(g[N].type);
    if constexpr (o >= op::equal && o <= op::greater_equal) {
      const interval a = operand<N, 0>(s), b = operand<N, 1>(s);
      return C == claim::always ? planner::is_always(o, a, b) : planner::is_never(o, a, b);
    } else if constexpr ((o == op::logical_and || o == op::logical_or) && g[g.child(N, 0)].type == planner::scalar::b8 && g[g.child(N, 1)].type == planner::scalar::b8) {
      if constexpr ((o == op::logical_and) == (C == claim::always)) return is_shown<g.child(N, 0), C>(s) && is_shown<g.child(N, 1), C>(s);
      else return is_shown<g.child(N, 0), C>(s) || is_shown<g.child(N, 1), C>(s);
    } else if constexpr (o == op::where && floats) {
      constexpr int test = g.child(N, 0), yes = g.child(N, 1), no = g.child(N, 2);
      constexpr bool maybe_yes = shown_by<yes, C>.node >= 0, maybe_no = shown_by<no, C>.node >= 0;
      if constexpr (!maybe_yes && !maybe_no) return false;
      else if constexpr (!maybe_yes) return is_shown<no, C>(s) && is_shown<test, claim::never>(s);
      else if constexpr (!maybe_no) return is_shown<yes, C>(s) && is_shown<test, claim::always>(s);
      else if (is_shown<yes, C>(s)) return is_shown<no, C>(s) || is_shown<test, claim::always>(s);
      else return is_shown<no, C>(s) && is_shown<test, claim::never>(s);
    } else if constexpr (o == op::multiply && floats && C == claim::zero) return is_shown<g.child(N, 0), C>(s) || is_shown<g.child(N, 1), C>(s);
    else if constexpr (o == op::add && floats && C == claim::negative_infinity) return is_shown<g.child(N, 0), C>(s) || is_shown<g.child(N, 1), C>(s);
    else if constexpr (o == op::subtract && floats && C == claim::negative_infinity) return is_shown<g.child(N, 0), C>(s) || is_shown<g.child(N, 1), claim::infinity>(s);
    else if constexpr (o == op::divide && floats && C == claim::zero) {
      if (!is_shown<g.child(N, 0), C>(s)) return false;
      const interval b = operand<N, 1>(s);
      return b.lo == b.hi ? b.lo != 0 : b.lo > 0 || b.hi < 0 || is_nowhere_0<g.child(N, 1)>(s);
    } else {
      const interval x = of<N>(s);
      if constexpr (C == claim::always) return x.lo > 0;
      else if constexpr (C == claim::never) return x.hi < 1;
      else return x.exactly(number_of(C));
    }
  }

  // ---- bounds
  template <int N> static interval of(state& s) {
    constexpr auto& n = g[N];
    if constexpr (R::is_stored(N)) return stored_integers<R::program.access_of[N], N>(s);
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
    } else if constexpr (n.what == kind::convert) return converted<N>(s);
    else return held<g[N].type>(computed<N>(s));
  }

  // Integers and truth values keep their bounds where the type has them all; floats that become integers are truncated.
  template <int N> static interval converted(state& s) {
    const interval x = of<g.child(N, 0)>(s);
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

  template <int N, int K> static interval operand(state& s) {
    if constexpr (g.is(N, op::where) && K == 0) return of<g.child(N, 0)>(s);
    else return held<g[N].operand>(of<g.child(N, K)>(s));
  }
  template <int N> static interval computed(state& s) {
    constexpr op o = g.op_of(N);
    if constexpr (o == op::where) {
      const interval a = operand<N, 0>(s);
      if (a.lo > 0) return operand<N, 1>(s);
      if (a.hi < 1) return operand<N, 2>(s);
      return planner::either(operand<N, 1>(s), operand<N, 2>(s));
    } else if constexpr (planner::bounded_operands(o) == 1) return planner::bounds_of(o, g[N].type, operand<N, 0>(s));
    else if constexpr (planner::bounded_operands(o) == 2) {
      const interval a = operand<N, 0>(s), b = operand<N, 1>(s);
      if constexpr (o == op::divide && is_float(g[N].type))
        if (a.exactly(0) && b.lo != b.hi && (b.lo > 0 || b.hi < 0 || is_nowhere_0<g.child(N, 1)>(s))) return a;
      return planner::bounds_of(o, g[N].type, a, b);
    } else return planner::bounds_of(o, g[N].type, anything);
  }

  // ---- what a walk asks
  struct claims {
    static constexpr int most = 16;
    claimed at[most]{};
    int count = 0;
    bool all = true;  // they are all there
    constexpr void add(claimed c) {
      for (int i = 0; i < count; ++i)
        if (at[i] == c) return;
      if (c.node < 0 || count == most) all = false;
      else at[count++] = c;
    }
  };
  template <const claims& L> static HEED_INLINE bool show(state& s) {
    return L.all && [&]<int... I>(std::integer_sequence<int, I...>) { return (shows<L.at[I].node, L.at[I].what>(s) && ...); }
    (std::make_integer_sequence<int, L.all ? L.count : 0>{});
  }
  static constexpr void find_masks(int n, bool on_positions, bounds_of_plan& bounds, claims& out, planner::seen_nodes<R::program.capacity>& seen) {
    if (!seen.enter(n) || R::is_stored(n)) return;
    const bool here = planner::is_position_mask(g, n, values<R, W>::ranging);
    const bool is_mask = g.is(n, op::where) && (g[g.child(n, 0)].free & values<R, W>::ranging) != 0;
    if (on_positions ? here : is_mask && !here) out.add(reduced(bounds, {g.child(n, 0), claim::always}));
    for (int k = 0; k < g[n].edges; ++k) find_masks(g.child(n, k), on_positions, bounds, out, seen);
  }
  static constexpr claims masks(bool on_positions) {
    claims l;
    bounds_of_plan bounds(g, ranging, R::stored);
    planner::seen_nodes<R::program.capacity> seen;
    for (int f = 0; f < walk.fold_count; ++f) find_masks(g.child(walk.folds[f].node, 0), on_positions, bounds, l, seen);
    return l;
  }
  static constexpr claims position_masks = masks(true), other_masks = masks(false);
  // What changes no fold of the walk.
  static constexpr claims neutral = [] {
    claims l;
    bounds_of_plan bounds(g, ranging, R::stored);
    for (int i = 0; i < walk.fold_count; ++i) {
      const int f = walk.folds[i].node, x = g.child(f, 0);
      const bool floats = is_float(g[f].operand);
      switch (g.fold_of(f)) {
        case fold_op::sum: case fold_op::any_of: l.add(reduced(bounds, {x, claim::zero})); break;
        case fold_op::prod: case fold_op::all_of: l.add(reduced(bounds, {x, claim::one})); break;
        case fold_op::max: case fold_op::argmax: l.add(floats ? reduced(bounds, {x, claim::negative_infinity}) : claimed{}); break;
        case fold_op::min: case fold_op::argmin: l.add(floats ? reduced(bounds, {x, claim::infinity}) : claimed{}); break;
        default: l.all = false;
      }
    }
    return l;
  }();

  /// Whether every `where` of the walk on positions lets everything in the current ranges through.
  HEED_LOOPS static bool open(state& s) { return show<position_masks>(s); }
  /// The same of every `where`.
  static bool wide_open(state& s) { return open(s) && show<other_masks>(s); }
  /// Whether nothing in the current ranges can change any fold of the walk.
  HEED_LOOPS static bool excluded(state& s) { return show<neutral>(s); }
};

}  // namespace heed::kernel
