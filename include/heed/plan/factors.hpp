// A product as the list of its factors, a sum as that of its addends, and both made of such lists.
#pragma once

#include <heed/plan/graph.hpp>

namespace heed::planner::detail {

struct factor {
  int node = 0;
  bool reciprocal = false;
};
struct factor_list {
  factor at[36]{};  // (those of a product and of one of its factors)
  int count = 0;
  bool negative = false;
  constexpr void add(int n, bool r) { at[count++] = {n, r}; }
};
struct addend {
  int node = 0;
  bool negative = false;
};
struct addend_list {
  addend at[24]{};
  int count = 0;
};

/// Products and sums of more are taken as they stand beyond these.
inline constexpr int most_terms = 16, most_exponentials = 4;

// others: what will at least be added after this.
template <int N> constexpr void collect_factors(const graph<N>& g, int n, bool reciprocal, factor_list& out, int others = 0) {
  if (out.count + others + 1 < most_terms && is_float(g[n].type)) {
    if (g.is(n, op::multiply) || g.is(n, op::divide)) {
      collect_factors(g, g.child(n, 0), reciprocal, out, others + 1);
      collect_factors(g, g.child(n, 1), reciprocal != g.is(n, op::divide), out, others);
      return;
    }
    if (g.is(n, op::negate)) {
      out.negative = !out.negative;
      collect_factors(g, g.child(n, 0), reciprocal, out, others);
      return;
    }
  }
  out.add(n, reciprocal);
}

template <int N> constexpr void collect_addends(const graph<N>& g, int n, bool negative, addend_list& out, int others = 0) {
  if (out.count + others + 1 < most_terms) {
    if (g.is(n, op::add) || g.is(n, op::subtract)) {
      collect_addends(g, g.child(n, 0), negative, out, others + 1);
      collect_addends(g, g.child(n, 1), negative != g.is(n, op::subtract), out, others);
      return;
    }
    if (g.is(n, op::negate)) {
      collect_addends(g, g.child(n, 0), !negative, out, others);
      return;
    }
  }
  out.at[out.count++] = {n, negative};
}

template <int N> constexpr int product_of(graph<N>& g, scalar type, const factor_list& f) {
  int p = -1;
  for (int i = 0; i < f.count; ++i)
    if (!f.at[i].reciprocal) p = p < 0 ? f.at[i].node : g.make(op::multiply, type, p, f.at[i].node);
  for (int i = 0; i < f.count; ++i)
    if (f.at[i].reciprocal) p = g.make(op::divide, type, p < 0 ? g.make_constant(1, type) : p, f.at[i].node);
  return p;
}
// The same for what is summed: a quotient is a factor of its own, so that operands over different variables stay apart.
template <int N> constexpr int product_of_operands(graph<N>& g, scalar type, const factor_list& f) {
  int operand[24]{}, count = 0;
  for (int i = 0; i < f.count; ++i)
    if (!f.at[i].reciprocal) operand[count++] = f.at[i].node;
  for (int i = 0; i < f.count; ++i) {
    if (!f.at[i].reciprocal) continue;
    const int d = f.at[i].node;
    int k = 0;
    while (k < count && (g[operand[k]].free & ~g[d].free) != 0) ++k;
    if (k == count) operand[count++] = g.make_constant(1, type);
    operand[k] = g.make(op::divide, type, operand[k], d);
  }
  int p = operand[0];
  for (int i = 1; i < count; ++i) p = g.make(op::multiply, type, p, operand[i]);
  return p;
}
template <int N> constexpr int sum_of(graph<N>& g, scalar type, const addend_list& a) {
  int s = -1;
  for (int i = 0; i < a.count; ++i) {
    if (s < 0) s = a.at[i].negative ? g.make(op::negate, type, a.at[i].node) : a.at[i].node;
    else s = g.make(a.at[i].negative ? op::subtract : op::add, type, s, a.at[i].node);
  }
  return s;
}

}  // namespace heed::planner::detail
