// Whether a running maximum may leave NaN out, because every result that depends on it is NaN all the same.
#pragma once

#include <heed/plan/nest.hpp>
#include <heed/plan/reach.hpp>

namespace heed::planner {

namespace detail {
/// exp(x - m) is NaN where x is, whatever m = max(x) is, and so are the sums that it stands in. N: the graph's size.
template <int N> class nan_flow {
 public:
  constexpr nan_flow(const graph<N>& graph, int maximum) : g(graph), m(maximum) {}

  /// A NaN among what the maximum is taken of is a NaN here. `ends`: what is stored, and not looked into.
  template <class Ends> constexpr bool shows(int n, Ends ends) {
    if (ends(n)) return false;
    if (!shown_seen.enter(n)) return shown[n];
    return shown[n] = find(n, ends);
  }
  /// The maximum is needed for n.
  template <class Ends> constexpr bool needs(int n, Ends ends) {
    if (n == m) return true;
    if (ends(n) || !need_seen.enter(n)) return false;  // (a second path adds nothing to the first)
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (needs(g.child(n, k), ends)) return true;
    return false;
  }

 private:
  const graph<N>& g;
  int m;
  seen_nodes<N> shown_seen, need_seen;
  bool shown[N]{};

  template <class Ends> constexpr bool any_child(int n, Ends ends) {
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (shows(g.child(n, k), ends)) return true;
    return false;
  }
  template <class Ends> constexpr bool find(int n, Ends ends) {
    if (g.is(n, kind::fold)) return g.fold_of(n) == fold_op::sum && is_float(g.nodes[n].type) && (summed(g.child(n, 0), g.nodes[n].bound) || shows(g.child(n, 0), ends));
    if (g.is(n, kind::convert)) return is_float(g.nodes[n].type) && any_child(n, ends);
    if (!g.is(n, kind::elementwise)) return false;
    switch (const op o = g.op_of(n)) {
      case op::where: {
        if (!shows(g.child(n, 2), ends)) return false;
        // a comparison with NaN is false
        const int c = g.child(n, 0);
        const bool is_false = g.is(c, kind::elementwise) && is_float(g.nodes[c].operand) && any_child(c, ends) &&
                              (g.is(c, op::equal) || g.is(c, op::less) || g.is(c, op::less_equal) || g.is(c, op::greater) || g.is(c, op::greater_equal));
        return is_false || shows(g.child(n, 1), ends);
      }
      case op::add: case op::subtract: case op::multiply: case op::divide: case op::negate: case op::minimum: case op::maximum:
      case op::anchor: case op::abs: case op::exp: case op::exp2: case op::log: case op::log1p: case op::sqrt: case op::rsqrt: case op::sin: case op::cos:
      case op::tanh: case op::erf: case op::anchored_exp:
        return any_child(n, ends);
      default: (void)o; return false;
    }
  }
  // A product with exp(x - m), summed over all that the maximum is taken of.
  constexpr bool summed(int n, vars bound) const {
    if (g.is(n, op::multiply)) return summed(g.child(n, 0), bound) || summed(g.child(n, 1), bound);
    return g.is(n, op::anchored_exp) && g.child(n, 1) == m && g.child(n, 0) == g.child(m, 0) && bound == g.nodes[m].bound;
  }
};
}  // namespace detail

/// Whether fold m of a nest, a maximum, may be taken without regard to NaN. stored: whether a node's value is read from an earlier nest.
template <int N, class Nest, class Stored> constexpr bool needs_no_nan(const graph<N>& g, const Nest& n, int m, Stored stored) {
  if (g.fold_of(m) != fold_op::max || !is_float(g.nodes[m].type)) return false;
  detail::nan_flow<N> flow(g, m);
  for (int o = 0; o < n.output_count; ++o)
    if (flow.needs(n.outputs[o].node, stored) && !flow.shows(n.outputs[o].node, stored)) return false;
  return true;
}

}  // namespace heed::planner
