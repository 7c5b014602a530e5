// Axes that every operand and target goes through as one: x {Point, Coordinate} * 2 is a loop over Point * Coordinate elements, of whole vectors,
// and not one over three for every point; x {Batch, Token, Model} times weights has Batch * Token rows.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {

/// Whether an affine map is this variable, from the first element on.
constexpr bool is_variable(const affine& m, int v) { return m.count == 1 && m.terms[0].variable == v && m.terms[0].coefficient == 1 && m.terms[0].slot < 0 && m.offset == 0 && m.slot_count == 0; }
/// Whether it goes on by one with this variable and does not change with the other: from the first element on or another, in a window of those of a third.
constexpr bool goes_with(const affine& m, int v, int other) {
  int terms = 0;
  for (int i = 0; i < m.count; ++i)
    if (m.terms[i].variable == v) terms += m.terms[i].coefficient == 1 && m.terms[i].slot < 0 ? 1 : 2;
  return terms == 1 && !has(m.used(), other);
}

enum class gone_through : std::uint8_t { apart, not_at_all, by_both };
/// How an access has two variables: as two of its axes, that of `inner` from the first element on, or neither.
template <int N> constexpr gone_through how_it_goes(const graph<N>& g, const access& a, int outer, int inner) {
  vars used = 0;
  int axes_of_these = 0;
  for (int k = 0; k < a.maps; ++k) {
    const affine& m = g.maps[a.first_map + k];
    used |= m.used();
    axes_of_these += goes_with(m, outer, inner) || is_variable(m, inner) ? 1 : (m.used() & (one(outer) | one(inner))) != 0 ? 3 : 0;
  }
  for (int t = a.first_term; t < a.first_term + a.terms; ++t)
    if (g.terms[t].variable == outer || g.terms[t].variable == inner) used |= one(outer);
  if ((used & (one(outer) | one(inner))) == 0) return gone_through::not_at_all;
  return (a.what == access::of::leaf || a.what == access::of::target || a.what == access::of::temporary) && axes_of_these == 2 ? gone_through::by_both : gone_through::apart;
}
/// The stride of an access along a variable, 0 where it has none.
template <int N> constexpr index_t known_stride(const graph<N>& g, const access& a, int v) {
  for (int t = a.first_term; t < a.first_term + a.terms; ++t)
    if (g.terms[t].variable == v) return g.terms[t].coefficient;
  return 0;
}
/// Whether an access has neither variable, or both, the elements along `inner` side by side within those along `outer`.
template <int N> constexpr bool goes_through_as_one(const graph<N>& g, const access& a, int outer, int inner) {
  const gone_through how = how_it_goes(g, a, outer, inner);
  if (how != gone_through::by_both) return how == gone_through::not_at_all;
  const index_t along_outer = known_stride(g, a, outer), along_inner = known_stride(g, a, inner);
  return along_inner != 0 && along_inner != unknown_stride && along_outer != unknown_stride && along_outer == g.variables[inner].extent * along_inner;
}

/// Whether all loops have both variables or neither, and nothing asks where along one of them it is.
template <class P> constexpr bool are_together(const P& p, int outer, int inner) {
  const auto& g = p.g;
  const vars both = one(outer) | one(inner);
  const auto together = [&](vars s) { return (s & both) == 0 || (s & both) == both; };
  for (int r = 0; r < p.results; ++r)
    if (!together(p.result_axes[r])) return false;
  for (int i = 0; i < g.size; ++i) {
    const node& x = g.nodes[i];
    if (!together(x.bound) || !together(x.free)) return false;
    if ((x.what == kind::scan || x.what == kind::looked_up || g.is(i, hint_code::lanes_along)) && has(both, x.item)) return false;
  }
  for (int w = 0; w < g.variable_count; ++w)
    if (g.variables[w].derived && (g.maps[g.variables[w].source.number].used() & both) != 0) return false;
  return true;
}

template <int N> constexpr bool are_one(const program<N>& p, int outer, int inner) {
  const graph<N>& g = p.g;
  const variable &u = g.variables[outer], &v = g.variables[inner];
  if (u.derived || v.derived || v.extent < 1 || (u.extent != dynamic && u.extent < 1) || !are_together(p, outer, inner)) return false;
  for (int i = 0; i < g.size; ++i)
    if (g.is(i, kind::length) && (g.nodes[i].item == outer || g.nodes[i].item == inner)) return false;
  for (int a = 0; a < g.access_count; ++a)
    if (!goes_through_as_one(g, g.accesses[a], outer, inner)) return false;
  return true;
}

/// Whether axes may be joined at all: what formulas say of loops, and what is kept of them in parts, is said of each.
template <class G> constexpr bool may_join(const G& g) {
  if (g.hinted || g.nesting_count > 0) return false;
  for (int i = 0; i < g.size; ++i)
    if (g.is(i, kind::stored)) return false;
  return true;
}

template <int N> constexpr void join(program<N>& p, int outer, int inner) {
  graph<N>& g = p.g;
  variable &u = g.variables[outer], &v = g.variables[inner];
  if (u.extent == dynamic) {
    v.source = u.source;
    v.times = u.times * v.extent;
    v.extent = dynamic;
  } else v.extent *= u.extent;
  u.extent = 1;
  u.source = {};
  v.joined = static_cast<std::int16_t>(1 + outer);
  const vars rest = ~one(outer);
  for (int r = 0; r < p.results; ++r) {
    p.result_axes[r] &= rest;
    if (p.result_lane[r] == outer) p.result_lane[r] = inner;
  }
  for (int i = 0; i < g.size; ++i) {
    g.nodes[i].free &= rest;
    g.nodes[i].bound &= rest;
    g.nodes[i].folded &= rest;
  }
  for (int i = 0; i < g.fold_set_count; ++i) g.fold_sets[i] &= rest;
  for (int i = 0; i < g.access_count; ++i) {
    access& a = g.accesses[i];
    int kept = a.first_term;
    for (int t = a.first_term; t < a.first_term + a.terms; ++t)
      if (g.terms[t].variable != outer) g.terms[kept++] = g.terms[t];
    a.terms = static_cast<std::int16_t>(kept - a.first_term);
    for (int k = 0; k < a.maps; ++k) {
      affine& m = g.maps[a.first_map + k];
      int left = 0;
      for (int t = 0; t < m.count; ++t)
        if (m.terms[t].variable != outer) m.terms[left++] = m.terms[t];
      m.count = left;
    }
  }
}

template <int N> constexpr void join_axes(program<N>& p) {
  const graph<N>& g = p.g;
  if (!may_join(g)) return;
  // (of axes that are one the outer has no loop then, and is used by nothing)
  vars used = 0;
  for (int r = 0; r < p.results; ++r) used |= p.result_axes[r];
  for (int i = 0; i < g.size; ++i) used |= g.nodes[i].free | g.nodes[i].bound;
  for (int inner = 0; inner < g.variable_count; ++inner)
    for (int outer = 0; outer < g.variable_count; ++outer) {
      if (outer == inner || !has(used, inner) || !has(used, outer) || !are_one(p, outer, inner)) continue;
      join(p, outer, inner);
      used &= ~one(outer);
      outer = -1;
    }
}
}  // namespace detail

}  // namespace heed::planner
