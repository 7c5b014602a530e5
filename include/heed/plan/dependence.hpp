// How the values of a formula depend on the coordinates along two variables: through their difference alone, or otherwise.
#pragma once

#include <heed/plan/estimate.hpp>

namespace heed::planner::detail {

/// How a value depends on the coordinates along two variables: not at all, as the sum of so many of each, through their difference alone, or otherwise.
struct dependence {
  enum class how : std::uint8_t { none, sum, difference, other } what = how::none;
  index_t first = 0, second = 0;
  constexpr bool of_difference() const { return what == how::difference || (what == how::sum && first + second == 0); }
};

/// The pairs of variables whose coordinates are subtracted from each other somewhere, and how each value depends on the pair at hand.
template <int N> class pairs_of_positions {
 public:
  explicit constexpr pairs_of_positions(const graph<N>& of) : g(of) {}

  static constexpr int most = 4;
  std::int16_t pairs[most][2]{};
  int count = 0;
  int a = 0, b = 0;  // the pair at hand
  dependence depends[N]{};

  constexpr void take(int pair) {
    a = pairs[pair][0];
    b = pairs[pair][1];
    for (int n = 0; n < g.size; ++n) depends[n] = dependence_of(n);
  }

  constexpr bool find() {
    int positions = 0;
    for (int n = 0; n < g.size; ++n) positions += g.is(n, kind::position) ? 1 : 0;
    if (positions < 2) return false;
    for (int n = 0; n < g.size; ++n) {
      if (!g.is(n, op::subtract) && !g.is(n, op::add)) continue;
      index_t times[64]{};
      if (!add_positions(n, 1, times)) continue;
      int found[2]{}, others = 0;
      for (int v = 0; v < g.variable_count; ++v)
        if (times[v] != 0) {
          if (others < 2) found[others] = v;
          ++others;
        }
      if (others == 2 && times[found[0]] + times[found[1]] == 0) add_pair(found[0], found[1]);
    }
    return count > 0;
  }

 private:
  using how = dependence::how;
  const graph<N>& g;

  constexpr void add_pair(int v, int w) {
    for (int i = 0; i < count; ++i)
      if (pairs[i][0] == v && pairs[i][1] == w) return;
    if (count == most) return;
    pairs[count][0] = static_cast<std::int16_t>(v);
    pairs[count++][1] = static_cast<std::int16_t>(w);
  }
  // A coordinate that is a sum of whole multiples of variables (a window's).
  constexpr bool is_plain(const access& x) const {
    for (int t = 0; t < x.terms; ++t) {
      const term& o = g.terms[x.first_term + t];
      if (g.variables[o.variable].derived || o.coefficient == unknown_stride) return false;
    }
    return true;
  }
  // Adds how often each coordinate is in a sum of positions and of what has none; false for anything else.
  constexpr bool add_positions(int n, index_t sign, index_t* times) const {
    const node& x = g.nodes[n];
    if (x.what == kind::position) {
      const access& at = g.accesses[x.item];
      if (!is_plain(at)) return false;
      for (int t = 0; t < at.terms; ++t) times[g.terms[at.first_term + t].variable] += sign * g.terms[at.first_term + t].coefficient;
      return true;
    }
    if (x.free == 0) return true;
    if (is_exact_conversion(n)) return add_positions(g.child(n, 0), sign, times);
    if (g.is(n, op::negate)) return add_positions(g.child(n, 0), -sign, times);
    if (!g.is(n, op::add) && !g.is(n, op::subtract)) return false;
    return add_positions(g.child(n, 0), sign, times) && add_positions(g.child(n, 1), g.is(n, op::add) ? sign : -sign, times);
  }
  // Whether sums of coordinates are what they are in this type, where one of them is below 0, too: a relative position stands for it.
  static constexpr bool has_all(scalar s) { return is_float(s) || s == scalar::i32 || s == scalar::i64; }
  constexpr bool is_exact_conversion(int n) const {
    const scalar from = g.is(n, kind::convert) && g.hint_of(n) == hint_code::none ? g.nodes[g.child(n, 0)].type : scalar::b8;
    return has_all(from) && has_all(g.nodes[n].type) && (is_float(g.nodes[n].type) || (!is_float(from) && bytes_of(g.nodes[n].type) >= bytes_of(from)));
  }

  // ---- how values depend on the pair
  constexpr dependence dependence_of(int n) const {
    const node& x = g.nodes[n];
    const vars both = one(a) | one(b);
    if ((x.free & both) == 0) return {};
    if ((x.bound & both) != 0) return {how::other};
    switch (x.what) {
      case kind::position: {
        const access& at = g.accesses[x.item];
        return is_plain(at) ? dependence{how::sum, stride_along(g, at, a), stride_along(g, at, b)} : dependence{how::other};
      }
      case kind::leaf: return {is_looked_up_by_difference(g.accesses[x.item]) ? how::difference : how::other};
      case kind::elementwise:
        if (!is_of_sums(n)) return of_operands(n);
        if (g.nodes[n].type != scalar::b8) return sum_of_operands(n);
        return {sum_of_operands(n).of_difference() ? how::difference : how::other};  // (a comparison is of what is subtracted)
      case kind::convert:
        if (g.hint_of(n) != hint_code::none) return {how::other};
        return is_exact_conversion(n) ? depends[g.child(n, 0)] : of_operands(n);
      case kind::fold:
      case kind::mapped:
      case kind::looked_up: return of_operands(n);
      default: return {how::other};
    }
  }
  constexpr bool is_comparison(int n) const { return g.is(n, kind::elementwise) && g.op_of(n) >= op::equal && g.op_of(n) <= op::greater_equal; }
  // Whether a value is a sum of sums of positions, or compares two.
  constexpr bool is_of_sums(int n) const {
    if ((!g.is(n, op::negate) && !g.is(n, op::add) && !g.is(n, op::subtract) && !is_comparison(n)) || !has_all(g.nodes[n].operand)) return false;
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (const how x = depends[g.child(n, k)].what; x != how::none && x != how::sum) return false;
    return true;
  }
  constexpr dependence sum_of_operands(int n) const {
    dependence s{how::sum};
    for (int k = 0; k < g.nodes[n].edges; ++k) {
      const index_t sign = g.is(n, op::negate) || (k == 1 && !g.is(n, op::add)) ? -1 : 1;
      s.first += sign * depends[g.child(n, k)].first;
      s.second += sign * depends[g.child(n, k)].second;
    }
    return s;
  }
  constexpr dependence of_operands(int n) const {
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (const dependence& x = depends[g.child(n, k)]; x.what != how::none && !x.of_difference()) return {how::other};
    return {how::difference};
  }
  // Memory that is read at places which are integers of the difference, and at no other place of the pair.
  constexpr bool is_looked_up_by_difference(const access& x) const {
    for (int t = 0; t < x.terms; ++t) {
      const int v = g.terms[x.first_term + t].variable;
      if ((base_variables(g, one(v)) & (one(a) | one(b))) == 0) continue;
      if (!g.variables[v].derived || g.variables[v].data_node < 0 || !depends[g.variables[v].data_node].of_difference()) return false;
    }
    return true;
  }
};

}  // namespace heed::planner::detail
