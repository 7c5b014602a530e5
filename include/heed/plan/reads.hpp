// What a nest reads of what others have stored.
#pragma once

#include <heed/plan/nest.hpp>
#include <heed/plan/reach.hpp>

namespace heed::planner::detail {

// Calls f(access) for the temporaries that nest i reads.
template <int N, class F> constexpr void for_reads_below(const program<N>& p, int i, int n, seen_nodes<N>& seen, F& f) {
  if (n < 0 || !seen.enter(n)) return;
  if (const int t = p.temporary_of[n]; t >= 0 && p.temporaries_list[t].made_by < i) return f(p.g.accesses[p.access_of[n]]);
  for (int k = 0; k < p.g.nodes[n].edges; ++k) for_reads_below(p, i, p.g.child(n, k), seen, f);
}
template <int N, class F> constexpr void for_reads(const program<N>& p, int i, F f) {
  const nest_facts& n = p.nests[i];
  seen_nodes<N> seen;
  const auto read = [&](int node) { for_reads_below(p, i, node, seen, f); };
  const auto for_folds = [&](auto one) {
    for (int w = 0; w < n.walk_count; ++w) {
      for (int s = 0; s < n.walks[w].fold_count; ++s) one(n.walks[w].folds[s]);
      for (int s = 0; s < n.walks[w].strip_count; ++s)
        if (n.walks[w].strips[s].contraction) one(n.walks[w].strips[s].fold);
    }
  };
  for_folds([&](const fold_step& s) {  // of a product its operands are read, whatever they were made of
    if (s.lanes_node >= 0) seen.enter(s.node), seen.enter(n.tiles[s.tile].node);
  });
  for_folds([&](const fold_step& s) { read(s.node), read(s.anchor), read(s.rows_node), read(s.lanes_node); });
  for (int o = 0; o < n.output_count; ++o) read(n.outputs[o].node);
  for (int t = 0; t < n.tile_count; ++t) read(n.tiles[t].node);
}

}  // namespace heed::planner::detail
