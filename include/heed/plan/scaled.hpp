// Rule 1: dot(q, k) * c scales the packed operand, not every score.
#pragma once

#include <heed/plan/graph.hpp>

namespace heed::planner::detail {

/// Of x * c, c * x and x / c for a constant c: x. -1: the node is none of them.
template <int N> constexpr int scaled_child(const graph<N>& g, int i) {
  if (!g.is(i, op::multiply) && !g.is(i, op::divide)) return -1;
  if (g.is(g.child(i, 1), kind::constant)) return g.child(i, 0);
  return g.is(i, op::multiply) && g.is(g.child(i, 0), kind::constant) ? g.child(i, 1) : -1;
}
/// `value`, scaled as node `top` scales the product f.
template <int N> constexpr int scaled_as(graph<N>& g, int top, int f, int value) {
  if (top == f) return value;
  const int x = scaled_child(g, top), inner = scaled_as(g, x, f, value);
  return g.make(g.op_of(top), g.nodes[f].type, inner, g.child(top, g.child(top, 0) == x ? 1 : 0));
}

}  // namespace heed::planner::detail
