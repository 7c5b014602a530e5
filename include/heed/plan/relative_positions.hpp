// A function of a relative position is computed once for each, and read wherever it is used:
//
//   f(position<A> - position<B>)  =  line[position<A> - position<B> + B - 1]        line[i] = f(i - (B - 1)), i < A + B - 1
//
// A bias of buckets of distances, a decay by distance, the values of a kernel: as many functions as there are distances, and not one for every pair.
// (The matrix is a Toeplitz matrix, and the line all that is in it.)
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/plan/gather.hpp>
#include <heed/plan/nest.hpp>
#include <heed/plan/temporaries.hpp>

namespace heed::planner::detail {

// Pairs for which the functions of their distances are stored: so many times as many as there are distances, and no few.
inline constexpr double least_pairs_a_distance = 4, least_pairs = 2048;

/// How a value depends on the coordinates along two variables: not at all, as the sum of so many of each, through their difference alone, or otherwise.
struct dependence {
  enum class how : std::uint8_t { none, sum, difference, other } what = how::none;
  index_t first = 0, second = 0;
  constexpr bool of_difference() const { return what == how::difference || (what == how::sum && first + second == 0); }
};

template <int N> class relative_positions {
 public:
  explicit constexpr relative_positions(program<N>& plan) : p(plan), g(plan.g) {}

  constexpr void run() {
    if (!find_pairs()) return;
    for (int i = 0; i < pair_count; ++i) {
      a = pairs[i][0];
      b = pairs[i][1];
      tabulate(static_cast<std::int16_t>(i));
    }
  }

 private:
  using how = dependence::how;
  program<N>& p;
  graph<N>& g;
  static constexpr int most_pairs = 4, most_roots = 8;
  std::int16_t pairs[most_pairs][2]{};
  int pair_count = 0;
  // of the pair at hand: how each value depends on it, what is stored, and what each value is with a distance in place of the pair
  int a = 0, b = 0;
  dependence depends[N]{};
  std::int16_t roots[most_roots]{};
  int root_count = 0;
  std::int16_t at_distance[N]{};
  int distance = -1, up = 0, down = 0;  // (the distance grows along `up`)

  // ---- the pairs: somewhere the coordinate along one is subtracted from that along the other
  constexpr bool find_pairs() {
    int positions = 0;
    for (int n = 0; n < g.size; ++n) positions += g.is(n, kind::position) ? 1 : 0;
    if (positions < 2) return false;
    for (int n = 0; n < g.size; ++n) {
      if (!g.is(n, op::subtract) && !g.is(n, op::add)) continue;
      index_t times[64]{};
      if (!add_positions(n, 1, times)) continue;
      int found[2]{}, count = 0;
      for (int v = 0; v < g.variable_count; ++v)
        if (times[v] != 0) {
          if (count < 2) found[count] = v;
          ++count;
        }
      if (count == 2 && times[found[0]] + times[found[1]] == 0) add_pair(found[0], found[1]);
    }
    return pair_count > 0;
  }
  constexpr void add_pair(int v, int w) {
    for (int i = 0; i < pair_count; ++i)
      if (pairs[i][0] == v && pairs[i][1] == w) return;
    if (pair_count == most_pairs) return;
    pairs[pair_count][0] = static_cast<std::int16_t>(v);
    pairs[pair_count++][1] = static_cast<std::int16_t>(w);
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
    const node& x = g[n];
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
  constexpr bool is_exact_conversion(int n) const {
    return g.is(n, kind::convert) && g.hint_of(n) == hint_code::none && (is_float(g[n].type) || !is_float(g[g.child(n, 0)].type));
  }

  // ---- how values depend on the pair
  constexpr dependence dependence_of(int n) const {
    const node& x = g[n];
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
        if (g[n].type != scalar::b8) return sum_of_operands(n);
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
    if (!g.is(n, op::negate) && !g.is(n, op::add) && !g.is(n, op::subtract) && !is_comparison(n)) return false;
    for (int k = 0; k < g[n].edges; ++k)
      if (const how x = depends[g.child(n, k)].what; x != how::none && x != how::sum) return false;
    return true;
  }
  constexpr dependence sum_of_operands(int n) const {
    dependence s{how::sum};
    for (int k = 0; k < g[n].edges; ++k) {
      const index_t sign = g.is(n, op::negate) || (k == 1 && !g.is(n, op::add)) ? -1 : 1;
      s.first += sign * depends[g.child(n, k)].first;
      s.second += sign * depends[g.child(n, k)].second;
    }
    return s;
  }
  constexpr dependence of_operands(int n) const {
    for (int k = 0; k < g[n].edges; ++k)
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

  // ---- what is worth storing
  constexpr bool is_dear(int n, seen_nodes<N>& seen) const {
    if (!seen.enter(n) || !depends[n].of_difference()) return false;
    if (is_expensive(g, n) || g.is(n, kind::leaf) || g.is(n, kind::looked_up)) return true;
    for (int k = 0; k < g[n].edges; ++k)
      if (is_dear(g.child(n, k), seen)) return true;
    return false;
  }
  constexpr bool is_worth_storing(int n) const {
    const double pairs_of_it = estimated_points(g, one(a) | one(b)), distances = static_cast<double>(estimated_extent(g, a) + estimated_extent(g, b) - 1);
    if (pairs_of_it < least_pairs_a_distance * distances || estimated_points(g, g[n].free) < least_pairs) return false;
    seen_nodes<N> seen;
    return is_dear(n, seen);
  }
  // The largest values that are. A choice is left to be made where it is used: it may be a mask, whose blocks are left out. Places are not.
  constexpr void find_roots(int n, bool place, seen_nodes<N>& seen) {
    if (!seen.enter(n) || g.is(n, hint_code::recomputed)) return;
    if (depends[n].of_difference() && g[n].type != scalar::b8 && (place || !g.is(n, op::where)) && is_worth_storing(n)) {
      if (root_count < most_roots) roots[root_count++] = static_cast<std::int16_t>(n);
      return;
    }
    if (g.is(n, kind::stored)) find_roots(g.accesses[g[n].item].target, false, seen);
    if (g.is(n, kind::leaf)) {
      const access& at = g.accesses[g[n].item];
      for (int t = 0; t < at.terms; ++t)
        if (const int v = g.variables[g.terms[at.first_term + t].variable].data_node; v >= 0) find_roots(v, true, seen);
    }
    for (int k = g.is(n, op::where) ? 1 : 0; k < g[n].edges; ++k) find_roots(g.child(n, k), k == 1 && g.is(n, kind::looked_up), seen);
  }

  // ---- the same values of a distance
  // Where the pair is read: along `up` as far as the distance is from that of 0 and the last of `down`, and along `down` nowhere.
  constexpr affine moved(const affine& m) const {
    affine out;
    out.add(m, 1);
    out.count = 0;
    for (int i = 0; i < m.count; ++i) {
      const term& t = m.terms[i];
      if (t.variable == down) continue;
      if (t.variable != up) {
        out.add(t.variable, t.coefficient, t.slot);
        continue;
      }
      out.add(distance, t.coefficient);
      add_last(out, -t.coefficient);
    }
    return out;
  }
  // The last coordinate along `down`, so many times.
  constexpr void add_last(affine& m, index_t times) const {
    if (g.extent(down) != dynamic) {
      m.offset += times * (g.extent(down) - 1);
      return;
    }
    m.add_slot(slot_of_extent(down), times);
    m.offset -= times;
  }
  constexpr int of_distance(int n) {
    if (depends[n].what == how::none) return n;
    if (at_distance[n] >= 0) return at_distance[n];
    node x = g[n];
    int made = -1;
    if (x.what == kind::position) made = position_of_distance(moved(g.maps[g.accesses[x.item].first_map]));
    else if (x.what == kind::leaf) made = leaf_of_distance(x);
    else {
      int c[8]{};
      for (int k = 0; k < x.edges; ++k) c[k] = of_distance(g.child(n, k));
      x.free = 0;
      made = g.make(x, c, x.edges);
    }
    at_distance[n] = static_cast<std::int16_t>(made);
    // integers that say where something is read are checked
    for (int v = 0; v < g.variable_count; ++v)
      if (g.variables[v].data_node == n) look_up_of_distance(v);
    return made;
  }
  constexpr int position_of_distance(const affine& m) {
    return m.count == 0 && m.slot_count == 0 ? g.make_constant(static_cast<double>(m.offset), scalar::i32) : make_position(g, m);
  }
  constexpr int look_up_of_distance(int v) {
    const variable d = g.variables[v];
    return looked_up_variable(g, of_distance(d.data_node), d.axis, d.name, d.extent, d.size_from, d.marks);
  }
  constexpr int leaf_of_distance(const node& x) {
    const access from = g.accesses[x.item];
    affine maps[leaf::max_rank + 1]{};
    for (int k = 0; k < from.maps; ++k) {
      maps[k] = g.maps[from.first_map + k];
      for (int i = 0; i < maps[k].count; ++i)
        if (const int v = maps[k].terms[i].variable; (base_variables(g, one(v)) & (one(a) | one(b))) != 0) maps[k].terms[i].variable = static_cast<std::int16_t>(look_up_of_distance(v));
    }
    const int acc = make_access(g, access::of::leaf, from.target, maps, from.maps, g.leaves[from.target].stride);
    return g.make({.what = kind::leaf, .type = x.type, .operand = x.operand, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }

  // Root n becomes what is read of the line that `value` is.
  constexpr void read_line(int n, int value) {
    affine maps[leaf::max_rank + 1]{};
    index_t strides[leaf::max_rank + 1]{};
    int count = 0;
    for (int v = 0; v < g.variable_count; ++v) {
      if (!has(g[value].free, v)) continue;
      strides[count] = unknown_stride;
      affine& m = maps[count++];
      if (v != distance) m.add(v, 1);
      else {
        m.add(up, 1);
        m.add(down, -1);
        add_last(m, 1);
      }
    }
    const int acc = make_access(g, access::of::value, value, maps, count, strides);
    node& x = g.nodes[n];
    x = {.what = kind::stored, .type = x.type, .operand = x.type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])};
  }
  constexpr void tabulate(std::int16_t pair) {
    for (int n = 0; n < g.size; ++n) {
      depends[n] = dependence_of(n);
      at_distance[n] = -1;
    }
    root_count = 0;
    seen_nodes<N> seen;
    for (int r = 0; r < p.results; ++r) find_roots(p.result_nodes[r], false, seen);
    if (root_count == 0) return;
    // lanes are along a result: there the line is read as it lies
    vars results = 0;
    for (int r = 0; r < p.results; ++r) results |= p.result_axes[r];
    const bool along_a = has(results, a) && (!has(results, b) || p.result_lane[0] == a);
    up = along_a ? a : b;
    down = along_a ? b : a;
    const bool is_static = g.extent(a) != dynamic && g.extent(b) != dynamic;
    distance = find_variable(g, {tag_of<relative_position>, "distance", is_static ? g.extent(a) + g.extent(b) - 1 : dynamic,
                                 is_static ? extent_source{} : extent_source{extent_source::from::difference, static_cast<std::int16_t>(a), static_cast<std::int16_t>(b)}, pair});
    const int size = g.size;
    for (int i = 0; i < root_count && !g.overflow; ++i) of_distance(roots[i]);
    if (g.overflow) return;
    for (int i = 0; i < root_count; ++i) read_line(roots[i], at_distance[roots[i]]);
    for (int n = 0; n < size; ++n) {
      node& x = g.nodes[n];
      x.folded = x.bound;
      for (int k = 0; k < x.edges; ++k) x.folded |= g[g.child(n, k)].folded;
    }
    forget_unused_places();
  }
  // Integers that nothing is looked up at any more are not stored.
  constexpr void forget_unused_places() {
    seen_nodes<N> used;
    for (int r = 0; r < p.results; ++r) mark_used(g, p.result_nodes[r], used);
    for (int v = 0; v < g.variable_count; ++v)
      if (const int n = g.variables[v].data_node; n >= 0 && at_distance[n] >= 0 && !used.entered(n) && !is_read_at(p, v)) g.variables[v].data_node = -1;
  }
};

template <int N> constexpr void store_relative_positions(program<N>& p) { relative_positions<N>(p).run(); }

}  // namespace heed::planner::detail
