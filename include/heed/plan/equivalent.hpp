// Values that are the same but for the names of their variables: one array serves both.
#pragma once

#include <heed/plan/nest.hpp>

namespace heed::planner::detail {

// Whether two values are the same but for the names of their variables; `to` collects which name stands for which.
template <int N> constexpr bool equivalent(const graph<N>& g, int a, int b, std::int16_t* to, std::int16_t* partner) {
  if (partner[a] >= 0) return partner[a] == b;
  partner[a] = static_cast<std::int16_t>(b);
  const node &x = g.nodes[a], &y = g.nodes[b];
  if (x.what != y.what || x.code != y.code || x.edges != y.edges || x.type != y.type || x.operand != y.operand) return false;
  auto pair_variables = [&](int v, int w) {
    if (to[v] >= 0) return to[v] == w;
    for (int k = 0; k < 64; ++k)
      if (to[k] == w) return false;
    const variable &s = g.variables[v], &t = g.variables[w];
    if (s.extent != t.extent || s.source != t.source || s.times != t.times || s.derived || t.derived) return false;
    to[v] = static_cast<std::int16_t>(w);
    return true;
  };
  if (x.what == kind::leaf || x.what == kind::position) {
    const access &s = g.accesses[x.item], &t = g.accesses[y.item];
    if (s.target != t.target || s.maps != t.maps || s.what != t.what) return false;
    for (int k = 0; k < s.maps; ++k) {
      const affine &m = g.maps[s.first_map + k], &o = g.maps[t.first_map + k];
      if (m.count != o.count || m.offset != o.offset || m.slot_count != o.slot_count) return false;
      for (int i = 0; i < m.count; ++i)
        if (m.terms[i].coefficient != o.terms[i].coefficient || m.terms[i].slot != o.terms[i].slot || !pair_variables(m.terms[i].variable, o.terms[i].variable)) return false;
      for (int i = 0; i < m.slot_count; ++i)
        if (m.slots[i].slot != o.slots[i].slot || m.slots[i].factor != o.slots[i].factor || m.slots[i].by != o.slots[i].by) return false;
    }
    return true;
  }
  if (x.what == kind::scatter) {
    const scattered_along s(x), t(y);
    if (s.count != t.count) return false;
    for (int k = 0; k < s.count; ++k)
      if (!pair_variables(s.at[k], t.at[k])) return false;
  } else if (x.what == kind::scan || x.what == kind::looked_up ? !pair_variables(x.item, y.item) : x.item != y.item) return false;
  for (int i = x.edges - 1; i >= 0; --i)  // the last first: in a product of layers that is the weights, which differ soonest
    if (!equivalent(g, g.child(a, i), g.child(b, i), to, partner)) return false;
  vars mapped = 0;
  for (int v = 0; v < 64; ++v)
    if (has(x.bound, v) && to[v] >= 0) mapped |= one(to[v]);
  return mapped == y.bound;
}

}  // namespace heed::planner::detail
