// What interval arithmetic on a block (kernel/interval.hpp) could ever show of a value. Where it could not show what is asked (claim.hpp),
// asking is time lost: where(position<Key> % 4 == 3, 0.5f * s, s) compares positions and excludes nothing.
#pragma once

#include <heed/plan/reach.hpp>
#include <heed/plan/interval_arithmetic.hpp>

namespace heed::planner {

/// What is known of a node's bounds before there is a block: which single numbers they may be, and what they always hold. Scores hold
/// everything, their exponentials every number from 0 on, positions nothing for sure; so no block knows where(l > 0, 1 / l, 0) to be 0.
template <int N> class known_bounds {
 public:
  // ranging: the variables that have more than one value in a block. stored_nodes: what is read from an earlier nest.
  constexpr known_bounds(const graph<N>& graph, vars in_block, const seen_nodes<N>& stored_nodes) : g(graph), ranging(in_block), stored(stored_nodes) {}

  /// Whether the bounds of node n could be [v, v], for v one of 0, 1, inf and -inf.
  constexpr bool may_be(int n, double v) {
    const interval always = held_always(n);
    if (!(always.lo >= v && always.hi <= v)) return false;
    const bool finite = v != infinite && v != -infinite;
    if (!is_float(g.nodes[n].type)) return finite;
    const int k = v == 0 ? 0 : v == 1 ? 1 : v < 0 ? 2 : 3;
    if (!asked[k].enter(n)) return possible[k].entered(n);
    const bool may = find(n, v);
    if (may) possible[k].enter(n);
    return may;
  }

  /// What the bounds of node n hold in every block, or nothing.
  constexpr interval held_always(int n) {
    if (!visited.enter(n)) return {lo[n], hi[n], may_be_nan.entered(n)};
    const interval x = find_held(n);
    lo[n] = x.lo;
    hi[n] = x.hi;
    if (x.may_be_nan) may_be_nan.enter(n);
    return x;
  }

 private:
  constexpr bool find(int n, double v) {
    const bool finite = v != infinite && v != -infinite;
    const auto child = [&](int k, double x) { return may_be(g.child(n, k), x); };
    switch (g.nodes[n].what) {
      case kind::constant: case kind::leaf: return true;
      case kind::position: case kind::length: return finite;
      case kind::convert: return child(0, v);
      case kind::elementwise: break;
      default: return false;
    }
    switch (g.op_of(n)) {
      case op::where: {
        const interval test = held_always(g.child(n, 0));
        return (test.lo > 0 && child(1, v)) || (test.hi < 1 && child(2, v)) || (child(1, v) && child(2, v));
      }
      case op::exp: case op::anchored_exp: return v == 0 && child(0, -infinite);
      case op::negate: return child(0, -v);
      case op::anchor: return finite || child(0, v);
      case op::abs: return child(0, v) || child(0, -v);
      case op::add: return finite || masks(n, 0, v) || masks(n, 1, v);
      case op::subtract: return finite || masks(n, 0, v) || masks(n, 1, -v);
      case op::multiply: case op::divide:
        if (finite) return v != 0 || masks(n, 0, 0) || (g.is(n, op::multiply) && masks(n, 1, 0));
        return child(0, v) || child(0, -v) || child(1, v) || child(1, -v);
      case op::minimum: case op::maximum: return child(0, v) || child(1, v);
      case op::remainder: return finite;
      default: return false;  // bounds of a function that interval arithmetic does not know
    }
  }
  // A factor or a term that is known when it runs is no mask: for 0 times everything, or everything less inf, nothing is asked.
  constexpr bool masks(int n, int k, double v) {
    const int x = g.child(n, k);
    return !(g.is(x, kind::constant) && g.nodes[x].item >= 0) && may_be(x, v);
  }

  constexpr interval find_held(int n) {
    const bool floats = is_float(g.nodes[n].type);
    if (stored.entered(n)) return floats ? anything : nothing;
    switch (g.nodes[n].what) {
      case kind::constant: return g.nodes[n].item >= 0 ? nothing : only(g.constants[-1 - g.nodes[n].item]);
      case kind::position: case kind::length: return nothing;
      case kind::leaf: return floats && (g.nodes[n].free & ranging) != 0 ? anything : nothing;
      case kind::convert: return floats || !is_float(g.nodes[g.child(n, 0)].type) ? held_always(g.child(n, 0)) : anything;
      case kind::elementwise: return find_held_of(n, g.op_of(n));
      default: return anything;  // of a fold nothing is known
    }
  }
  constexpr interval find_held_of(int n, op o) {
    if (o == op::where) {
      const interval test = held_always(g.child(n, 0)), yes = held_always(g.child(n, 1)), no = held_always(g.child(n, 2));
      interval x = either(yes, no);
      if (test.lo > 0) x = both(x, yes);
      if (test.hi < 1) x = both(x, no);
      return x;
    }
    const int operands = bounded_operands(o);
    if (operands == 0) return bounds_of(o, g.nodes[n].type, anything);
    const interval a = held_always(g.child(n, 0));
    if (operands == 1) {
      if (o == op::exp || o == op::anchored_exp) return {0, may_be(g.child(n, 0), -infinite) ? 0 : infinite, a.may_be_nan || o == op::anchored_exp};
      return a.holds_nothing() && o != op::logical_not ? nothing : bounds_of(o, g.nodes[n].type, a);
    }
    const interval b = held_always(g.child(n, 1));
    switch (o) {
      case op::add: return unless(masks(n, 0, -infinite) || masks(n, 1, -infinite), -infinite, bounds_of(o, g.nodes[n].type, a, b));
      case op::subtract: return unless(masks(n, 0, -infinite) || masks(n, 1, infinite), -infinite, bounds_of(o, g.nodes[n].type, a, b));
      case op::multiply:
        if (is_everything(a) || is_everything(b)) return unless(masks(n, 0, 0) || masks(n, 1, 0), 0, anything);
        if (a.holds_nothing() || b.holds_nothing()) return a.has(0) || b.has(0) ? only(0) : nothing;
        return bounds_of(o, g.nodes[n].type, a, b);
      case op::divide:
        if (!is_float(g.nodes[n].type)) return nothing;
        if (is_everything(a) || b.lo < b.hi) return unless(masks(n, 0, 0), 0, anything);
        return a.holds_nothing() || b.holds_nothing() ? nothing : bounds_of(o, g.nodes[n].type, a, b);
      case op::remainder: return a.holds_nothing() || b.holds_nothing() || !is_float(g.nodes[n].type) ? nothing : bounds_of(o, g.nodes[n].type, a, b);
      case op::equal: case op::not_equal: case op::less: case op::less_equal: case op::greater: case op::greater_equal:
        if ((is_everything(a) && !masks_by_infinity(n, 1)) || (is_everything(b) && !masks_by_infinity(n, 0))) return truth(false, false);
        return bounds_of(o, g.nodes[n].type, a, b);
      default: return bounds_of(o, g.nodes[n].type, a, b);
    }
  }
  constexpr bool masks_by_infinity(int n, int k) { return masks(n, k, infinite) || masks(n, k, -infinite); }
  static constexpr interval nothing{infinite, -infinite};
  static constexpr bool is_everything(interval x) { return x.lo == -infinite && x.hi == infinite; }
  static constexpr interval both(interval a, interval b) { return {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi, a.may_be_nan && b.may_be_nan}; }
  // Of bounds that hold x, but in some blocks only v.
  static constexpr interval unless(bool may_be_v, double v, interval x) { return may_be_v ? both(x, only(v)) : x; }

  const graph<N>& g;
  vars ranging;
  seen_nodes<N> stored;
  seen_nodes<N> visited{}, may_be_nan{};
  double lo[N], hi[N];                     // of the nodes visited
  seen_nodes<N> asked[4]{}, possible[4]{};  // of 0, 1, -inf and inf
};
}  // namespace heed::planner
