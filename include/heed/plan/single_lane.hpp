// One query without an axis of its own: `dot<Key>(weights, v)`, normalised over Key, with q {Feature}. No axis of it could be
// the lanes' of both products, so that its scores would be stored. It is given an axis of extent 1: one pass,
// nothing stored. (So is `Query[1]`, which is no loop of its own: plan/lower.hpp.)
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/reach.hpp>

namespace heed::planner {

namespace detail {
struct single_query {};

// The least leaf of a value, through which all of it gets the axis. (Of two, a query's features and the weights that it is projected with, a product would
// have both operands in its single lane, and be none of the micro-kernel's.)
template <int N> constexpr void find_least_leaf(const graph<N>& g, int n, int& least, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return;
  if (g.is(n, kind::leaf) && g.accesses[g.nodes[n].item].maps > 0 && (least < 0 || estimated_points(g, g.nodes[n].free) < estimated_points(g, g.nodes[least].free))) least = n;
  for (int i = 0; i < g.nodes[n].edges; ++i) find_least_leaf(g, g.child(n, i), least, seen);
}
template <int N> constexpr bool mark_alone(graph<N>& g, int n) {
  int least = -1;
  seen_nodes<N> seen;
  find_least_leaf(g, n, least, seen);
  if (least < 0) return false;
  const int target = g.accesses[g.nodes[least].item].target;
  const bool before = g.alone[target];
  g.alone[target] = true;
  return !before;
}

// Whether products are summed at or below a value, as scores are.
template <int N> constexpr bool has_products(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n) || g.nodes[n].folded == 0) return false;
  if (operands o; is_contraction(g, n) && split_product(g, g.child(n, 0), -1, g.nodes[n].type, o) && o.rows > 1) return true;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (has_products(g, g.child(n, i), seen)) return true;
  return false;
}
// Whether a value is dear to compute, beside what is folded for it, and made of no scores, which have the one lane in any case.
template <int N> constexpr bool is_dear_element(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n) || g.is(n, kind::fold)) return false;
  if (seen_nodes<N> below; is_expensive(g, n)) return !has_products(g, n, below);
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (is_dear_element(g, g.child(n, i), seen)) return true;
  return false;
}
// One query's elements are read, or there are so few of them beside what they multiply that it does not matter that a whole vector is computed for each.
// (The weights of 10 capsules beside 16 features of each are too many.)
inline constexpr double least_times_dear = 64;
/// Whether elements of another type are converted as they are read for so many lanes: those of a few lanes, and small ones for some blocks of lanes, each of which converts them again.
/// (A cache of int8, 4096 keys of 8 heads, for 1, 4, 64 and 1000 queries a head: 0.6, 1.7, 11 and 169 ms; stored as float32 first 2.6, 4.3, 14 and 165.)
constexpr bool is_converted_for(index_t lanes, index_t bytes, index_t bytes_as_read) {
  return (lanes >= 0 && lanes <= 4) || (lanes <= 256 && bytes < bytes_as_read);  // (run-time ones, too)
}
// What is read as it lies, of another type or not: integers are converted on the way.
template <int N> constexpr bool lies_in_memory(const graph<N>& g, int n) {
  return g.is(n, kind::leaf) || (g.is(n, kind::convert) && g.hint_of(n) == hint_code::none && g.is(g.child(n, 0), kind::leaf));
}
// What is made of memory, numbers and positions point by point. (Not of what is joined of run-time extents, each part of which may be empty: one query over two caches
// that are joined takes 3.2 ms, and took 4.9 so.)
template <int N> constexpr bool is_made_by_points(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return true;
  switch (g.nodes[n].what) {
    case kind::leaf: return !may_be_nowhere(g, g.accesses[g.nodes[n].item]);
    case kind::constant: case kind::position: case kind::length: return true;
    case kind::convert:
      if (g.hint_of(n) != hint_code::none) return false;
      break;
    case kind::elementwise: case kind::mapped: break;
    default: return false;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (!is_made_by_points(g, g.child(n, i), seen)) return false;
  return true;
}
template <int N> constexpr bool is_made_by_points(const graph<N>& g, int n) {
  seen_nodes<N> seen;
  return is_made_by_points(g, n, seen);
}
// Whether all coordinates of it are plain variables: it is read in vectors.
template <int N> constexpr bool is_plainly_read(const graph<N>& g, int n) {
  if (g.is(n, kind::leaf))
    for (int t = 0; t < g.accesses[g.nodes[n].item].terms; ++t)
      if (g.variables[g.terms[g.accesses[g.nodes[n].item].first_term + t].variable].derived) return false;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (!is_plainly_read(g, g.child(n, i))) return false;
  return true;
}
/// Whether the rows of a product are computed for each block of so many lanes, and not stored before: whatever they are for a few lanes, or where one block is all; for more
/// what is cheap and made of smaller elements.
template <int N> constexpr bool is_made_for(const graph<N>& g, int n, index_t lanes, index_t of_block, index_t bytes) {
  if (!is_made_by_points(g, n)) return false;
  const int leaf = largest_leaf(g, n);
  if (leaf < 0 || g.nodes[leaf].free != g.nodes[n].free) return false;
  if (lanes >= 0 && lanes <= 4) return true;
  return is_plainly_read(g, n) && ((lanes >= 0 && lanes <= of_block) || (lanes <= 256 && bytes_of(g.nodes[leaf].type) < bytes && !contains_expensive(g, n)));
}
// Whether a leaf below is read at places that are data of everything walked: rows from here and there, none of which lies a stride from the one before.
template <int N> constexpr bool is_looked_up_along(const graph<N>& g, int n, vars walked) {
  if ((g.nodes[n].free & walked) != walked) return false;
  if (g.is(n, kind::leaf)) return (walked & ~read_at_data(g, g.accesses[g.nodes[n].item])) == 0;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (is_looked_up_along(g, g.child(n, i), walked)) return true;
  return false;
}
// Contractions at or below n that change with `walked`, one of whose operands neither does nor has an axis of its own.
template <int N> constexpr bool mark_single_operands(graph<N>& g, int n, vars walked, seen_nodes<N>& seen) {
  if (!seen.enter(n) || (g.nodes[n].free & walked) == 0) return false;
  bool any = false;
  operands o;
  if (is_contraction(g, n) && is_float(g.nodes[n].type) && split_product(g, g.child(n, 0), -1, g.nodes[n].type, o)) {
    vars fixed = 0, changing = 0;
    bool lies = true, dear = false;  // what changes lies in memory, or is to be stored in any case
    seen_nodes<N> elements;
    for (int i = 0; i < o.rows; ++i) {
      const bool changes = (g.nodes[o.without[i]].free & walked) != 0;
      (changes ? changing : fixed) |= g.nodes[o.without[i]].free;
      dear = dear || (!changes && is_dear_element(g, o.without[i], elements));
      lies = lies && (!changes || is_made_by_points(g, o.without[i]) || g.nodes[o.without[i]].folded != 0) && !is_looked_up_along(g, o.without[i], walked);
    }
    if (lies && (!dear || estimated_points(g, changing) >= least_times_dear * estimated_points(g, fixed)) && (fixed & g.nodes[n].bound) != 0 && (changing & g.nodes[n].bound) != 0 && (fixed & ~g.nodes[n].bound & ~changing) == 0 &&
        (g.nodes[n].free & ~walked & ~fixed) == 0)
      for (int i = 0; i < o.rows; ++i)
        if ((g.nodes[o.without[i]].free & walked) == 0) any = mark_alone(g, o.without[i]) || any;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i) any = mark_single_operands(g, g.child(n, i), walked, seen) || any;
  return any;
}

/// Marks leaves that are given the axis; whether there are any that were not marked before. (Where the result of the fold above has no axis beyond
/// those of its scores, that fold is no product with rows: it would be taken element by element in a single lane, and goes along other lanes if they are stored.)
template <int N> constexpr bool find_single_lanes(graph<N>& g) {
  bool any = false;
  for (int f = 0; f < g.size; ++f) {
    operands o;
    if (!is_contraction(g, f) || !split_product(g, g.child(f, 0), -1, g.nodes[f].type, o)) continue;
    for (int i = 0; i < o.rows; ++i) {
      if ((g.nodes[f].free & ~g.nodes[o.without[i]].free) == 0) continue;
      seen_nodes<N> seen;
      any = mark_single_operands(g, o.without[i], g.nodes[f].bound, seen) || any;
    }
  }
  return any;
}
}  // namespace detail

}  // namespace heed::planner
