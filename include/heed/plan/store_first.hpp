// What is stored before any nest of the results: what the formula says is, integers that are looked up, lets under several names, lines.
#pragma once

#include <heed/plan/sums.hpp>
#include <heed/plan/temporaries.hpp>

namespace heed::planner::detail {

template <int N> constexpr void store_below(program<N>& p, int n, int value);

// Whether values at or below one that is needed are read at coordinate v.
template <int N> constexpr bool is_read_at(const graph<N>& g, int n, int v, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (g.is(n, kind::leaf) || g.is(n, kind::position) || g.is(n, kind::stored)) {
    const access& a = g.accesses[g.nodes[n].item];
    vars used = 0;
    for (int t = 0; t < a.terms; ++t) used |= one(g.terms[a.first_term + t].variable);
    for (vars before = 0; before != used;) {
      before = used;
      for (int w = 0; w < g.variable_count; ++w)
        if (has(used, w) && g.variables[w].derived) used |= g.maps[g.variables[w].source.number].used();
    }
    if (has(used, v)) return true;
    for (int w = 0; w < g.variable_count; ++w)
      if (has(used, w) && g.variables[w].data_node >= 0 && is_read_at(g, g.variables[w].data_node, v, seen)) return true;
    return g.is(n, kind::stored) && is_read_at(g, a.target, v, seen);
  }
  for (int k = 0; k < g.nodes[n].edges; ++k)
    if (is_read_at(g, g.child(n, k), v, seen)) return true;
  return false;
}
template <int N> constexpr bool is_read_at(const program<N>& p, int v) {
  seen_nodes<N> seen;
  for (int r = 0; r < p.results; ++r)
    if (is_read_at(p.g, p.result_nodes[r], v, seen)) return true;
  return false;
}
// Integers that are looked up and are no leaf are stored; not those that cost little where nothing in memory is addressed by them.
template <int N> constexpr void store_ids(program<N>& p, int n) {
  for (int v = 0; v < p.g.variable_count; ++v) {
    if (p.g.variables[v].how != variable::how::data || p.g.variables[v].data_node != n || p.g.variables[v].data >= 0) continue;
    if (is_of_positions_alone(p.g, n) && !is_read_at(p, v)) continue;
    make_temporaries(p, &n, 1);
    p.g.variables[v].data = p.access_of[n];
  }
}
// What node n wants stored, and how it reads that: see store_first.
template <int N> constexpr void store_for(program<N>& p, int n) {
  graph<N>& g = p.g;
  if (!g.is(n, kind::stored)) {
    if (g.is(n, hint_code::stored)) make_temporaries(p, &n, 1);
    store_ids(p, n);
    return;
  }
  const access wanted = g.accesses[g.nodes[n].item];
  const int first = wanted.target;
  if (first > n) store_below(p, n, first);
  const int sum_along = g.is(first, kind::scan) ? lanes_of_sum(g, n, first) : -1;
  make_temporaries(p, &first, 1, sum_along);
  if (p.temporary_of[first] < 0) return;
  if (sum_along >= 0) p.temporaries_list[p.temporary_of[first]].as_it_lies = has_at_once(p, first, least_inside);
  const temporary& t = p.temporaries_list[p.temporary_of[first]];
  // `wanted` has a map for each variable of `first`, lowest first; the temporary has its own order
  const access mine = g.accesses[p.access_of[first]];
  affine maps[8]{};
  for (int k = 0; k < t.rank; ++k) {
    const affine& m = g.maps[mine.first_map + k];  // of variables of `first`, along the temporary's axis k
    maps[k].add(m, 1);
    maps[k].count = 0;
    for (int i = 0; i < m.count; ++i) {
      int at = 0;
      for (int w = 0; w < m.terms[i].variable; ++w) at += has(g.nodes[first].free, w) ? 1 : 0;
      maps[k].add(g.maps[wanted.first_map + at], m.terms[i].coefficient);
    }
  }
  index_t strides[8]{};
  set_strides(g, t, strides);
  p.access_of[n] = static_cast<std::int16_t>(make_access(g, access::of::temporary, p.temporary_of[first], maps, t.rank, strides));
  p.temporary_of[n] = p.temporary_of[first];
  store_ids(p, n);
}
// The same for what is below a value that comes after the node which reads it, as lines do.
template <int N> constexpr void store_below(program<N>& p, int n, int value) {
  seen_nodes<N> used;
  mark_used(p.g, value, used);
  for (int v = 0; v < p.g.variable_count; ++v) {
    seen_nodes<N> seen;
    if (p.g.variables[v].data_node >= 0 && is_read_at(p.g, value, v, seen)) mark_used(p.g, p.g.variables[v].data_node, used);
  }
  for (int i = n + 1; i < p.g.size && !p.overflow; ++i)
    if (used.entered(i)) store_for(p, i);
}

// What the formula wants stored. A let that is used under several names of its axes is computed once and stored, too; the uses
// read it. So are integers that are looked up. What others need comes first in the order of nodes.
// Of the first `count` nodes those from n on that are used, until there are so many nests; gives the node to go on with.
template <int N> constexpr int store_first(program<N>& p, int n, int count, int nests) {
  seen_nodes<N> used;
  for (int r = 0; r < p.results; ++r) mark_used(p.g, p.result_nodes[r], used);
  for (int v = 0; v < p.g.variable_count; ++v)  // (integers are checked, whether or not anything is looked up at them)
    if (p.g.variables[v].data_node >= 0) mark_used(p.g, p.g.variables[v].data_node, used);
  for (; n < count && !p.overflow && p.nest_count < nests; ++n)
    if (used.entered(n)) store_for(p, n);
  return n;
}

}  // namespace heed::planner::detail
