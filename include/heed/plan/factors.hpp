// A product as the list of its factors, a sum as that of its addends, and both made of such lists.
#pragma once

#include <heed/plan/graph.hpp>

namespace heed::planner::detail {

struct factor {
  int node = 0;
  bool reciprocal = false;
  int power = 1;
};
struct factor_list {
  factor at[36]{};  // (those of a product and of one of its factors)
  int count = 0;
  bool negative = false;

  constexpr void add(factor f) { insert(count, f); }
  // One that stands in the list already stands there once, to a higher power. (x / x is no 1 where x is 0.)
  constexpr void insert(int place, factor f) {
    for (int i = 0; i < count; ++i)
      if (at[i].node == f.node && at[i].reciprocal == f.reciprocal) { at[i].power += f.power; return; }
    for (int i = count++; i > place; --i) at[i] = at[i - 1];
    at[place] = f;
  }
  constexpr factor take(int place) {
    const factor f = at[place];
    for (int i = place; i + 1 < count; ++i) at[i] = at[i + 1];
    --count;
    return f;
  }
};
struct addend {
  int node = 0;
  bool negative = false;
};
struct addend_list {
  addend at[40]{};
  int count = 0;
};

/// Products and sums of more are taken as they stand beyond these.
inline constexpr int most_terms = 16, most_exponentials = 4;

/// The factors of a value to some power, in their order. (Powers of thousands stay as they are: they are counted in an int.)
template <int N> constexpr void collect_factors(const graph<N>& g, factor value, factor_list& out) {
  constexpr int highest_power = 1 << 12;
  out.add(value);
  for (int i = 0; i < out.count;) {
    const factor f = out.at[i];
    const bool quotient = g.is(f.node, op::divide), falls_apart = quotient || g.is(f.node, op::multiply);
    if (!is_float(g.nodes[f.node].type) || !(g.is(f.node, op::negate) || (falls_apart && out.count < most_terms && f.power < highest_power))) {
      ++i;
      continue;
    }
    out.take(i);
    if (falls_apart) out.insert(i, {g.child(f.node, 1), f.reciprocal != quotient, f.power});
    else out.negative = out.negative != (f.power % 2 != 0);
    out.insert(i, {g.child(f.node, 0), f.reciprocal, f.power});
  }
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

template <int N> constexpr int power_of(graph<N>& g, scalar type, int x, int power) {
  if (power == 1) return x;
  const int half = power_of(g, type, x, power / 2), square = g.make(op::multiply, type, half, half);
  return power % 2 == 0 ? square : g.make(op::multiply, type, square, x);
}
template <int N> constexpr int multiply(graph<N>& g, scalar type, int product, int by) {
  return product < 0 ? by : g.make(op::multiply, type, product, by);
}
/// Factors of one power are multiplied before that is taken: s / n stays near 1 where s to the twelfth does not.
template <int N> constexpr int product_of(graph<N>& g, scalar type, const factor_list& f) {
  int product = -1;
  for (int i = 0; i < f.count; ++i) {
    const int power = f.at[i].power;
    bool seen = false;
    for (int k = 0; k < i; ++k) seen = seen || f.at[k].power == power;
    if (seen) continue;
    int over = power == 1 ? product : -1, under = -1;
    for (int k = i; k < f.count; ++k)
      if (f.at[k].power == power && !f.at[k].reciprocal) over = multiply(g, type, over, f.at[k].node);
    for (int k = i; k < f.count; ++k) {
      if (f.at[k].power != power || !f.at[k].reciprocal) continue;
      if (over < 0) under = multiply(g, type, under, f.at[k].node);
      else over = g.make(op::divide, type, over, f.at[k].node);
    }
    if (power == 1 && over >= 0) product = over;
    else if (over >= 0) product = multiply(g, type, product, power_of(g, type, over, power));
    else product = g.make(op::divide, type, product < 0 ? g.make_constant(1, type) : product, power_of(g, type, under, power));
  }
  return product;
}

/// From this power on factors of a sum stay together: apart, one to that power may pass all bounds, and another vanish. Squares of factors over
/// different variables are apart all the same, for they may be the operands of a contraction.
inline constexpr int high_power = 3;

/// The same for what is summed: a quotient is a factor of its own, so that operands over different variables stay apart.
template <int N> constexpr int product_of_operands(graph<N>& g, scalar type, const factor_list& f) {
  struct {
    int node = 0, power = 1;
  } operand[36]{};
  int count = 0;
  const auto find_operand = [&](int power, auto fits) {
    int k = 0;
    while (k < count && !(operand[k].power == power && fits(g.nodes[operand[k].node].free))) ++k;
    return k;
  };
  // Factors of one high power are one operand, and so are squares over the same variables.
  for (int i = 0; i < f.count; ++i) {
    const factor x = f.at[i];
    if (x.reciprocal) continue;
    const int k = x.power == 1 ? count : find_operand(x.power, [&](vars free) { return x.power >= high_power || free == g.nodes[x.node].free; });
    if (k < count) operand[k].node = g.make(op::multiply, type, operand[k].node, x.node);
    else operand[count++] = {x.node, x.power};
  }
  for (int i = 0; i < f.count; ++i) {
    const factor x = f.at[i];
    if (!x.reciprocal) continue;
    const auto fits = [&](vars free) { return x.power >= high_power || (free & ~g.nodes[x.node].free) == 0; };
    int k = find_operand(x.power, fits), times = 1;
    if (k == count && x.power < high_power) {  // of another power: as often as it takes
      for (k = 0; k < count && !(operand[k].power == 1 && fits(g.nodes[operand[k].node].free)); ++k) {}
      if (k < count) times = x.power;
    }
    if (k == count) operand[count++] = {g.make_constant(1, type), x.power};
    for (int t = 0; t < times; ++t) operand[k].node = g.make(op::divide, type, operand[k].node, x.node);
  }
  int product = -1;
  for (int i = 0; i < count; ++i) product = multiply(g, type, product, power_of(g, type, operand[i].node, operand[i].power));
  return product;
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
