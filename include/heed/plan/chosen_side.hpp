// Which side of a `where` there is may be decided for a whole block: by positions, lengths and numbers.
#pragma once

#include <heed/plan/estimate.hpp>

namespace heed::planner {

// A condition on positions, lengths and constants alone: its bounds cost next to nothing.
template <int N> constexpr bool is_cheap(const graph<N>& g, int c, seen_nodes<N>& seen) {
  if (!seen.enter(c)) return true;
  if (!(g.is(c, kind::position) || g.is(c, kind::constant) || g.is(c, kind::length) || g.is(c, kind::elementwise) || g.is(c, kind::convert))) return false;
  for (int k = 0; k < g.nodes[c].edges; ++k)
    if (!is_cheap(g, g.child(c, k), seen)) return false;
  return true;
}
// A constant on the other side is a mask's: blocks that it leaves nothing of are not reached.
template <int N> constexpr bool chooses(const graph<N>& g, int w) {
  if (!g.is(w, op::where) || g.is(g.child(w, 1), kind::constant) || g.is(g.child(w, 2), kind::constant)) return false;
  seen_nodes<N> seen, cheap;
  const int condition = g.child(w, 0);
  return (g.nodes[condition].free == 0 || has_position(g, condition, seen)) && is_cheap(g, condition, cheap);
}
/// Whether there is a where of that kind at all.
template <int N> constexpr bool has_choices(const graph<N>& g) {
  for (int w = 0; w < g.size; ++w)
    if (chooses(g, w)) return true;
  return false;
}

}  // namespace heed::planner
