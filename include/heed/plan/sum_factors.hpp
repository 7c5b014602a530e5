// The factors of a sum of products, with the sums among them taken apart: what an order is chosen for (plan/product_order.hpp).
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/factor.hpp>

namespace heed::planner::detail {

/// The factors of a sum of products, with the sums among them taken apart.
struct factors_of_sum {
  static constexpr int most = 8;
  int at[most]{};
  int count = 0;
  factor_list outside;     // what the summed variables have no part in
  vars bound = 0;          // of all the sums
  vars written[most]{};    // the points of each sum as written
  vars values[most]{};     // and the axes of its value
  bool products[most]{};   // whether that is a sum of products
  int written_count = 0;
  double largest = 0;      // elements of the largest value as written
  double largest_leaf = 0;
  bool fits = true;
  bool through_lets = false;  // values of lets are taken apart, too
  bool stops_at_let = false;  // one was not

  template <int N> constexpr bool stands(const graph<N>& g, int n) const { return g.as_it_stands[n] && !(through_lets && g.of_let[n]); }
  constexpr void add(int n) {
    if (count == most) fits = false;
    else at[count++] = n;
  }
  constexpr void add_written(vars points, vars value, bool product) {
    if (written_count == most) { fits = false; return; }
    written[written_count] = points;
    values[written_count] = value;
    products[written_count++] = product;
  }
  constexpr void add_value(double elements) { largest = elements > largest ? elements : largest; }
};

// x * x * x and more: one factor, as in plan/factors.hpp.
template <int N> constexpr bool is_high_power(const graph<N>& g, int n) {
  const int base = base_of_power(g, n);
  return base != n && !(g.child(n, 0) == base && g.child(n, 1) == base);
}
template <int N> constexpr void take_apart(const graph<N>& g, int n, scalar type, factors_of_sum& out) {
  if (!out.stands(g, n) && g.nodes[n].type == type) {
    if (g.is(n, op::multiply) && !is_high_power(g, n)) {
      take_apart(g, g.child(n, 0), type, out);
      take_apart(g, g.child(n, 1), type, out);
      return;
    }
    if (g.is(n, op::divide) && (g.nodes[g.child(n, 1)].free & out.bound) == 0 && out.outside.count < 16) {
      out.outside.add({g.child(n, 1), true});
      take_apart(g, g.child(n, 0), type, out);
      return;
    }
    if (g.is(n, op::negate)) {
      out.outside.negative = !out.outside.negative;
      take_apart(g, g.child(n, 0), type, out);
      return;
    }
  }
  out.stops_at_let = out.stops_at_let || (!out.through_lets && g.of_let[n]);
  out.add(n);
}

template <int N> constexpr const reordered_product* reordered(const graph<N>& g, int n) {
  for (int i = 0; i < g.reordered_count; ++i)
    if (g.reordered[i].node == n) return &g.reordered[i];
  return nullptr;
}

// The variables that a factor which is itself a sum is summed over; 0 where it is none, or is left as it stands.
template <int N> constexpr vars summed_by(const graph<N>& g, int n, scalar type, const factors_of_sum& f) {
  if (f.stands(g, n) || g.nodes[n].type != type) return 0;
  if (const reordered_product* r = reordered(g, n)) return r->bound;
  return g.is(n, kind::fold) && g.fold_of(n) == fold_op::sum ? g.nodes[n].bound : 0;
}

// Such a factor gives its factors, if its variables are its own: neither free nor summed in another one.
template <int N> constexpr bool take_sum_apart(const graph<N>& g, scalar type, factors_of_sum& f) {
  for (int i = 0; i < f.count; ++i) {
    const int n = f.at[i];
    const vars bound = summed_by(g, n, type, f);
    if (bound == 0 || (g.nodes[n].free & f.bound) == 0) continue;
    const reordered_product* r = reordered(g, n);
    vars others = f.bound;
    for (int k = 0; k < f.count; ++k)
      if (k != i) others |= g.nodes[f.at[k]].free | summed_by(g, f.at[k], type, f);
    if ((bound & others) != 0) continue;
    f.at[i] = f.at[--f.count];
    f.add_value(estimated_points(g, g.nodes[n].free));
    f.bound |= bound;
    if (r) {
      for (int k = 0; k < r->factor_count; ++k) f.add(r->factor[k]);
      for (int k = 0; k < r->written_count; ++k) f.add_written(r->written[k], r->values[k], r->products[k]);
      f.add_value(r->largest);
    } else {
      f.add_written(g.nodes[n].free | bound, g.nodes[n].free, g.is(g.child(n, 0), op::multiply));
      take_apart(g, g.child(n, 0), type, f);
    }
    return true;
  }
  return false;
}

}  // namespace heed::planner::detail
