// Sums of products: what does not depend on the summed variables leaves the sum, and an exponential that is shifted by a
// fold over the same variables is anchored by a running maximum instead. This is what lets stages merge (rule 4).
//
//   sum_K(a * e * v)              = a * sum_K(e * v)                        a without K
//   sum_K(exp(x - c) * v)         = sum_K(exp(x - m) * v) * exp(m - c)      m = max_K(x), whatever c is
//   sum_K(where(c, a * e, z) * v) = a * sum_K(where(c, e, 0) * v) + sum_K(where(c, 0, z) * v)
//   sum_K((a * e - b * f) * v)    = a * sum_K(e * v) - b * sum_K(f * v)     a, b without K, and waiting for a fold over it
//
// Where c, or a factor without K, needs a fold over more variables than K (weights normalised over A and K, contracted over K),
// that fold is taken as a fold over the others of folds over K: then its partial results are of the same pass, and are
// rescaled once at the end (`nesting`).
//
// The second holds for every c without K, and for exp(x - c) wherever it stands: shares of a sum are made of the exponentials
// that are summed. It is applied where c needs a fold over K to be finished: with it, the sum needs only the running value of m
// (partial sums are rescaled when m grows: Milakov and Gimelshein 2018, Rabe and Staats 2021), and c is needed once, at the
// end. Nothing here knows what the formula is called.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/factors.hpp>

namespace heed::planner {

namespace detail {
// Whether the value needs a fold over exactly these variables to be finished first.
template <int N> constexpr bool needs_fold_over(const graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g[n].folded & bound) != bound) return false;
  if (g.is(n, kind::fold) && g[n].bound == bound) return true;
  for (int i = 0; i < g[n].edges; ++i)
    if (needs_fold_over(g, g.child(n, i), bound, seen)) return true;
  return false;
}
template <int N> constexpr bool needs_fold_over(const graph<N>& g, int n, vars bound) {
  seen_nodes<N> seen;
  return needs_fold_over(g, n, bound, seen);
}

// Folds over more than `bound` that the value needs are to be nested: noted for the next time the graph is built.
template <int N> constexpr void nest_folds_over(graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g[n].folded & bound) != bound) return;
  if (g.is(n, kind::fold) && g.fold_of(n) != fold_op::var && (g[n].bound & bound) == bound && g[n].bound != bound) {
    bool known = g.nesting_count == 4;
    for (int i = 0; i < g.nesting_count; ++i) known = known || g.nestings[i].whole == g[n].bound;
    if (!known) {
      g.nestings[g.nesting_count++] = {g[n].bound, bound};
      g.refined_anew = true;
    }
  }
  for (int i = 0; i < g[n].edges; ++i) nest_folds_over(g, g.child(n, i), bound, seen);
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

// An empty sum is 0 whatever stands before it: 0 keys, and a normaliser that divides by its own empty sum.
template <int N> constexpr int zero_where_empty(graph<N>& g, vars bound, scalar type, int value) {
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(bound, v) || g.extent(v) != dynamic) continue;
    const int length = g.make({.what = kind::length, .type = scalar::i32, .operand = scalar::i32, .item = static_cast<std::int16_t>(v)}, nullptr, 0);
    const int empty = g.make_comparison(op::equal, scalar::i32, length, g.make_constant(0, scalar::i32));
    value = g.make_where(type, empty, g.make_constant(0, type), value);
  }
  return value;
}
}  // namespace detail

template <int N> constexpr int make_plain_fold(graph<N>& g, fold_op o, vars bound, scalar type, scalar operand, int body) {
  if (const vars inner = detail::inner_of(g, bound); inner != 0 && o != fold_op::var && type == operand) {
    body = make_plain_fold(g, o, inner, type, operand, body);
    bound &= ~inner;
  }
  return g.make({.what = kind::fold, .code = static_cast<std::uint8_t>(o), .type = type, .operand = operand, .bound = bound}, &body, 1);
}

namespace detail {
/// exp(x - c) of what is exponentiated, where c needs the maximum of x: anchored by it. -1: it does not.
template <int N> constexpr int make_weights(graph<N>& g, scalar type, int exponent) {
  if (!is_float(type) || g[exponent].type != type || g[exponent].folded == 0) return -1;
  addend_list terms, keep, drop;
  collect_addends(g, exponent, false, terms);
  for (int m = 0; m < g.size; ++m) {
    if (!g.is(m, kind::fold) || g.fold_of(m) != fold_op::max || g[m].type != type) continue;
    keep.count = drop.count = 0;
    for (int t = 0; t < terms.count; ++t) {
      const addend a = terms.at[t];
      addend_list& into = (g[a.node].free & g[m].bound) == 0 && needs_fold_over(g, a.node, g[m].bound) ? drop : keep;
      into.at[into.count++] = a;
    }
    if (drop.count == 0 || keep.count == 0 || sum_of(g, type, keep) != g.child(m, 0)) continue;
    const int weights = g.make(op::anchored_exp, type, g.child(m, 0), m);
    const int anchor = g.make(op::anchor, type, m);
    if (drop.count == 1 && drop.at[0].negative && drop.at[0].node == anchor) return weights;
    for (int t = 0; t < drop.count; ++t) drop.at[t].negative = !drop.at[t].negative;
    const int c = sum_of(g, type, drop), one = g.make_constant(1, type);
    const int ratio = g.make(op::exp, type, g.make(op::subtract, type, anchor, c));
    if (g.is(c, op::anchor)) return g.make(op::multiply, type, weights, ratio);  // a maximum of maxima: anchored in its turn
    // (an infinite maximum less itself is no number, but what lies below it still has no weight)
    return g.make(op::multiply, type, weights, g.make_where(type, g.make_comparison(op::equal, type, anchor, c), one, ratio));
  }
  return -1;
}
}  // namespace detail

template <int N> constexpr int make_sum(graph<N>& g, vars bound, scalar type, int body, bool whole_sum = true);

namespace detail {
// The factors of a value to some power: those that need a fold over `bound` to be finished and do not depend on it themselves, and the others.
template <int N> constexpr void split_waiting(graph<N>& g, vars bound, factor value, factor_list& waiting, factor_list& rest) {
  factor_list all;
  collect_factors(g, value, all);
  rest.negative = all.negative;
  for (int i = 0; i < all.count; ++i) {
    const factor f = all.at[i];
    const bool invariant = (g[f.node].free & bound) == 0;
    if (invariant) nest_folds_over(g, f.node, bound);
    (invariant && needs_fold_over(g, f.node, bound) ? waiting : rest).add(f);
  }
}
/// Of the factors of a sum, one that chooses weights that wait for their normaliser, as where(kept, p, 0) does; -1: none.
template <int N> constexpr int find_waiting_choice(graph<N>& g, vars bound, scalar type, const factor_list& factors) {
  for (int i = 0; i < factors.count; ++i) {
    const int w = factors.at[i].node;
    if (factors.at[i].reciprocal || !g.is(w, op::where) || g[w].type != type || needs_fold_over(g, g.child(w, 0), bound)) continue;
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
    if (g[side].free == 0 && g[side].folded == 0)
      return g.make_where(type, g.make_comparison(op::equal, type, side, zero), side == no ? first : second, both);
  return both;
}

// What computing a value again would cost: multiply-adds of the contractions below it that change with `bound`, and its exponentials.
template <int N> constexpr double cost_of_pass(const graph<N>& g, int n, vars bound, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g[n].free & bound) == 0) return 0;
  double cost = is_contraction(g, n) ? estimated_points(g, g[n].free | g[n].bound) : g.is(n, op::exp) || g.is(n, op::anchored_exp) ? 8 * estimated_points(g, g[n].free) : 0;
  for (int i = 0; i < g[n].edges; ++i) cost += cost_of_pass(g, g.child(n, i), bound, seen);
  return cost;
}
// Whether an exponential needs a fold over `bound` for no more than what is subtracted in its exponent.
template <int N> constexpr bool waits_for_maximum(const graph<N>& g, vars bound, int n) {
  const auto is_outside = [&](int x) { return !needs_fold_over(g, x, bound) || (g[x].free & bound) == 0; };
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
  if ((g[n].free & bound) == 0) return false;
  factor_list waiting, rest;
  split_waiting(g, bound, {n}, waiting, rest);
  for (int i = 0; i < rest.count; ++i)
    if (needs_fold_over(g, rest.at[i].node, bound) && (rest.at[i].reciprocal || !waits_for_maximum(g, bound, rest.at[i].node))) return false;
  return true;
}
/// Of the factors of a sum, the one that adds values which wait for normalisers, as p - r and 1 - p do; -1: none, or a sum for each addend would cost
/// more than another pass, or another factor waits for what it adds, too: their products would be more and more sums. x - mean(x) is none: it may be
/// small where neither of them is.
template <int N> constexpr int find_waiting_addends(graph<N>& g, vars bound, scalar type, const factor_list& factors) {
  vars all = bound;
  for (int i = 0; i < factors.count; ++i) all |= g[factors.at[i].node].free;
  int found = -1;
  for (int i = 0; i < factors.count; ++i) {
    const factor f = factors.at[i];
    if (!(g.is(f.node, op::add) || g.is(f.node, op::subtract)) || (g[f.node].free & bound) == 0 || !needs_fold_over(g, f.node, bound)) continue;
    if (found >= 0 || f.reciprocal || f.power != 1 || g[f.node].type != type) return -1;
    addend_list terms;
    collect_addends(g, f.node, false, terms);
    bool apart = true;
    for (int t = 0; t < terms.count; ++t) apart = apart && (!needs_fold_over(g, terms.at[t].node, bound) || waits_outside(g, bound, terms.at[t].node));
    seen_nodes<N> seen;
    if (!apart || (terms.count - 1) * estimated_points(g, all) > cost_of_pass(g, f.node, bound, seen)) return -1;
    found = i;
  }
  return found;
}
template <int N> constexpr int make_sum_of_addends(graph<N>& g, vars bound, scalar type, const factor_list& factors, int at, bool whole_sum) {
  addend_list terms, sums;
  collect_addends(g, factors.at[at].node, false, terms);
  for (int t = 0; t < terms.count; ++t) {
    factor_list product;
    for (int i = 0; i < factors.count; ++i) product.add(i == at ? factor{terms.at[t].node} : factors.at[i]);
    sums.at[sums.count++] = {make_sum(g, bound, type, product_of(g, type, product), whole_sum), terms.at[t].negative};
  }
  return sum_of(g, type, sums);
}

// Whether a factor that could leave the sum stays with the others of its power, as n does in (s / n)^4: s^4 alone may pass all bounds. Not where
// one of them waits for a fold and must leave: (c e / z)^4 is (c / z)^4 e^4.
template <int N> constexpr bool stays_inside(const graph<N>& g, vars bound, const factor_list& all, factor f) {
  if (f.power < high_power) return false;
  bool together = false;
  for (int i = 0; i < all.count; ++i) {
    if (all.at[i].power != f.power) continue;
    const int x = all.at[i].node;
    if ((g[x].free & bound) != 0) together = true;
    else if (needs_fold_over(g, x, bound)) return false;
  }
  return together;
}

// What weights were relative to, as it is subtracted from m, the maximum of a product of weights. Where it is -inf nothing has weight and
// m is -inf, too: then one of them leaves 0, but of two none may be subtracted, for exp(m - ...) to be finite.
template <int N> constexpr int subtracted_maximum(graph<N>& g, scalar type, int maximum, int m, bool alone) {
  if (alone || maximum == m) return g.make(op::anchor, type, maximum);
  const int nothing = g.make_comparison(op::equal, type, maximum, g.make_constant(-std::numeric_limits<double>::infinity(), type));
  return g.make_where(type, nothing, g.make_constant(0, type), maximum);
}
}  // namespace detail

/// sum over `bound` of `body`, with everything outside that may stand outside. whole: not a part of a nested sum, whose value
/// where it is empty is the outer sum's matter.
template <int N> constexpr int make_sum(graph<N>& g, vars bound, scalar type, int body, bool whole_sum) {
  using namespace detail;
  if (const vars inner = inner_of(g, bound); inner != 0 && is_float(type) && g[body].type == type)
    return zero_where_empty(g, bound, type, make_sum(g, bound & ~inner, type, make_sum(g, inner, type, body, false), false));
  if (!is_float(type) || g[body].type != type) return make_plain_fold(g, fold_op::sum, bound, type, type, body);
  factor_list all, inside, outside;
  collect_factors(g, {body}, all);
  if (const int choice = find_waiting_choice(g, bound, type, all); choice >= 0) {
    const int sum = make_sum_of_choice(g, bound, type, all, choice, whole_sum);
    return all.negative ? g.make(op::negate, type, sum) : sum;
  }
  if (const int addends = find_waiting_addends(g, bound, type, all); addends >= 0) {
    const int sum = make_sum_of_addends(g, bound, type, all, addends, whole_sum);
    return all.negative ? g.make(op::negate, type, sum) : sum;
  }
  addend_list exponent, shift;  // of the exponentials that are anchored, multiplied into one
  factor_list weights;  // anchored already
  int weights_power = 0;
  bool variant = false;
  for (int i = 0; i < all.count; ++i) {
    const factor f = all.at[i];
    if ((g[f.node].free & bound) == 0) {
      nest_folds_over(g, f.node, bound);
      (stays_inside(g, bound, all, f) ? inside : outside).add(f);
      continue;
    }
    variant = true;
    if (g.is(f.node, op::anchored_exp) && !f.reciprocal && g[f.node].type == type) {
      const int m = g.child(f.node, 1);
      const bool invariant = (g[m].free & bound) == 0;
      if (invariant) nest_folds_over(g, m, bound);
      if (invariant && weights_power + f.power <= most_terms && needs_fold_over(g, m, bound)) {
        weights.add(f);
        weights_power += f.power;
        continue;
      }
    }
    if (g.is(f.node, op::exp) && !f.reciprocal && g[f.node].type == type) {
      addend_list terms, keep, drop;
      collect_addends(g, g.child(f.node, 0), false, terms);
      for (int t = 0; t < terms.count; ++t) {
        const addend a = terms.at[t];
        const bool invariant = (g[a.node].free & bound) == 0;
        if (invariant) nest_folds_over(g, a.node, bound);
        addend_list& into = invariant && needs_fold_over(g, a.node, bound) ? drop : keep;
        into.at[into.count++] = a;
      }
      if (drop.count > 0 && keep.count > 0 && exponent.count + f.power <= most_exponentials && shift.count + f.power * drop.count <= most_terms) {
        const int kept = sum_of(g, type, keep);
        for (int k = 0; k < f.power; ++k) {
          exponent.at[exponent.count++] = {kept, false};
          for (int t = 0; t < drop.count; ++t) shift.at[shift.count++] = drop.at[t];
        }
        continue;
      }
    }
    inside.add(f);
  }
  if (!variant) return make_plain_fold(g, fold_op::sum, bound, type, type, body);
  // a power of the weights of one maximum over the same variables is relative to that
  const bool is_power = exponent.count == 0 && weights.count == 1 && g[g.child(weights.at[0].node, 1)].bound == bound;
  if (is_power) inside.add(weights.at[0]);
  for (int i = 0; i < weights.count && !is_power; ++i)
    for (int k = 0; k < weights.at[i].power; ++k) exponent.at[exponent.count++] = {g.child(weights.at[i].node, 0), false};
  if (exponent.count > 0) {
    const int x = sum_of(g, type, exponent);
    const int m = make_plain_fold(g, fold_op::max, bound, type, type, x);
    inside.add({g.make(op::anchored_exp, type, x, m)});
    // exp(m - c): 1 where the formula subtracts the maximum itself
    addend_list difference;
    difference.at[difference.count++] = {g.make(op::anchor, type, m), false};
    for (int t = 0; t < shift.count; ++t) difference.at[difference.count++] = shift.at[t];
    for (int i = 0; i < weights.count; ++i)
      for (int k = 0; k < weights.at[i].power; ++k)
        difference.at[difference.count++] = {subtracted_maximum(g, type, g.child(weights.at[i].node, 1), m, weights_power == 1), true};
    outside.add({g.make(op::exp, type, sum_of(g, type, difference))});
  }
  // the constants of a product are multiplied last: sum(a * b / 8) scales the sum
  int result = make_plain_fold(g, fold_op::sum, bound, type, type, product_of_operands(g, type, inside));
  if (outside.count > 0) {
    factor_list whole;
    whole.add({result});
    for (int i = 0; i < outside.count; ++i) whole.add(outside.at[i]);
    result = product_of(g, type, whole);
    if (whole_sum) result = zero_where_empty(g, bound, type, result);
  }
  return all.negative ? g.make(op::negate, type, result) : result;
}

}  // namespace heed::planner
