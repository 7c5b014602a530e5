// Products of a nest that are the micro-kernel's, and what their rows are made of.
#pragma once

#include <heed/plan/place.hpp>

namespace heed::planner::detail {

// What rows are made of that would be made again for every step of an outer loop: the turns of cached keys, which all heads share.
template <int N> constexpr void value_placer<N>::request_repeated(int i, int along) {
  if (is_end(i)) return;
  if (is_better_stored(i, d.outer)) request(i, along >= 0 && has(free(i), along) ? along : -1);
  else
    for (int k = 0; k < g.nodes[i].edges; ++k) request_repeated(g.child(i, k), along);
}

// Rows of a leaf that are looked up one by one, each for a step or a row of a product, are copied for each block of lanes, and not stored before: where there is one
// block, or where they would be more than what they are read from, and nothing around the lanes would copy them again.
template <int N> constexpr bool value_placer<N>::is_copied(int leaf, vars fixed) const {
  constexpr index_t most_lanes = 256;
  const access& a = g.accesses[g.nodes[leaf].item];
  const vars at_data = read_at_data(g, a) & ~fixed;
  if (at_data == 0 || stored(leaf) || has_lane(free(leaf)) || !lies_along(g, a, free(leaf) & ~fixed & ~at_data) || may_be_nowhere(g, a) || this->repeats(free(leaf))) return false;
  const index_t lanes = g.extent(n.lane);
  return lanes <= most_lanes && ((lanes >= 0 && lanes <= n.lanes * n.vectors) || !this->is_no_larger_than_operands(free(leaf)));
}

// A sum of products in which one operand has the lanes and the other the rows: the micro-kernel's.
// inside: variables of loops inside the block of a walk, for each of which there is such a product.
template <int N> constexpr bool value_placer<N>::plan_product(int f, vars walk_around, vars inside) {
  if (d.lanes_node[f] >= 0) return true;
  if (!is_contraction(g, f) || !is_float(g.nodes[f].type) || d.lane == 0 || in_outer_walk) return false;
  operands o;
  if (!split_product(g, g.child(f, 0), n.lane, g.nodes[f].type, o) || o.lanes == 0 || o.rows == 0) return false;
  const vars fixed = d.outer | (walk_around & ~last_of(walk_around)) | inside;
  const vars rows = free(f) & ~fixed & ~d.lane;
  // of the factors without lanes those that have no row either scale the lanes: nothing is stored for them
  const auto typed = [&](int i) {
    return g.nodes[i].type == g.nodes[f].type ? i : g.make({.what = kind::convert, .type = g.nodes[f].type, .operand = g.nodes[f].type}, &i, 1);
  };
  for (int i = 0; i < o.lanes; ++i) o.with_lane[i] = typed(o.with_lane[i]);
  for (int i = 0; i < o.rows; ++i) o.without[i] = typed(o.without[i]);
  int with = o.with_lane[0], without = -1;
  for (int i = 1; i < o.lanes; ++i) with = g.make(op::multiply, g.nodes[f].type, with, o.with_lane[i]);
  for (int i = 0; i < o.rows; ++i) {
    int& side = (free(o.without[i]) & rows) == 0 ? with : without;
    side = side < 0 ? o.without[i] : g.make(op::multiply, g.nodes[f].type, side, o.without[i]);
  }
  if (rows == 0 || without < 0 || (free(with) & rows) != 0 || (free(without) & rows) != rows) return false;
  // inside a block the lanes' operand must not change, but for what stays the same for all rows of a step: what changes with an outer loop of the
  // walk, the queries of each head in a sum over heads and keys, or with the steps themselves, where the rows are the results'
  const bool changes = (free(with) & walk_around) != 0 && ((free(with) & last_of(walk_around)) != 0 || inside != 0), lies = changes && lies_in_lanes(p, n, with, true);
  if (walk_around != 0) {
    if (changes && (inside == 0 || !(lies || is_packed_for_steps(g, free(with), walk_around | g.nodes[f].bound)))) return false;
    if (!lies && !packable(free(with))) return false;
    if (has_fold_over(g, without, g.nodes[f].bound) && !stored(without)) return false;
  }
  // what lies side by side only along a loop around the block is stored as it is read, once
  const auto as_it_is_read = [&](int& operand, int along) {
    if (!lies_along_others(operand, rows | last_of(g.nodes[f].bound) | walk_around)) return;
    if (g.is(operand, kind::leaf)) operand = g.make({.what = kind::convert, .type = g.nodes[operand].type, .operand = g.nodes[operand].type}, &operand, 1);
    if (!stored(operand)) request(operand, along);
  };
  as_it_is_read(with, n.lane);
  as_it_is_read(without, innermost_of(g, g.nodes[f].bound));
  // what is broadcast is read as it lies: a leaf, of this type or converted on the way, or stored once
  if (!stored(without) && g.is(without, kind::convert) && lies_in_memory(g, without) && is_converted_for(g.extent(n.lane), bytes_of(g.nodes[g.child(without, 0)].type), bytes_of(g.nodes[f].type)))
    without = g.child(without, 0);
  const bool readable = g.is(without, kind::leaf);
  const vars fixed_in_block = walk_around != 0 ? fixed : fixed | (g.nodes[f].bound & ~last_of(g.nodes[f].bound));
  if (readable && is_copied(without, fixed_in_block))
    without = g.make({.what = kind::convert, .type = g.nodes[f].type, .operand = g.nodes[without].type}, &without, 1);
  const bool is_made = !g.is(without, kind::leaf) && !stored(without) && !has_lane(free(without)) && (readable || is_made_for(g, without, g.extent(n.lane), index_t{n.lanes} * n.vectors, bytes_of(g.nodes[f].type)));
  if (is_made) request_repeated(without, innermost_of(g, free(without) & g.nodes[f].bound));
  else if (!readable || irregular(without, fixed_in_block)) {
    if (has_lane(free(without)) || is_made_of_recomputed(without)) return false;
    // what is stored already but lies under coordinates that no stride describes is stored again as it is read
    if (stored(without) && irregular(without, fixed_in_block))
      without = g.make({.what = kind::convert, .type = g.nodes[without].type, .operand = g.nodes[without].type}, &without, 1);
    if (!stored(without)) request(without, written_along >= 0 && has(free(without), written_along) ? written_along : -1);
  }
  if (walk_around != 0 && scaled[f] != 0 && !lies) {
    with = scaled_as(g, scaled[f] - 1, f, with);
    d.product_of[scaled[f] - 1] = static_cast<std::int16_t>(f);
  }
  d.lanes_node[f] = static_cast<std::int16_t>(with);
  d.rows_node[f] = static_cast<std::int16_t>(without);
  if (walk_around != 0) {
    if (g.is(with, kind::fold)) {
      if (changes) walk_over(0, [&] { visit(with, 0, false); });  // there for all steps, before this walk
      else visit(with, walk_around, true);
    }
    if ((!g.is(with, kind::fold) || stored(with)) && !lies_in_lanes(p, n, with, lies)) pack(with);
  } else if (is_better_multiplied_apart(with, f)) request(with, n.lane);
  else visit(with, g.nodes[f].bound, true, true);
  return true;
}

}  // namespace heed::planner::detail
