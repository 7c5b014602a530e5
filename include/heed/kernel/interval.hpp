// Rule 6: what values a node can have in a block, by interval arithmetic on values. A block is left out exactly where every
// element is proved neutral for every fold of the walk.
#pragma once

#include <heed/kernel/value.hpp>

namespace heed::kernel {

struct interval {
  double lo, hi;
  constexpr bool exactly(double x) const { return lo == x && hi == x; }
};
inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr interval anything{-infinite, infinite};

/// W: the walk; the variables that it walks range over [lo, hi) of the state, the lanes over the block's valid lanes.
template <class R, int W> struct intervals {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr vars ranging = R::nest.walks[W].bound | (R::lane < 0 ? 0 : planner::one(R::lane));

  template <int N> static interval of(state& s) {
    constexpr auto& n = g[N];
    if constexpr (R::is_stored(N) || n.what == kind::fold || n.what == kind::mapped || n.what == kind::stored || n.what == kind::scan) return anything;
    else if constexpr (n.what == kind::constant) {
      const double c = values<R, W>::template constant<N>(s);
      return {c, c};
    } else if constexpr (n.what == kind::length) {
      const double e = static_cast<double>(R::template extent<n.item>(s));
      return {e, e};
    } else if constexpr (n.what == kind::position) return position<n.item>(s);
    else if constexpr (n.what == kind::leaf) {
      if constexpr ((n.free & ranging) == 0 && !planner::may_be_nowhere(g, g.accesses[n.item])) {  // one value for the whole block
        using T = typename R::template type<N>;
        const double x = static_cast<double>(static_cast<const T*>(s.run.base[n.item])[R::template offset<n.item>(s)]);
        return {x, x};
      } else return anything;
    } else if constexpr (n.what == kind::convert) return is_float(n.type) ? of<g.child(N, 0)>(s) : anything;
    else return elementwise<N>(s);
  }

  template <int A> static interval position(state& s) {
    constexpr auto& a = g.accesses[A];
    interval x{static_cast<double>(s.run.coordinate[A]), static_cast<double>(s.run.coordinate[A])};
    [&]<int... T>(std::integer_sequence<int, T...>) { (add_term<A, T>(s, x), ...); }(std::make_integer_sequence<int, a.terms>{});
    return x;
  }
  template <int A, int T> static void add_term(state& s, interval& x) {
    constexpr int v = g.terms[g.accesses[A].first_term + T].variable;
    const double c = static_cast<double>(R::template term_stride<A>(s, T));
    if constexpr (g.variables[v].derived) x = anything;
    else {
      double lo = static_cast<double>(s.at[v]), hi = lo;
      if (v == R::lane) {
        const index_t end = index_t{s.last_vector} * R::lanes;
        lo += static_cast<double>(s.first_vector * R::lanes);
        hi += static_cast<double>((end < s.valid ? end : s.valid) - 1);
      }
      else if (planner::has(ranging, v)) {
        lo = static_cast<double>(s.lo[v]);
        hi = static_cast<double>(s.hi[v] - 1);
      }
      x.lo += c < 0 ? c * hi : c * lo;
      x.hi += c < 0 ? c * lo : c * hi;
    }
  }

  static interval truth(bool always, bool never) { return {always ? 1.0 : 0.0, never ? 0.0 : 1.0}; }
  // Products of bounds; 0·inf is 0: a bound of infinity is one that is not reached unless it is exact.
  static double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

  template <int N> static interval elementwise(state& s) {
    constexpr op o = g.op_of(N);
    const interval a = of<g.child(N, 0)>(s);
    if constexpr (o == op::where) {
      if (a.lo > 0) return of<g.child(N, 1)>(s);
      if (a.hi < 1) return of<g.child(N, 2)>(s);
      const interval b = of<g.child(N, 1)>(s), c = of<g.child(N, 2)>(s);
      return {b.lo < c.lo ? b.lo : c.lo, b.hi > c.hi ? b.hi : c.hi};
    } else if constexpr (o == op::logical_not) return truth(a.hi < 1, a.lo > 0);
    else if constexpr (o == op::negate) return {-a.hi, -a.lo};
    else if constexpr (o == op::abs) {
      const double l = a.lo < 0 ? -a.lo : a.lo, h = a.hi < 0 ? -a.hi : a.hi;
      return {a.lo <= 0 && a.hi >= 0 ? 0 : (l < h ? l : h), l > h ? l : h};
    } else if constexpr (o == op::exp || o == op::anchored_exp) return {0, a.hi == -infinite ? 0 : infinite};
    else if constexpr (o == op::logical_and || o == op::logical_or) {
      const interval b = of<g.child(N, 1)>(s);
      if constexpr (o == op::logical_and) return truth(a.lo > 0 && b.lo > 0, a.hi < 1 || b.hi < 1);
      else return truth(a.lo > 0 || b.lo > 0, a.hi < 1 && b.hi < 1);
    } else if constexpr (o == op::add || o == op::subtract || o == op::multiply || o == op::divide || o == op::remainder ||
                         o == op::minimum || o == op::maximum || (o >= op::equal && o <= op::greater_equal)) {
      const interval b = of<g.child(N, 1)>(s);
      if constexpr (o == op::less) return truth(a.hi < b.lo, a.lo >= b.hi);
      else if constexpr (o == op::less_equal) return truth(a.hi <= b.lo, a.lo > b.hi);
      else if constexpr (o == op::greater) return truth(a.lo > b.hi, a.hi <= b.lo);
      else if constexpr (o == op::greater_equal) return truth(a.lo >= b.hi, a.hi < b.lo);
      else if constexpr (o == op::equal) return truth(a.lo == a.hi && b.exactly(a.lo), a.hi < b.lo || a.lo > b.hi);
      else if constexpr (o == op::not_equal) return truth(a.hi < b.lo || a.lo > b.hi, a.lo == a.hi && b.exactly(a.lo));
      else if constexpr (o == op::minimum) return {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
      else if constexpr (o == op::maximum) return {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
      else if constexpr (o == op::add || o == op::subtract) {
        const interval c = o == op::add ? b : interval{-b.hi, -b.lo};
        if (a.exactly(-infinite) || c.exactly(-infinite)) return {-infinite, -infinite};
        const double lo = a.lo == -infinite || c.lo == -infinite ? -infinite : a.lo + c.lo;
        const double hi = a.hi == infinite || c.hi == infinite ? infinite : a.hi + c.hi;
        return {lo, hi};
      } else if constexpr (o == op::multiply) {
        if (a.exactly(0) || b.exactly(0)) return {0, 0};
        double lo = infinite, hi = -infinite;
        for (const double x : {times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)}) {
          lo = x < lo ? x : lo;
          hi = x > hi ? x : hi;
        }
        return {lo, hi};
      } else if constexpr (o == op::divide) {
        if (!is_float(g[N].type)) {  // C++ truncates: the quotient lies between the truncated bounds
          if (b.lo != b.hi || b.lo <= 0) return anything;
          return {static_cast<double>(static_cast<index_t>(a.lo / b.lo)), static_cast<double>(static_cast<index_t>(a.hi / b.lo))};
        }
        if (b.lo != b.hi || b.lo == 0) return a.exactly(0) && (b.lo > 0 || b.hi < 0) ? interval{0, 0} : anything;
        const double x = a.lo / b.lo, y = a.hi / b.lo;
        return {x < y ? x : y, x < y ? y : x};
      } else {  // remainder
        if (b.lo == b.hi && b.lo > 0 && a.lo >= 0) return a.hi < b.lo ? a : interval{0, b.lo - 1};
        return anything;
      }
    } else if constexpr (o == op::tanh) return {-1, 1};
    else return anything;
  }

  /// Whether every mask of the walk lets everything in the current ranges through.
  static bool open(state& s) {
    return [&]<int... I>(std::integer_sequence<int, I...>) { return ((of<g.child(masks.at[I], 0)>(s).lo > 0) && ...); }(
        std::make_integer_sequence<int, masks.count>{});
  }
  struct mask_list {
    int at[16]{};
    int count = 0;
  };
  static constexpr void find_masks(int n, mask_list& out, planner::seen_nodes<R::program.capacity>& seen) {
    if (!seen.enter(n) || R::is_stored(n)) return;
    if (planner::is_position_mask(g, n, ranging) && out.count < 16) out.at[out.count++] = n;
    for (int k = 0; k < g[n].edges; ++k) find_masks(g.child(n, k), out, seen);
  }
  static constexpr mask_list masks = [] {
    mask_list l;
    planner::seen_nodes<R::program.capacity> seen;
    for (int f = 0; f < R::nest.walks[W].fold_count; ++f) find_masks(g.child(R::nest.walks[W].folds[f].node, 0), l, seen);
    return l;
  }();

  /// Whether nothing in the current ranges can change any fold of the walk.
  static bool excluded(state& s) {
    constexpr int folds = R::nest.walks[W].fold_count;
    return [&]<int... F>(std::integer_sequence<int, F...>) { return (neutral<R::nest.walks[W].folds[F].node>(s) && ...); }(
        std::make_integer_sequence<int, folds>{});
  }
  template <int F> static bool neutral(state& s) {
    constexpr fold_op o = g.fold_of(F);
    constexpr bool floats = is_float(g[F].operand);
    const interval x = of<g.child(F, 0)>(s);
    if constexpr (o == fold_op::sum || o == fold_op::any_of) return x.exactly(0);
    else if constexpr (o == fold_op::prod || o == fold_op::all_of) return x.exactly(1);
    else if constexpr (o == fold_op::max || o == fold_op::argmax) return floats && x.exactly(-infinite);
    else if constexpr (o == fold_op::min || o == fold_op::argmin) return floats && x.exactly(infinite);
    else return false;
  }
};

}  // namespace heed::kernel
