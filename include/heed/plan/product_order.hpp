// Products of several factors choose their order: sums inside a sum of products are taken apart, and the factors are put together
// again two at a time, each summed over a variable as soon as no other factor has it.
//
//   sum_B(sum_A(x * y) * z)  =  sum_A(x * sum_B(y * z))            where that takes fewer multiplications
//
// Every order of up to six factors is compared (a table over their subsets), as the order of a chain of matrices is found.
// Counted are 2 × multiply-adds, for run-time extents with what is assumed of them; the order as written stands on a tie.
// No order is taken that has a value with more elements than a value of the formula as written, unless it is held for a block at a time. Exponentials, maxima and what
// needs them stay where they are: their stages merge as they stand (plan/factor.hpp). With them two sums may be one, where each
// product is needed for one product of the other (gates of a mixture of experts, and what each expert says):
//
//   sum_B(p * sum_A(x * y))  =  sum_A,B(p * x * y)                 where x and y are rows and lanes of a matrix product
#pragma once

#include <heed/plan/loop_in_blocks.hpp>
#include <heed/plan/sum_factors.hpp>

namespace heed::planner {

namespace detail {

// Only what has no exponentials, maxima and the like: leaves, what is computed from them point by point, contractions.
// largest: the elements of the largest leaf.
template <int N> constexpr bool may_move(const graph<N>& g, int n, seen_nodes<N>& seen, double& largest) {
  if (!seen.enter(n)) return true;
  if (g.is(n, op::anchored_exp)) return false;
  if (g.is(n, kind::fold) && g.fold_of(n) != fold_op::sum) return false;
  if (const double elements = g.is(n, kind::leaf) ? estimated_points(g, g.nodes[n].free) : 0; elements > largest) largest = elements;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (!may_move(g, g.child(n, i), seen, largest)) return false;
  return true;
}

// Whether a factor's value for the sum `whole` that other folds take is held for a block of their walk at a time, and nothing of it stored: it lacks an axis
// that may be a loop inside the blocks.
template <int N> constexpr bool is_held_in_blocks(const graph<N>& g, vars value, vars whole) {
  const vars walked = whole & ~g.result_axes;
  const index_t inside = static_points(g, value & ~whole);
  return walked != 0 && (walked & ~value) == 0 && is_few_in_blocks(g, whole & g.result_axes & ~value) && inside > 0 && inside <= most_held_inside;
}

// How often a factor's value is computed for the sum `whole` that other folds take. What has an element for each row and lane of a walk is stored
// only if it has no more elements than a leaf or a result (plan/place.hpp): else it is computed for each point of a loop around both, of a result's
// axis that it lacks. Lanes are an axis that is longer. (Scores whose heads are mixed before they are normalised.)
template <int N> constexpr double repeats(const graph<N>& g, vars value, vars whole, double largest_leaf) {
  const vars lacking = whole & g.result_axes & ~value;
  if (lacking == 0 || (whole & ~g.result_axes) == 0 || (whole & ~g.result_axes & ~value) != 0 || is_held_in_blocks(g, value, whole)) return 1;
  if (const double elements = estimated_points(g, value); elements <= largest_leaf || elements <= estimated_points(g, g.result_axes)) return 1;
  const double times = estimated_points(g, lacking);
  for (int v = 0; v < g.variable_count; ++v)
    if (has(value & whole & g.result_axes, v) && static_cast<double>(estimated_extent(g, v)) >= times) return times;
  return 1;
}

/// The cheapest order of some factors, by dynamic programming over their subsets.
template <int N> class product_order {
 public:
  static constexpr int most = 6;

  constexpr product_order(graph<N>& graph_of, scalar type_of, const factors_of_sum& factors) : g(graph_of), type(type_of), f(factors) {
    // factors of the same variables are one
    for (int i = 0; i < f.count; ++i) {
      int k = 0;
      while (k < count && free[k] != g.nodes[f.at[i]].free) ++k;
      if (k == most) { fits = false; return; }
      if (k == count) { free[count] = g.nodes[f.at[i]].free; ++count; }
      group[i] = k;
    }
  }
  constexpr bool has_choice() const {
    if (!fits || count < 2) return false;
    if (count > 2) return true;
    return (f.bound & ~(free[0] & free[1])) != 0;  // of two factors, one may be summed before
  }
  constexpr void find() {
    const int all = (1 << count) - 1;
    vars whole = 0;
    for (int k = 0; k < count; ++k) whole |= free[k] & ~f.bound;
    for (int s = 1; s <= all; ++s) {
      vars within = 0, without = 0;
      for (int k = 0; k < count; ++k) ((s >> k & 1) ? within : without) |= free[k];
      kept[s] = within & ~(f.bound & ~without);
      if ((s & (s - 1)) == 0) {
        cost[s] = kept[s] == within ? 0 : 2 * estimated_points(g, within);
        continue;
      }
      cost[s] = 1e300;
      const double elements = estimated_points(g, kept[s]);
      if (s != all && elements > f.largest && !is_held_in_blocks(g, kept[s], whole)) continue;
      const double times = repeats(g, kept[s], whole, f.largest_leaf);
      const int lowest = s & -s;
      for (int a = (s - 1) & s; a > 0; a = (a - 1) & s) {
        if ((a & lowest) == 0) continue;
        const vars points = kept[a] | kept[s & ~a];
        const double c = cost[a] + cost[s & ~a] + ((points & ~kept[s]) != 0 ? 2 * times * estimated_points(g, points) : 0);
        if (c < cost[s]) { cost[s] = c; first[s] = a; }
      }
    }
  }
  constexpr double least() const { return cost[(1 << count) - 1]; }
  constexpr int build(reordered_product& r) { return build((1 << count) - 1, r); }

 private:
  graph<N>& g;
  scalar type;
  const factors_of_sum& f;
  vars free[most]{};
  int group[factors_of_sum::most]{};
  int count = 0;
  bool fits = true;
  double cost[1 << most]{};
  vars kept[1 << most]{};
  int first[1 << most]{};

  constexpr int build(int s, reordered_product& r) {
    int product = -1;
    vars points = 0;
    const bool one_factor = (s & (s - 1)) == 0;
    if (one_factor) {
      for (int i = 0; i < f.count; ++i)
        if (s == 1 << group[i]) product = product < 0 ? f.at[i] : g.make(op::multiply, type, product, f.at[i]);
      points = g.nodes[product].free;
    } else {
      const int a = build(first[s], r), b = build(s & ~first[s], r);
      points = kept[first[s]] | kept[s & ~first[s]];
      product = g.make(op::multiply, type, a, b);
    }
    const vars summed = points & ~kept[s];
    if (summed == 0) return product;
    if (!one_factor && r.chosen_count < reordered_product::most) r.chosen[r.chosen_count++] = points;
    return make_sum(g, summed, type, product, false);
  }
};

// Whether of two variables that are kept no factor has both: those of a matrix product.
template <int N> constexpr bool has_rows_and_lanes(const graph<N>& g, vars kept, const factors_of_sum& f) {
  constexpr index_t fewest = 8;  // beside so many rows, what is multiplied for each costs little
  for (int u = 0; u < g.variable_count; ++u) {
    if (!has(kept, u) || estimated_extent(g, u) < fewest) continue;
    vars together = 0;
    for (int i = 0; i < f.count; ++i)
      if (has(g.nodes[f.at[i]].free, u)) together |= g.nodes[f.at[i]].free;
    for (int v = 0; v < u; ++v)
      if (has(kept & ~together, v) && estimated_extent(g, v) >= fewest) return true;
  }
  return false;
}

// Whether a sum over `outer` and one among its factors, which need not be there by itself, are one matrix product: nothing is computed
// more often, and of two variables that are kept no factor has both. (Weights of both sums, as of a context that is gated, stay in the inner one's pass.)
template <int N> constexpr bool is_one_product(const graph<N>& g, vars outer, const factors_of_sum& f) {
  if (f.written_count != 2 || !f.products[0] || !f.products[1] || (f.written[0] & ~f.written[1]) != 0) return false;
  for (int i = 0; i < f.count; ++i) {
    seen_nodes<N> seen;
    double largest = 0;
    const vars free = g.nodes[f.at[i]].free;
    if ((free & outer) != 0 && (free & f.bound & ~outer) != 0 && !may_move(g, f.at[i], seen, largest)) return false;
  }
  return has_rows_and_lanes(g, f.written[1] & ~f.bound, f);
}

}  // namespace detail

}  // namespace heed::planner
