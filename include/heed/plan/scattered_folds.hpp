// A fold of values that each stand at one place of another axis takes every one where it stands:
//
//   sum_E(x[E, D] * (at[E] == position<V>))               for each E:  r[at[E], D] += x[E, D]
//   max_E(where(at[E] == position<V>, x[E, D], -inf))     for each E:  r[at[E], D] = maximum(r[at[E], D], x[E, D])
//
// On the left there are as many steps as E and V have together, on the right as many as E has: gradients of embeddings, histograms, means of segments
// and clusters, messages of edges that are summed for the node that each goes to. The result is stored. What stands nowhere along V is left out. (Places
// may be of two axes: sparse matrices, histograms of pairs.)
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/plan/gather.hpp>
#include <heed/plan/nested_folds.hpp>
#include <heed/plan/nest.hpp>
#include <heed/plan/waiting.hpp>

namespace heed::planner::detail {

template <int N> class scattered_folds {
 public:
  explicit constexpr scattered_folds(program<N>& plan) : p(plan), g(plan.g) {}

  constexpr void run() {
    if (!compares_places()) return;
    seen_nodes<N> seen;
    for (int r = 0; r < p.results && !g.overflow; ++r) visit(p.result_nodes[r], seen);
    if (!any) return;
    for (int n = 0; n < g.size; ++n) {
      node& x = g.nodes[n];
      x.folded = x.bound;
      for (int k = 0; k < x.edges; ++k) x.folded |= g.nodes[g.child(n, k)].folded;
    }
  }

 private:
  program<N>& p;
  graph<N>& g;
  bool any = false;
  // of the fold at hand: a comparison, the integers in it and the variable along which they are places
  int mark = -1, ids = -1, along = -1;

  constexpr bool compares_places() const {
    for (int n = 0; n < g.size; ++n)
      if ((g.is(n, op::equal) || g.is(n, op::not_equal)) && (g.is(g.child(n, 0), kind::position) || g.is(g.child(n, 1), kind::position))) return true;
    return false;
  }
  // Folds below come first. (Not those that are to be computed where they are used.)
  constexpr void visit(int n, seen_nodes<N>& seen) {
    if (!seen.enter(n) || g.is(n, hint_code::recomputed)) return;
    if (g.is(n, kind::stored)) visit(g.accesses[g.nodes[n].item].target, seen);
    for (int k = 0; k < g.nodes[n].edges; ++k) visit(g.child(n, k), seen);
    if (g.is(n, kind::fold) && (g.fold_of(n) == fold_op::sum || g.fold_of(n) == fold_op::max || g.fold_of(n) == fold_op::min) && g.nodes[n].type != scalar::b8) {
      scatter(n);
      if (g.is(n, kind::fold) && g.fold_of(n) == fold_op::sum) scatter_product(n);
    }
  }

  // The variable whose coordinate this is, as it is; -1: none.
  constexpr int coordinate_of(int n) const {
    if (!g.is(n, kind::position)) return -1;
    const affine& m = g.maps[g.accesses[g.nodes[n].item].first_map];
    if (m.count != 1 || m.offset != 0 || m.slot_count != 0 || m.terms[0].coefficient != 1 || m.terms[0].slot >= 0) return -1;
    return g.variables[m.terms[0].variable].derived ? -1 : m.terms[0].variable;
  }
  // Finds the comparison among the factors of what is folded over `bound`, or among conditions that all have to hold.
  constexpr bool find_mark(int n, vars bound) {
    if (g.is(n, op::equal)) {
      for (int k = 0; k < 2; ++k) {
        const int v = coordinate_of(g.child(n, k)), other = g.child(n, 1 - k);
        if (v < 0 || has(bound, v) || has(g.nodes[other].free, v) || (g.nodes[other].free & bound) == 0 || is_float(g.nodes[other].type)) continue;
        mark = n;
        ids = other;
        along = v;
        return true;
      }
      return false;
    }
    if (g.is(n, op::multiply) || g.is(n, op::logical_and)) return find_mark(g.child(n, 0), bound) || find_mark(g.child(n, 1), bound);
    if (g.is(n, kind::convert) && g.hint_of(n) == hint_code::none) return find_mark(g.child(n, 0), bound);
    return g.is(n, op::where) && is_zero(g.child(n, 2)) && find_mark(g.child(n, 0), bound);
  }
  constexpr bool is_zero(int n) const { return g.is(n, kind::constant) && g.nodes[n].item < 0 && g.constants[-1 - g.nodes[n].item] == 0; }
  constexpr int converted(int n, scalar type) { return g.nodes[n].type == type ? n : g.make({.what = kind::convert, .type = type, .operand = type}, &n, 1); }
  // Value n where the comparison holds; -1: it is 1 there.
  constexpr int where_it_holds(int n) {
    if (n == mark) return -1;
    const node x = g.nodes[n];
    if (x.what == kind::convert) {
      const int of = g.child(n, 0), r = where_it_holds(of);
      return r < 0 ? -1 : r == of ? n : converted(r, x.type);
    }
    if (g.is(n, op::multiply) || g.is(n, op::logical_and)) {
      const int a = g.child(n, 0), b = g.child(n, 1);
      seen_nodes<N> seen;
      const bool first = is_taken_as_it_is_of(a, seen);
      const int r = where_it_holds(first ? a : b), other = first ? b : a;
      return r < 0 ? converted(other, x.type) : g.make(g.op_of(n), x.type, r, other);
    }
    if (g.is(n, op::where)) {
      const int r = where_it_holds(g.child(n, 0)), yes = converted(g.child(n, 1), x.type);
      return r < 0 ? yes : g.make_where(x.type, r, yes, g.child(n, 2));
    }
    return n;
  }
  // A stored value where the integers at hand say along their variable, at the nearest place there is: what is elsewhere is left out.
  constexpr int at_its_place(int n) {
    constexpr scalar wide = scalar::i64;
    const variable& v = g.variables[along];
    const int last = v.extent != dynamic ? g.make_constant(static_cast<double>(v.extent - 1), wide) : g.make(op::subtract, wide, number_of_points(g, one(along), wide), g.make_constant(1, wide));
    const int nearest = g.make(op::maximum, wide, g.make(op::minimum, wide, converted(ids, wide), last), g.make_constant(0, wide));
    const int there = looked_up_variable(g, nearest, v.axis, v.name, v.extent, v.source, false);
    const access read = g.accesses[g.nodes[n].item];
    affine maps[leaf::max_rank + 1]{};
    index_t strides[leaf::max_rank + 1]{};
    for (int k = 0; k < read.maps; ++k) {
      maps[k] = g.maps[read.first_map + k];
      for (int t = 0; t < maps[k].count; ++t)
        if (maps[k].terms[t].variable == along) maps[k].terms[t].variable = static_cast<std::int16_t>(there);
      strides[k] = unknown_stride;
    }
    return g.make(stored(g.nodes[n].type, make_access(g, read.what, read.target, maps, read.maps, strides)), nullptr, 0);
  }
  // Whether the comparison is a factor at or below n.
  constexpr bool is_taken_as_it_is_of(int n, seen_nodes<N>& seen) const {
    if (n == mark) return true;
    if (n < mark || !seen.enter(n)) return false;
    const bool product = g.is(n, op::multiply) || g.is(n, op::logical_and) || (g.is(n, kind::convert) && g.hint_of(n) == hint_code::none);
    for (int k = 0; k < (product ? g.nodes[n].edges : g.is(n, op::where) && is_zero(g.child(n, 2)) ? 1 : 0); ++k)
      if (is_taken_as_it_is_of(g.child(n, k), seen)) return true;
    return false;
  }

  // One number: a constant, or computed from such.
  constexpr bool is_number(int n) const {
    if (!g.is(n, kind::elementwise)) return g.is(n, kind::constant);
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (!is_number(g.child(n, k))) return false;
    return true;
  }
  // n as where(a == b, x, z), if that is what it is for a number z: where(a != b, z, x), where(!c, z, x), and one of all these that is scaled by a number.
  constexpr int said_of_equals(int n) {
    const scalar type = g.nodes[n].type;
    if ((g.is(n, op::multiply) || g.is(n, op::divide)) && is_float(type)) {
      const int k = is_number(g.child(n, 1)) ? 0 : g.is(n, op::multiply) && is_number(g.child(n, 0)) ? 1 : -1;
      if (k < 0) return n;
      const int w = said_of_equals(g.child(n, k)), by = g.child(n, 1 - k);
      if (!g.is(w, op::where) || g.nodes[w].type != type || !is_number(g.child(w, 2))) return n;
      return g.make_where(type, g.child(w, 0), g.make(g.op_of(n), type, g.child(w, 1), by), g.make(g.op_of(n), type, g.child(w, 2), by));
    }
    if (!g.is(n, op::where) || !is_number(g.child(n, 1))) return n;
    const int c = g.child(n, 0);
    if (g.is(c, op::not_equal)) return g.make_where(type, g.make_comparison(op::equal, g.nodes[c].operand, g.child(c, 0), g.child(c, 1)), g.child(n, 2), g.child(n, 1));
    return g.is(c, op::logical_not) ? g.make_where(type, g.child(c, 0), g.child(n, 2), g.child(n, 1)) : n;
  }
  // Whether a value is an operand, or no larger than one, or some times as large as the result, or small: no array of pairs is stored by surprise.
  constexpr bool may_be_stored(int n, int f) const {
    constexpr double small = 1 << 16, some = 16;
    const double elements = estimated_points(g, g.nodes[n].free);
    seen_nodes<N> seen;
    return elements <= small || elements <= some * estimated_points(g, g.nodes[f].free) || has_leaf_as_large(g, n, elements, seen);
  }
  // And it takes less: an element a step, and a place for each of the integers, beside a vector of elements and of places. c: what is folded, and the integers.
  constexpr bool is_worth_storing(int f, const int* c, int count) const {
    constexpr double step = 1, place = 6, least_times_fewer = 2;
    vars all = 0;
    double work = estimated_points(g, g.nodes[f].free);
    for (int i = 0; i < count; ++i) {
      if (!may_be_stored(c[i], f)) return false;
      all |= g.nodes[c[i]].free;
      work += i > 0 ? place * estimated_points(g, g.nodes[c[i]].free) : 0;
    }
    return estimated_points(g, g.nodes[f].free | g.nodes[f].bound) >= least_times_fewer * (work + step * estimated_points(g, all));
  }
  constexpr void scatter(int f) {
    const scalar type = g.nodes[f].type;
    const int body = said_of_equals(g.child(f, 0));
    // where(c, x, z) with one number z: it is folded, too, as often as c does not hold (`elsewhere`); of anything else but a product nothing is known
    const bool chosen = g.is(body, op::where) && g.nodes[body].type == type && is_number(g.child(body, 2));
    if (!chosen && g.fold_of(f) != fold_op::sum) return;
    int c[4]{}, count = 1, places[2] = {-1, -1}, rest = chosen ? g.child(body, 0) : body;
    vars all = 0, scattered = 0;
    while (count < 3 && rest >= 0 && find_mark(rest, g.nodes[f].bound)) {
      if (has(all | scattered, along) || (g.nodes[ids].free & (scattered | one(along))) != 0 || along == 63) break;
      places[count - 1] = along;
      scattered |= one(along);
      all |= g.nodes[ids].free;
      c[count++] = ids;
      rest = where_it_holds(rest);
    }
    if (count == 1) return;
    int x = rest < 0 ? g.make_constant(1, type) : converted(rest, type);
    if (chosen) {
      x = converted(g.child(body, 1), type);
      if (rest >= 0) x = g.make_where(type, rest, x, g.child(body, 2));
    }
    c[0] = x;
    all |= g.nodes[x].free;
    if (g.overflow || (all & scattered) != 0 || (g.nodes[f].bound & ~all) != 0 || !is_worth_storing(f, c, count)) return;
    if (chosen && !is_zero(g.child(body, 2))) c[count++] = g.child(body, 2);
    const int value = g.make({.what = kind::scatter, .code = g.nodes[f].code, .type = type, .operand = type, .item = scattered_along::item(places[0], places[1]), .bound = g.nodes[f].bound, .free = scattered}, c, count);
    read_stored(f, value);
  }
  constexpr node stored(scalar type, int acc) const { return {.what = kind::stored, .type = type, .operand = type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}; }
  // Node n becomes what is read of another that is stored.
  constexpr void read_stored(int n, int value) {
    affine maps[leaf::max_rank + 1]{};
    index_t strides[leaf::max_rank + 1]{};
    int rank = 0;
    for (int v = 0; v < g.variable_count; ++v) {
      if (!has(g.nodes[value].free, v)) continue;
      if (rank == leaf::max_rank) return;
      strides[rank] = unknown_stride;
      maps[rank++].add(v, 1);
    }
    g.nodes[n] = stored(g.nodes[n].type, make_access(g, access::of::value, value, maps, rank, strides));
    any = true;
  }

  // Of sums of where(c, x, z) times others, as of weights that a mask lets through,
  //
  //   sum_E(where(c, x, z) * y) = sum_E(where(c, x * y, 0)) + z * (sum_E(y) - sum_E(where(c, y, 0)))
  //
  // and of exponentials less m, a maximum that is stored at its places: with exp(x - m[at]) for x and exp(z - m) for z. (z is 0 or -inf most often, but that is known only
  // when it runs.)
  constexpr void scatter_product(int f) {
    const scalar type = g.nodes[f].type;
    const vars bound = g.nodes[f].bound;
    int z = -1, m = -1, y = -1;
    split_weights(g.child(f, 0), bound, type, z, m, y);
    if (z < 0 || (m < 0 && y < 0)) return;
    const int here = g.child(z, 0);
    const int zero = g.make_constant(0, type), x = m < 0 ? g.child(z, 1) : g.make(op::exp, type, g.make(op::subtract, type, g.child(z, 1), g.make(op::anchor, type, at_its_place(m))));
    const int at = make_plain_fold(g, fold_op::sum, bound, type, type, g.make_where(type, here, y < 0 ? x : g.make(op::multiply, type, x, y), zero));
    if (g.overflow) return;
    scatter(at);
    if (!g.is(at, kind::stored)) return;
    const int one = g.make_constant(1, type), all = y < 0 ? number_of_points(g, bound, type) : make_plain_fold(g, fold_op::sum, bound, type, type, y);
    const int taken = make_plain_fold(g, fold_op::sum, bound, type, type, g.make_where(type, here, y < 0 ? one : y, zero));
    if (g.overflow) return;
    scatter(taken);
    const int e = m < 0 ? g.child(z, 2) : g.make(op::exp, type, g.make(op::subtract, type, g.child(z, 2), g.make(op::anchor, type, m)));
    const int rest = g.make_where(type, g.make_comparison(op::equal, type, e, zero), zero, g.make(op::multiply, type, e, g.make(op::subtract, type, all, taken)));
    read_stored(f, g.make(op::add, type, at, rest));
  }
  // The first of n's factors that is where(c, x, z), or the exponential of one less m, and the product of the others; -1: there are none.
  constexpr void split_weights(int n, vars bound, scalar type, int& chosen, int& m, int& others) {
    if (g.is(n, op::multiply)) {
      for (int k = 0; k < 2; ++k) split_weights(g.child(n, k), bound, type, chosen, m, others);
      return;
    }
    if (chosen < 0) {
      const bool is_weight = g.is(n, op::anchored_exp) && g.is(g.child(n, 1), kind::stored);
      const int z = said_of_equals(is_weight ? g.child(n, 0) : n);
      if (g.is(z, op::where) && is_number(g.child(z, 2)) && g.nodes[z].type == type && g.nodes[g.child(z, 1)].type == type && find_mark(g.child(z, 0), bound) && (!is_weight || has(g.nodes[g.child(n, 1)].free, along))) {
        chosen = z;
        m = is_weight ? g.child(n, 1) : -1;
        return;
      }
    }
    others = others < 0 ? n : g.make(op::multiply, type, others, n);
  }
};

/// Folds that are worth it become what is read of a stored one.
template <int N> constexpr void scatter_folds(program<N>& p) { scattered_folds<N>(p).run(); }

}  // namespace heed::planner::detail
