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

#include <heed/plan/looked_up_sums.hpp>
#include <heed/plan/waiting.hpp>

namespace heed::planner {

namespace detail {
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
  if (!is_float(type) || g.nodes[exponent].type != type || g.nodes[exponent].folded == 0) return -1;
  addend_list terms, keep, drop;
  collect_addends(g, exponent, false, terms);
  for (int m = 0; m < g.size; ++m) {
    if (!g.is(m, kind::fold) || g.fold_of(m) != fold_op::max || g.nodes[m].type != type) continue;
    keep.count = drop.count = 0;
    for (int t = 0; t < terms.count; ++t) {
      const addend a = terms.at[t];
      addend_list& into = (g.nodes[a.node].free & g.nodes[m].bound) == 0 && needs_fold_over(g, a.node, g.nodes[m].bound) ? drop : keep;
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

namespace detail {
template <int N> constexpr void mark_below(const graph<N>& g, int n, seen_nodes<N>& seen) {
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (seen.enter(g.child(n, i))) mark_below(g, g.child(n, i), seen);
}
// Whether what is dear and changes with `bound` stands below a value and among these nodes.
template <int N> constexpr bool shares_work(const graph<N>& g, int n, vars bound, const seen_nodes<N>& with, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (with.entered(n) && (g.nodes[n].free & bound) != 0 && (g.is(n, kind::fold) || is_expensive(g, n))) return true;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (shares_work(g, g.child(n, i), bound, with, seen)) return true;
  return false;
}
// Whether a factor that could leave the sum over `bound` needs a fold which fold x, another factor, shares its pass with.
template <int N> constexpr bool needs_pass_of(const graph<N>& g, int n, vars bound, int x, const seen_nodes<N>& below_x, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g.nodes[n].folded & g.nodes[x].bound) != g.nodes[x].bound) return false;
  if (g.is(n, kind::fold) && g.nodes[n].bound == g.nodes[x].bound && (g.nodes[n].free & bound) == 0) {
    seen_nodes<N> below;
    if (shares_work(g, g.child(n, 0), g.nodes[x].bound, below_x, below)) return true;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (needs_pass_of(g, g.child(n, i), bound, x, below_x, seen)) return true;
  return false;
}
// Then it stays: the normaliser of a context with the context, which is projected.
template <int N> constexpr bool stays_with_its_pass(const graph<N>& g, vars bound, const factor_list& all, factor f) {
  for (int i = 0; i < all.count && g.nodes[f.node].folded != 0; ++i) {
    const int x = all.at[i].node;
    if (!g.is(x, kind::fold) || (g.nodes[x].free & bound) == 0 || (g.nodes[f.node].folded & g.nodes[x].bound) != g.nodes[x].bound) continue;
    seen_nodes<N> below_x, seen;
    mark_below(g, x, below_x);
    if (needs_pass_of(g, f.node, bound, x, below_x, seen)) return true;
  }
  return false;
}
// Whether it stays with the others of its power, as n does in (s / n)^4: s^4 alone may pass all bounds. Not where
// one of them waits for a fold and must leave: (c e / z)^4 is (c / z)^4 e^4.
template <int N> constexpr bool stays_with_its_power(const graph<N>& g, vars bound, const factor_list& all, factor f) {
  if (f.power < high_power) return false;
  bool together = false;
  for (int i = 0; i < all.count; ++i) {
    if (all.at[i].power != f.power) continue;
    const int x = all.at[i].node;
    if ((g.nodes[x].free & bound) != 0) together = true;
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
  if (const vars inner = inner_of(g, bound); inner != 0 && is_float(type) && g.nodes[body].type == type)
    return zero_where_empty(g, bound, type, make_sum(g, bound & ~inner, type, make_sum(g, inner, type, body, false), false));
  if (!is_float(type) || g.nodes[body].type != type) return make_plain_fold(g, fold_op::sum, bound, type, type, body);
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
    if ((g.nodes[f.node].free & bound) == 0) {
      nest_folds_over(g, f.node, bound);
      (stays_with_its_pass(g, bound, all, f) || stays_with_its_power(g, bound, all, f) ? inside : outside).add(f);
      continue;
    }
    variant = true;
    if (g.is(f.node, op::anchored_exp) && !f.reciprocal && g.nodes[f.node].type == type) {
      const int m = g.child(f.node, 1);
      const bool invariant = (g.nodes[m].free & bound) == 0;
      if (invariant) nest_folds_over(g, m, bound);
      if (invariant && weights_power + f.power <= most_terms && needs_fold_over(g, m, bound)) {
        weights.add(f);
        weights_power += f.power;
        continue;
      }
    }
    if (g.is(f.node, op::exp) && !f.reciprocal && g.nodes[f.node].type == type) {
      addend_list terms, keep, drop;
      collect_addends(g, g.child(f.node, 0), false, terms);
      for (int t = 0; t < terms.count; ++t) {
        const addend a = terms.at[t];
        const bool invariant = (g.nodes[a.node].free & bound) == 0;
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
  const bool is_power = exponent.count == 0 && weights.count == 1 && g.nodes[g.child(weights.at[0].node, 1)].bound == bound;
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
  int result = look_up_sum(g, bound, type, inside);
  if (result < 0) result = make_plain_fold(g, fold_op::sum, bound, type, type, product_of_operands(g, type, inside));
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
