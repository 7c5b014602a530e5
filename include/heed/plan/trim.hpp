// Last pass: the plan without the room that planning needs. What a program keeps of it is a fraction.
#pragma once

#include <heed/plan/nest.hpp>

namespace heed::planner {

namespace detail {
template <class T> constexpr void copy_some(T* to, const T* from, int count) {
  for (int i = 0; i < count; ++i) to[i] = from[i];
}
template <int N> constexpr int nodes_needed(const graph<N>& g) {
  int n = g.size;
  const auto at_least = [&](int k) { n = k > n ? k : n; };
  at_least((g.edges - 15) / 2);
  for (const int k : {g.map_count, g.access_count, g.leaf_count}) at_least(2 * (k - 16) + 1);
  at_least(g.term_count - 32);
  return (n + 31) / 32 * 32;  // (few sizes: what is asked of a plan is compiled once for each)
}

template <int To, int N> constexpr void trim(graph<To>& to, const graph<N>& from) {
  static_cast<graph_facts&>(to) = from;
  copy_some(to.nodes, from.nodes, from.size);
  copy_some(to.edge, from.edge, from.edges);
  copy_some(to.maps, from.maps, from.map_count);
  copy_some(to.accesses, from.accesses, from.access_count);
  copy_some(to.terms, from.terms, from.term_count);
  copy_some(to.leaves, from.leaves, from.leaf_count);
  const int least = graph<To>::half < graph<N>::half ? graph<To>::half : graph<N>::half;
  copy_some(to.same_leaf, from.same_leaf, least);
  copy_some(to.same_constant, from.same_constant, least);
  copy_some(to.alone, from.alone, least);
  copy_some(to.as_it_stands, from.as_it_stands, from.size);
}
}  // namespace detail

/// The same program in To nodes and M nests.
template <int To, int M, int N, int Nests> constexpr program<To, M> trimmed(const program<N, Nests>& from) {
  program<To, M> to;
  static_cast<program_facts&>(to) = from;
  detail::trim(to.g, from.g);
  const int nodes = To < N ? To : N;
  for (int i = 0; i < from.nest_count; ++i) {
    static_cast<nest_facts&>(to.nests[i]) = from.nests[i];
    detail::copy_some(to.nests[i].tile_of, from.nests[i].tile_of, nodes);
  }
  detail::copy_some(to.temporaries_list, from.temporaries_list, from.temporary_count);
  detail::copy_some(to.temporary_of, from.temporary_of, nodes);
  detail::copy_some(to.access_of, from.access_of, nodes);
  return to;
}

}  // namespace heed::planner
