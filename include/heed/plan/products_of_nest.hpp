// Which folds and products of a nest are computed together with what reads them: held for all rows of the results, scaled in their operand, or
// stored where that takes no more than there is already.
#pragma once

#include <heed/plan/nest_rows.hpp>
#include <heed/plan/operand.hpp>
#include <heed/plan/scaled.hpp>

namespace heed::planner {

namespace detail {

template <int N> class products_of_nest : public nest_rows<N> {
  using base = nest_rows<N>;

 public:
  using base::base, base::n, base::d;

 protected:
  using base::p, base::g, base::is_end, base::stored, base::free, base::has_lane, base::is_output, base::last_of;

  // A product for each step of a walk, of all rows of the results and the lanes (experts whose outputs are mixed): held for a block of steps.
  constexpr bool is_held_for_rows(int f, vars bound) const {
    const vars inside = free(f) & ~d.outer & ~d.lane & ~bound;
    if (inside != n.rows || !are_held(g, inside) || (free(f) & last_of(bound)) == 0 || !is_contraction(g, f) || !is_float(g.nodes[f].type)) return false;
    operands o;
    if (!split_product(g, g.child(f, 0), n.lane, g.nodes[f].type, o) || o.lanes == 0 || o.rows == 0) return false;
    const vars with = free_with_lanes(g, o);
    return (with & inside) == 0 && ((with & bound) == 0 || (o.lanes == 1 && g.nodes[o.with_lane[0]].type == g.nodes[f].type && lies_in_lanes(p, n, o.with_lane[0], true)) ||
                                    is_packed_for_steps(g, with, bound | g.nodes[f].bound));
  }
  // Whether every fold below with these rows is such a product (or has no lanes, and is stored anyway).
  constexpr bool are_held_for_rows(int i, vars rows, vars bound, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return true;
    if (g.is(i, kind::fold) && (free(i) & rows) != 0) return !has_lane(free(i)) || is_held_for_rows(i, bound);
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (!are_held_for_rows(g.child(i, k), rows, bound, seen)) return false;
    return true;
  }
  // Rule 1: dot(q, k) * c scales the packed operand, not every score. The product below a value that does nothing but scale it,
  // -1 where there is none: it must be used nowhere else.
  constexpr int scaled_product(int i) const {
    const int x = scaled_child(g, i);
    if (x < 0 || stored(x) || g.nodes[x].type != g.nodes[i].type || g.nodes[i].operand != g.nodes[i].type || !is_float(g.nodes[i].type)) return -1;
    const int f = g.is(x, kind::fold) ? (is_contraction(g, x) ? x : -1) : scaled_product(x);
    if (f < 0 || is_output(x)) return -1;
    int users = 0;
    for (int e = 0; e < g.edges; ++e) users += g.edge[e] == x ? 1 : 0;
    return users == 1 ? f : -1;
  }
  // Whether storing a value with these axes takes no more than what there is already: an operand, or a result (or a part of it).
  constexpr bool is_no_larger_than_operands(vars F, double part = 1) const {
    const double elements = estimated_points(g, F) / part;
    for (int i = 0; i < g.size; ++i)
      if (g.is(i, kind::leaf) && estimated_points(g, free(i)) >= elements) return true;
    for (int i = 0; i < n.output_count; ++i)
      if (estimated_points(g, n.outputs[i].axes) >= elements) return true;
    return false;
  }
  // Whether a dear value that is made of operands point by point, and lacks some of the loops, which would compute it again, takes little to store: no more than an operand it is
  // made of, or little beside another. (The roots of two sets of points, for each pair of them.)
  constexpr bool is_better_stored(int i, vars loops) const {
    constexpr double fewest = 4, fewest_for_many = 16, many = 1 << 20;
    const vars F = free(i), lacking = loops & ~F & ~d.lane;
    if (F == 0 || lacking == 0 || g.nodes[i].folded != 0 || !contains_expensive(g, i)) return false;
    if (estimated_points(g, lacking) < (estimated_points(g, F) > many ? fewest_for_many : fewest) || this->is_made_of_recomputed(i)) return false;
    seen_nodes<N> seen;
    return is_no_larger_than_operands(F, 0.25) || reads_all_of(i, F, seen);
  }
  // Whether a function of operands that has not the lanes is better stored, a vector of its elements at a time, than computed for all lanes at each step of the loops: these are few.
  constexpr bool is_better_many_at_once(int i) const {
    constexpr index_t few = 16;  // vectors
    constexpr double fewest = 1024;
    const index_t lanes = g.extent(n.lane);
    seen_nodes<N> seen, functions;
    return lanes > 0 && lanes <= few * n.lanes && g.nodes[i].folded == 0 && estimated_points(g, free(i)) >= fewest && contains_long(i, functions) && !this->is_made_of_recomputed(i) && reads_all_of(i, free(i), seen);
  }
  constexpr bool contains_long(int i, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || stored(i)) return false;
    if (is_long(g, i)) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (contains_long(g.child(i, k), seen)) return true;
    return false;
  }
  constexpr bool reads_all_of(int i, vars F, seen_nodes<N>& seen) const {
    if (!seen.enter(i)) return false;
    if (stored(i) || g.is(i, kind::leaf)) return free(i) == F;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (reads_all_of(g.child(i, k), F, seen)) return true;
    return false;
  }
  // Whether a result has the lanes.
  constexpr bool writes_lanes() const {
    for (int k = 0; k < n.output_count; ++k)
      if (has_lane(n.outputs[k].axes)) return true;
    return false;
  }
  // Whether the folds below a value that change with B would take little to store, beside an operand: the scores of one query.
  constexpr bool walks_over_little(int i, vars B, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return true;
    if (g.is(i, kind::fold) && (free(i) & B) != 0) return is_no_larger_than_operands(free(i), 0.25);
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (!walks_over_little(g.child(i, k), B, seen)) return false;
    return true;
  }
  // Whether a product that is made for each block of lanes before a walk, a query that is projected, is better made by a nest of its own and stored: where part of its
  // vectors would be empty, and where for one lane the weights would be read again for each step of a loop around. (16 sequences of 3 tokens, 512 features: 0.89 -> 0.42 ms.)
  constexpr bool is_better_apart(int f) const {
    constexpr index_t fewest = 16, few_lanes = 8;
    const index_t lanes = g.extent(n.lane), steps = static_points(g, g.nodes[f].bound);
    operands o;
    if (lanes <= 0 || (steps >= 0 && steps < fewest) || !is_contraction(g, f) || !split_product(g, g.child(f, 0), n.lane, g.nodes[f].type, o) || o.rows == 0) return false;
    vars weights = 0;
    for (int i = 0; i < o.rows; ++i) weights |= free(o.without[i]);
    if (const index_t points = static_points(g, weights & ~g.nodes[f].bound); points < fewest || !is_no_larger_than_operands(free(f), 4)) return false;
    if (lanes == 1) return estimated_points(g, d.outer & ~weights) > 1;
    return lanes <= few_lanes || 4 * ((lanes + n.lanes - 1) / n.lanes * n.lanes) >= 5 * lanes;
  }
  // Whether an operand of product f is a product that would be computed row by row for each step of a loop around the lanes, and is the micro-kernel's in a nest of its own:
  // its rows are that loop. It is stored if it takes longer than f, and four times the room of an operand or a result at most. (Scores of all heads that are mixed, as a result.)
  constexpr bool is_better_multiplied_apart(int i, int f) const {
    constexpr double fewest = 8, most_room = 4;
    operands o;
    if (stored(i) || !is_contraction(g, i) || !split_product(g, g.child(i, 0), n.lane, g.nodes[i].type, o) || o.lanes == 0 || o.rows == 0) return false;
    const vars rows = rows_of_product(g, o) & free(i) & ~d.lane & ~free_with_lanes(g, o);
    if ((rows & ~d.outer) != 0 || estimated_points(g, rows) < fewest) return false;
    return estimated_points(g, free(i) | g.nodes[i].bound) > estimated_points(g, free(f) | g.nodes[f].bound) && is_no_larger_than_operands(free(i), most_room);
  }
  // Whether there is a fold below that changes with B, and with what loops run over around it, and that the micro-kernel does not do. (What does not change there,
  // a query that is projected, is there before the walk.)
  constexpr bool folds_row_by_row(int i, vars B, vars around, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & B) != 0 && (free(i) & around) != 0 && d.lanes_node[i] < 0) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (folds_row_by_row(g.child(i, k), B, around, seen)) return true;
    return false;
  }
};

}  // namespace detail

}  // namespace heed::planner
