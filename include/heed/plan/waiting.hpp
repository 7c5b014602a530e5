// What waits for a fold: factors, choices and addends of a sum that need another fold over its variables to be finished. Where they can, they are
// taken apart from what does not wait, so that the sum is of the same pass as that fold (plan/factor.hpp has the rules).
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/factors.hpp>

namespace heed::planner {

template <int N> constexpr int make_sum(graph<N>& g, vars bound, scalar type, int body, bool whole_sum = true);

namespace detail {
// Whether the value needs a fold over exactly these variables to be finished first.
template <int N> constexpr bool needs_fold_over(const graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g.nodes[n].folded & bound) != bound) return false;
  if (g.is(n, kind::fold) && g.nodes[n].bound == bound) return true;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (needs_fold_over(g, g.child(n, i), bound, seen)) return true;
  return false;
}
template <int N> constexpr bool needs_fold_over(const graph<N>& g, int n, vars bound) {
  seen_nodes<N> seen;
  return needs_fold_over(g, n, bound, seen);
}

// Folds over more than `bound` that the value needs are to be nested: noted for the next time the graph is built.
template <int N> constexpr void nest_folds_over(graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g.nodes[n].folded & bound) != bound) return;
  if (g.is(n, kind::fold) && g.fold_of(n) != fold_op::var && (g.nodes[n].bound & bound) == bound && g.nodes[n].bound != bound) {
    bool known = g.nesting_count == 4;
    for (int i = 0; i < g.nesting_count; ++i) known = known || g.nestings[i].whole == g.nodes[n].bound;
    if (!known) {
      g.nestings[g.nesting_count++] = {g.nodes[n].bound, bound};
      g.refined_anew = true;
    }
  }
  for (int i = 0; i < g.nodes[n].edges; ++i) nest_folds_over(g, g.child(n, i), bound, seen);
}
template <int N> constexpr void nest_folds_over(graph<N>& g, int n, vars bound) {
  bool any = false;
  for (int i = 0; i < g.fold_set_count; ++i) any = any || ((g.fold_sets[i] & bound) == bound && g.fold_sets[i] != bound);
  if (!any) return;
  seen_nodes<N> seen;
  nest_folds_over(g, n, bound, seen);
}
template <int N> constexpr vars inner_of(const graph<N>& g, vars bound) {
  for (int i = 0; i < g.nesting_count; ++i)
    if (g.nestings[i].whole == bound) return g.nestings[i].inner;
  return 0;
}

// The factors of a value to some power: those that need a fold over `bound` to be finished and do not depend on it themselves, and the others.
template <int N> constexpr void split_waiting(graph<N>& g, vars bound, factor value, factor_list& waiting, factor_list& rest) {
  factor_list all;
  collect_factors(g, value, all);
  rest.negative = all.negative;
  for (int i = 0; i < all.count; ++i) {
    const factor f = all.at[i];
    const bool invariant = (g.nodes[f.node].free & bound) == 0;
    if (invariant) nest_folds_over(g, f.node, bound);
    (invariant && needs_fold_over(g, f.node, bound) ? waiting : rest).add(f);
  }
}
/// Of the factors of a sum, one that chooses weights that wait for their normaliser, as where(kept, p, 0) does; -1: none.
template <int N> constexpr int find_waiting_choice(graph<N>& g, vars bound, scalar type, const factor_list& factors) {
  for (int i = 0; i < factors.count; ++i) {
    const int w = factors.at[i].node;
    if (factors.at[i].reciprocal || !g.is(w, op::where) || g.nodes[w].type != type || needs_fold_over(g, g.child(w, 0), bound)) continue;
    for (int side = 1; side <= 2; ++side) {
      factor_list waiting, rest;
      split_waiting(g, bound, {g.child(w, side)}, waiting, rest);
      if (waiting.count > 0) return i;
    }
  }
  return -1;
}
/// The sum of these factors, of which number `at` is such a choice: a sum for each side.
template <int N> constexpr int make_sum_of_choice(graph<N>& g, vars bound, scalar type, const factor_list& factors, int at, bool whole_sum) {
  const int w = factors.at[at].node, zero = g.make_constant(0, type);
  const int condition = g.child(w, 0), yes = g.child(w, 1), no = g.child(w, 2);
  const auto sum_of_side = [&](int chosen) {
    factor_list product, rest;
    for (int i = 0; i < factors.count; ++i)
      if (i != at) product.add(factors.at[i]);
    split_waiting(g, bound, {chosen, false, factors.at[at].power}, product, rest);
    const auto chosen_here = [&](const factor_list& f) {
      int x = f.count == 0 ? g.make_constant(1, type) : product_of(g, type, f);
      if (f.negative) x = g.make(op::negate, type, x);
      return g.make_where(type, condition, chosen == yes ? x : zero, chosen == yes ? zero : x);
    };
    if (const int k = find_waiting_choice(g, bound, type, rest); k >= 0) {  // of a choice in a choice the inner one comes first
      const factor inner = rest.at[k];
      const auto side = [&](int i) {
        factor_list waiting, here;
        split_waiting(g, bound, {g.child(inner.node, i), false, inner.power}, waiting, here);
        here.negative = here.negative != rest.negative;
        for (int j = 0; j < rest.count; ++j)
          if (j != k) here.add(rest.at[j]);
        waiting.add({chosen_here(here)});
        return product_of(g, type, waiting);
      };
      const int first = side(1), second = side(2);
      product.add({g.make_where(type, g.child(inner.node, 0), first, second)});
    } else product.add({chosen_here(rest)});
    return make_sum(g, bound, type, product_of(g, type, product), whole_sum);
  };
  if (yes == zero || no == zero) return sum_of_side(yes == zero ? no : yes);
  const int first = sum_of_side(yes), second = sum_of_side(no), both = g.make(op::add, type, first, second);
  for (const int side : {yes, no})
    if (g.nodes[side].free == 0 && g.nodes[side].folded == 0)
      return g.make_where(type, g.make_comparison(op::equal, type, side, zero), side == no ? first : second, both);
  return both;
}

// What computing a value again would cost: multiply-adds of the contractions below it that change with `bound`, and its exponentials.
template <int N> constexpr double cost_of_pass(const graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g.nodes[n].free & bound) == 0) return 0;
  double cost = is_contraction(g, n) ? estimated_points(g, g.nodes[n].free | g.nodes[n].bound) : g.is(n, op::exp) || g.is(n, op::anchored_exp) ? 8 * estimated_points(g, g.nodes[n].free) : 0;
  for (int i = 0; i < g.nodes[n].edges; ++i) cost += cost_of_pass(g, g.child(n, i), bound, seen);
  return cost;
}
// Whether an exponential needs a fold over `bound` for no more than what is subtracted in its exponent.
template <int N> constexpr bool waits_for_maximum(const graph<N>& g, vars bound, int n) {
  const auto is_outside = [&](int x) { return !needs_fold_over(g, x, bound) || (g.nodes[x].free & bound) == 0; };
  if (g.is(n, op::anchored_exp)) return !needs_fold_over(g, g.child(n, 0), bound) && is_outside(g.child(n, 1));
  if (!g.is(n, op::exp)) return false;
  addend_list terms;
  collect_addends(g, g.child(n, 0), false, terms);
  bool outside = true;
  for (int t = 0; t < terms.count; ++t) outside = outside && is_outside(terms.at[t].node);
  return outside;
}
// Whether a value that needs a fold over `bound` to be finished needs it for no more than what is multiplied in the end, or subtracted in an exponent.
template <int N> constexpr bool waits_outside(graph<N>& g, vars bound, int n) {
  if ((g.nodes[n].free & bound) == 0) return false;
  factor_list waiting, rest;
  split_waiting(g, bound, {n}, waiting, rest);
  for (int i = 0; i < rest.count; ++i)
    if (needs_fold_over(g, rest.at[i].node, bound) && (rest.at[i].reciprocal || !waits_for_maximum(g, bound, rest.at[i].node))) return false;
  return true;
}
// Whether what waits among the addends of factor number `at` may be summed by itself: sum(w * (x - lse)) = sum(w * x) - lse * sum(w). Each x - lse is as inexact as
// lse, and so is their sum. A logarithm is of the size of what it is subtracted from; of anything else, mean(x) say, which may be large where x - mean(x) is small and
// sum(w) is nothing, only where no two of w have different signs. (And not of a maximum, which is exact: x - max(x) may be small where neither of them is.)
template <int N> constexpr bool may_leave_addends(const graph<N>& g, vars bound, const factor_list& factors, int at, const addend_list& terms) {
  bool positive = true;
  for (int i = 0; i < factors.count; ++i) {
    const int w = factors.at[i].node;
    if (i != at && (g.nodes[w].free & bound) != 0 && !g.is(w, op::exp) && !g.is(w, op::anchored_exp)) positive = false;
  }
  for (int t = 0; t < terms.count; ++t) {
    const int c = terms.at[t].node;
    const bool extreme = g.is(c, op::anchor) || (g.is(c, kind::fold) && g.fold_of(c) != fold_op::sum);
    if ((g.nodes[c].free & bound) == 0 && !extreme && (positive || g.is(c, op::log)) && needs_fold_over(g, c, bound)) return true;
  }
  return false;
}
/// Of the factors of a sum, the one that adds values which wait for normalisers, as p - r and 1 - p do, or for the logarithm of one; -1: none, or a sum for each addend
/// would cost more than another pass, or another factor waits for what it adds, too: their products would be more and more sums.
template <int N> constexpr int find_waiting_addends(graph<N>& g, vars bound, scalar type, const factor_list& factors) {
  vars all = bound;
  for (int i = 0; i < factors.count; ++i) all |= g.nodes[factors.at[i].node].free;
  int found = -1;
  for (int i = 0; i < factors.count; ++i) {
    const factor f = factors.at[i];
    if (!(g.is(f.node, op::add) || g.is(f.node, op::subtract)) || (g.nodes[f.node].free & bound) == 0 || !needs_fold_over(g, f.node, bound)) continue;
    if (found >= 0 || f.reciprocal || f.power != 1 || g.nodes[f.node].type != type) return -1;
    addend_list terms;
    collect_addends(g, f.node, false, terms);
    bool apart = true;
    const bool leave = may_leave_addends(g, bound, factors, i, terms);
    for (int t = 0; t < terms.count; ++t) {
      const int x = terms.at[t].node;
      apart = apart && (!needs_fold_over(g, x, bound) || ((g.nodes[x].free & bound) == 0 ? leave : waits_outside(g, bound, x)));
    }
    seen_nodes<N> seen;
    if (!apart || (terms.count - 1) * estimated_points(g, all) > cost_of_pass(g, f.node, bound, seen)) return -1;
    found = i;
  }
  return found;
}
template <int N> constexpr int number_of_points(graph<N>& g, vars bound, scalar type) {
  double known = 1;
  int n = -1;
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(bound, v)) continue;
    if (g.extent(v) != dynamic) {
      known *= static_cast<double>(g.extent(v));
      continue;
    }
    int l = g.make({.what = kind::length, .type = scalar::i32, .operand = scalar::i32, .item = static_cast<std::int16_t>(v)}, nullptr, 0);
    l = g.make({.what = kind::convert, .type = type, .operand = type}, &l, 1);
    n = n < 0 ? l : g.make(op::multiply, type, n, l);
  }
  const int constant = g.make_constant(known, type);
  return n < 0 ? constant : known == 1 ? n : g.make(op::multiply, type, n, constant);
}
template <int N> constexpr int make_sum_of_addends(graph<N>& g, vars bound, scalar type, const factor_list& factors, int at, bool whole_sum) {
  addend_list terms, sums;
  collect_addends(g, factors.at[at].node, false, terms);
  for (int t = 0; t < terms.count; ++t) {
    factor_list product;
    bool changes = false;
    for (int i = 0; i < factors.count; ++i) {
      product.add(i == at ? factor{terms.at[t].node} : factors.at[i]);
      changes = changes || (g.nodes[product.at[product.count - 1].node].free & bound) != 0;
    }
    if (!changes && whole_sum) {  // as often as there are points
      sums.at[sums.count++] = {g.make(op::multiply, type, product_of(g, type, product), number_of_points(g, bound, type)), terms.at[t].negative};
      continue;
    }
    sums.at[sums.count++] = {make_sum(g, bound, type, product_of(g, type, product), whole_sum), terms.at[t].negative};
  }
  return sum_of(g, type, sums);
}
}  // namespace detail

}  // namespace heed::planner
