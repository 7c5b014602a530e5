// Rule 4: what is summed relative to a running maximum m: a value of power k in the weights exp(x - m) is multiplied by
// exp(m - m')^k where m has grown to m'. So partial sums of products of weights, p * p * v, are rescaled as those of weights are; what
// has no power, such as 1 + p, has to wait for the maximum.
#pragma once

#include <cstdint>

#include <heed/plan/graph.hpp>

namespace heed::planner::detail {

/// relative(i): whether the weights at node i are relative to a maximum that may grow. ends(i): whether the value of i is finished before.
template <int N, class Relative, class Ends> class weight_powers {
 public:
  constexpr weight_powers(const graph<N>& graph, Relative r, Ends e) : g(graph), relative(r), ends(e) {
    for (std::int8_t& k : known) k = unknown;
  }

  static constexpr int none = -1;
  int maximum = -1;  // that the weights are relative to, -1: there are none

  /// Of the partial results of fold f; none: they cannot be rescaled. (A maximum begins with -inf, and -inf times a factor that is 0 is NaN.)
  constexpr int of_fold(int f) {
    const int k = of(g.child(f, 0));
    return k == any ? 0 : k > most || (k > 0 && g.fold_of(f) != fold_op::sum) ? none : k;
  }

 private:
  static constexpr int any = -3;  // of 0, which is 0 whatever it is multiplied by
  static constexpr int most = 16;
  static constexpr std::int8_t unknown = -2;
  const graph<N>& g;
  Relative relative;
  Ends ends;
  std::int8_t known[N]{};

  // Whether a fold of values of one power has that power.
  constexpr bool scales(int f) const { return g.fold_of(f) == fold_op::sum || g.fold_of(f) == fold_op::max || g.fold_of(f) == fold_op::min; }
  static constexpr bool is_constant(int power) { return power == 0 || power == any; }
  static constexpr int same(int a, int b) { return a == any ? b : b == any || a == b ? a : none; }

  constexpr int of(int i) {
    if (g.nodes[i].folded == 0) return g.is(i, kind::constant) && g.nodes[i].item < 0 && g.constants[-1 - g.nodes[i].item] == 0 ? any : 0;
    if (ends(i)) return 0;
    if (known[i] == unknown) known[i] = static_cast<std::int8_t>(found(i));
    return known[i];
  }
  constexpr int child(int i, int k) { return of(g.child(i, k)); }
  constexpr int found(int i) {
    if (g.is(i, op::anchored_exp) && relative(i)) {
      const int m = g.child(i, 1);
      if (maximum >= 0 && maximum != m) return none;
      maximum = m;
      return is_constant(child(i, 0)) ? 1 : none;
    }
    if (g.is(i, kind::elementwise)) switch (g.op_of(i)) {
      case op::multiply: {
        const int a = child(i, 0), b = child(i, 1);
        return a == none || b == none ? none : a == any || b == any ? any : a + b > most ? none : a + b;
      }
      case op::where: return is_constant(child(i, 0)) ? same(child(i, 1), child(i, 2)) : none;
      case op::add: case op::subtract: case op::minimum: case op::maximum: return same(child(i, 0), child(i, 1));
      case op::divide: return is_constant(child(i, 1)) ? child(i, 0) : none;
      case op::negate: case op::abs: return child(i, 0);
      default: break;
    }
    if (g.is(i, kind::convert) && g.nodes[i].type == g.nodes[g.child(i, 0)].type) return child(i, 0);
    if (g.is(i, kind::fold) && scales(i)) return child(i, 0);
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (const int power = child(i, k); !is_constant(power)) return none;
    return 0;
  }
};

}  // namespace heed::planner::detail
