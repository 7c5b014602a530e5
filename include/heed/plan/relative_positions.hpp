// A function of a relative position is computed once for each, and read wherever it is used:
//
//   f(position<A> - position<B>)  =  line[position<A> - position<B> + B - 1]        line[i] = f(i - (B - 1)), i < A + B - 1
//
// A bias of buckets of distances, a decay by distance, the values of a kernel: as many functions as there are distances, and not one for every pair.
// (The matrix is a Toeplitz matrix, and the line all that is in it.)
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/dependence.hpp>
#include <heed/plan/gather.hpp>
#include <heed/plan/nest.hpp>
#include <heed/plan/store_first.hpp>

namespace heed::planner::detail {

// Pairs for which the functions of their distances are stored: so many times as many as there are distances, and no few.
inline constexpr double least_pairs_a_distance = 4, least_pairs = 2048;

template <int N> class relative_positions {
 public:
  explicit constexpr relative_positions(program<N>& plan) : p(plan), g(plan.g), positions(plan.g) {}

  constexpr void run() {
    if (!positions.find()) return;
    for (int i = 0; i < positions.count; ++i) {
      positions.take(i);
      tabulate(static_cast<std::int16_t>(i));
    }
  }

 private:
  program<N>& p;
  graph<N>& g;
  pairs_of_positions<N> positions;
  const int &a = positions.a, &b = positions.b;
  const dependence* const depends = positions.depends;
  // of the pair at hand: what is stored, and what each value is with a distance in place of the pair
  static constexpr int most_roots = 8;
  std::int16_t roots[most_roots]{};
  int root_count = 0;
  std::int16_t at_distance[N]{};
  int distance = -1, up = 0, down = 0;  // (the distance grows along `up`)

  // ---- what is worth storing
  constexpr bool is_dear(int n, seen_nodes<N>& seen) const {
    if (!seen.enter(n) || !depends[n].of_difference()) return false;
    if (is_expensive(g, n) || g.is(n, kind::leaf) || g.is(n, kind::looked_up)) return true;
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (is_dear(g.child(n, k), seen)) return true;
    return false;
  }
  constexpr bool is_worth_storing(int n) const {
    const double pairs_of_it = estimated_points(g, one(a) | one(b)), distances = static_cast<double>(estimated_extent(g, a) + estimated_extent(g, b) - 1);
    if (pairs_of_it < least_pairs_a_distance * distances || estimated_points(g, g.nodes[n].free) < least_pairs) return false;
    seen_nodes<N> seen;
    return is_dear(n, seen);
  }
  // The largest values that are. A choice is left to be made where it is used: it may be a mask, whose blocks are left out. Places are not.
  constexpr void find_roots(int n, bool place, seen_nodes<N>& seen) {
    if (!seen.enter(n) || g.is(n, hint_code::recomputed)) return;
    if (depends[n].of_difference() && g.nodes[n].type != scalar::b8 && (place || !g.is(n, op::where)) && is_worth_storing(n)) {
      if (root_count < most_roots) roots[root_count++] = static_cast<std::int16_t>(n);
      return;
    }
    if (g.is(n, kind::stored)) find_roots(g.accesses[g.nodes[n].item].target, false, seen);
    if (g.is(n, kind::leaf)) {
      const access& at = g.accesses[g.nodes[n].item];
      for (int t = 0; t < at.terms; ++t)
        if (const int v = g.variables[g.terms[at.first_term + t].variable].data_node; v >= 0) find_roots(v, true, seen);
    }
    for (int k = g.is(n, op::where) ? 1 : 0; k < g.nodes[n].edges; ++k) find_roots(g.child(n, k), k == 1 && g.is(n, kind::looked_up), seen);
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
    if (depends[n].what == dependence::how::none) return n;
    if (at_distance[n] >= 0) return at_distance[n];
    node x = g.nodes[n];
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
      if (!has(g.nodes[value].free, v)) continue;
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
    for (int n = 0; n < g.size; ++n) at_distance[n] = -1;
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
      for (int k = 0; k < x.edges; ++k) x.folded |= g.nodes[g.child(n, k)].folded;
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
