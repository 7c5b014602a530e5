// Rule 7: an operand that lies in memory as a packed one would is read where it lies.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

/// So many bytes stay in half of the first cache while they are read again and again.
template <class P> constexpr index_t read_in_place(const P& p) { return p.target.l1 / 2; }

/// Whether the micro-kernel's operand with lanes, node i of nest n, need not be packed: its lanes lie side by side and fill whole
/// blocks, and it is small, so that lines apart do not fall out of the cache between two of its reads.
template <class P> constexpr bool lies_in_lanes(const P& p, const nest_facts& n, int i, bool of_any_size = false) {
  const auto& g = p.g;
  const bool stored = p.temporary_of[i] >= 0;
  if (n.lane < 0 || (stored ? p.access_of[i] < 0 : !g.is(i, kind::leaf))) return false;
  const access& a = g.accesses[stored ? p.access_of[i] : g.nodes[i].item];
  const index_t lanes = g.extent(n.lane);
  if (lanes == dynamic || lanes % (index_t{n.lanes} * n.vectors) != 0 || stride_along(g, a, n.lane) != 1) return false;
  index_t reach = lanes;
  for (int t = 0; t < a.terms; ++t) {
    const term& x = g.terms[a.first_term + t];
    const index_t e = g.extent(x.variable);
    if (g.variables[x.variable].derived || x.coefficient == unknown_stride || e == dynamic) return false;
    if (x.variable != n.lane && !has(n.outer_set(), x.variable)) reach += (e - 1) * (x.coefficient < 0 ? -x.coefficient : x.coefficient);
  }
  return of_any_size || reach * bytes_of(g.nodes[i].type) <= read_in_place(p);
}

}  // namespace heed::planner
