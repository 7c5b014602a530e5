// Whether interval arithmetic on a block (kernel/interval.hpp) could ever show that a value is neutral for a fold. Where it could not,
// asking is time lost: where(position<Key> % 4 == 3, 0.5f * s, s) compares positions and excludes nothing.
#pragma once

#include <limits>

#include <heed/plan/graph.hpp>

namespace heed::planner {

namespace detail {
template <int N> class exact_value {
 public:
  // ranging: the variables that have more than one value in a block.
  constexpr exact_value(const graph<N>& graph, vars in_block) : g(graph), ranging(in_block) {}

  /// Whether the bounds of node n could be [v, v], for v one of 0, 1, inf and -inf. `stored`: what is read from an earlier nest.
  template <class Stored> constexpr bool may_be(int n, double v, Stored stored) {
    const auto infinite = std::numeric_limits<double>::infinity();
    const bool finite = v != infinite && v != -infinite;
    if (!is_float(g[n].type)) return finite;
    if (stored(n)) return false;
    const int k = v == 0 ? 0 : v == 1 ? 1 : v < 0 ? 2 : 3;
    if (!asked[k].enter(n)) return possible[k].entered(n);
    const bool may = find(n, v, stored);
    if (may) possible[k].enter(n);
    return may;
  }

 private:
  template <class Stored> constexpr bool find(int n, double v, Stored stored) {
    const auto infinite = std::numeric_limits<double>::infinity();
    const bool finite = v != infinite && v != -infinite;
    const auto child = [&](int k, double x) { return may_be(g.child(n, k), x, stored); };
    // (a factor or a term that is known when it runs is no mask: for 0 times everything, or everything less inf, nothing is asked)
    const auto is_mask = [&](int k, double x) { return !(g.is(g.child(n, k), kind::constant) && g[g.child(n, k)].item >= 0) && child(k, x); };
    switch (g[n].what) {
      case kind::constant: return g[n].item >= 0 || g.constants[-1 - g[n].item] == v;
      case kind::leaf: return (g[n].free & ranging) == 0;
      case kind::position: case kind::length: return finite;
      case kind::convert: return child(0, v);
      case kind::elementwise: break;
      default: return false;
    }
    switch (g.op_of(n)) {
      case op::where: {
        const int k = not_alone(n, stored);
        return (k != 1 && child(1, v)) || (k != 2 && child(2, v));
      }
      case op::exp: case op::anchored_exp: return v == 0 && child(0, -infinite);
      case op::negate: return child(0, -v);
      case op::anchor: return finite || child(0, v);
      case op::abs: return child(0, v) || child(0, -v);
      case op::add: return finite ? !has_no_bounds(n, stored) : is_mask(0, v) || is_mask(1, v);
      case op::subtract: return finite ? !has_no_bounds(n, stored) : is_mask(0, v) || is_mask(1, -v);
      case op::multiply: case op::divide:
        if (finite) return v != 0 || is_mask(0, 0) || (g.is(n, op::multiply) && is_mask(1, 0));
        return !is_unknown(g.child(n, 0), stored) && !is_unknown(g.child(n, 1), stored) && (child(0, v) || child(0, -v) || child(1, v) || child(1, -v));
      case op::minimum: case op::maximum: return (child(0, v) || child(1, v)) && !(finite && has_no_bounds(n, stored));
      case op::remainder: return finite;
      default: return false;  // bounds of a function that interval arithmetic does not know
    }
  }

  // Whether an operand is never one number in bounds, nor 0, as a score times a mask may be: then no sum with it is, and no maximum, unless it
  // is infinite.
  template <class Stored> constexpr bool has_no_bounds(int n, Stored stored) {
    const auto infinite = std::numeric_limits<double>::infinity();
    const double least = g.is(n, op::maximum) ? -infinite : g.is(n, op::minimum) ? infinite : 0;
    for (int k = 0; k < g[n].edges; ++k) {
      const int x = g.child(n, k);
      if (is_unknown(x, stored) && !may_be(x, 0, stored) && (least == 0 || !may_be(x, least, stored))) return true;
    }
    return false;
  }
  // Of where(x == y, 0, 1 / x) with an unknown x, as normalisers have it: the operand that the bounds are never those of alone, because x is never known to be y.
  template <class Stored> constexpr int not_alone(int n, Stored stored) {
    const int test = g.child(n, 0);
    if (!g.is(test, op::equal) && !g.is(test, op::not_equal)) return 0;
    const auto never_known = [&](int k) { return is_unknown(g.child(test, k), stored) && !may_be(g.child(test, k), 0, stored); };
    return !never_known(0) && !never_known(1) ? 0 : g.is(test, op::equal) ? 1 : 2;
  }
  // Whether the bounds of a node are never one number, but for 0 where it is multiplied by 0.
  template <class Stored> constexpr bool is_unknown(int n, Stored stored) {
    if (!is_float(g[n].type)) return false;
    if (stored(n)) return true;
    if (!asked[4].enter(n)) return possible[4].entered(n);
    const bool unknown = find_unknown(n, stored);
    if (unknown) possible[4].enter(n);
    return unknown;
  }
  template <class Stored> constexpr bool find_unknown(int n, Stored stored) {
    switch (g[n].what) {
      case kind::constant: case kind::position: case kind::length: return false;
      case kind::leaf: return (g[n].free & ranging) != 0;
      case kind::convert: return is_unknown(g.child(n, 0), stored);
      case kind::elementwise: break;
      default: return true;
    }
    const auto child = [&](int k) { return is_unknown(g.child(n, k), stored); };
    switch (g.op_of(n)) {
      case op::where: {
        const int k = not_alone(n, stored);
        return (k == 1 || child(1)) && (k == 2 || child(2));
      }
      case op::negate: case op::anchor: case op::abs: return child(0);
      case op::add: case op::subtract: case op::multiply: case op::divide: case op::minimum: case op::maximum: return child(0) || child(1);
      case op::exp: case op::anchored_exp: case op::remainder: return false;
      default: return true;
    }
  }

  const graph<N>& g;
  vars ranging;
  seen_nodes<N> asked[5]{}, possible[5]{};  // of 0, 1, -inf and inf; whether it is unknown
};
}  // namespace detail

/// Whether a block could be shown to be neutral for fold f. ranging: the variables that have more than one value in it.
template <int N, class Stored> constexpr bool may_be_neutral(const graph<N>& g, int f, vars ranging, Stored stored) {
  const auto infinite = std::numeric_limits<double>::infinity();
  detail::exact_value<N> bounds(g, ranging);
  switch (g.fold_of(f)) {
    case fold_op::sum: case fold_op::any_of: return bounds.may_be(g.child(f, 0), 0, stored);
    case fold_op::prod: case fold_op::all_of: return bounds.may_be(g.child(f, 0), 1, stored);
    case fold_op::max: case fold_op::argmax: return is_float(g[f].operand) && bounds.may_be(g.child(f, 0), -infinite, stored);
    case fold_op::min: case fold_op::argmin: return is_float(g[f].operand) && bounds.may_be(g.child(f, 0), infinite, stored);
    default: return false;
  }
}

}  // namespace heed::planner
