// What is reached from a value: nodes, each once, and the variables that others are computed from.
#pragma once

#include <heed/plan/graph.hpp>

namespace heed::planner {

// Visits every node once.
template <int N> struct seen_nodes {
  std::uint64_t seen[N / 64 + 1]{};
  constexpr bool enter(int n) {
    const std::uint64_t bit = std::uint64_t{1} << (n % 64);
    if ((seen[n / 64] & bit) != 0) return false;
    seen[n / 64] |= bit;
    return true;
  }
  constexpr bool entered(int n) const { return (seen[n / 64] >> (n % 64) & 1) != 0; }
};
// Whether a value is at or below what is computed.
template <int N> constexpr void mark_used(const graph<N>& g, int n, seen_nodes<N>& used) {
  if (!used.enter(n)) return;
  if (g.is(n, kind::stored)) mark_used(g, g.accesses[g.nodes[n].item].target, used);
  for (int k = 0; k < g.nodes[n].edges; ++k) mark_used(g, g.child(n, k), used);
}
// Whether v is, or is computed from, a coordinate in an axis that may have no element at run time.
template <class G> constexpr bool may_be_nowhere(const G& g, int v) {
  const variable& d = g.variables[v];
  if (!d.derived) return false;
  if (d.how == variable::how::clamp && d.extent == dynamic) return true;
  const affine& m = g.maps[d.source.number];
  for (int i = 0; i < m.count; ++i)
    if (may_be_nowhere(g, m.terms[i].variable)) return true;
  return false;
}
template <class G> constexpr bool may_be_nowhere(const G& g, const access& a) {
  for (int t = 0; t < a.terms; ++t)
    if (may_be_nowhere(g, g.terms[a.first_term + t].variable)) return true;
  return false;
}
/// Whether any access may.
template <class G> constexpr bool may_be_nowhere(const G& g) {
  for (int a = 0; a < g.access_count; ++a)
    if (may_be_nowhere(g, g.accesses[a])) return true;
  return false;
}
/// Whether any coordinate is an integer of data.
template <class G> constexpr bool has_data(const G& g) {
  for (int v = 0; v < g.variable_count; ++v)
    if (g.variables[v].how == variable::how::data) return true;
  return false;
}

// The variables that a set depends on: derived ones are computed from others.
template <class G> constexpr vars base_variables(const G& g, vars s) {
  vars out = 0;
  for (int v = 0; v < g.variable_count; ++v)
    if (has(s, v)) out |= g.variables[v].derived ? base_variables(g, g.maps[g.variables[v].source.number].used()) : one(v);
  return out;
}

}  // namespace heed::planner
