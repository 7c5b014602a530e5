// Rule 7: what a nest costs with its lanes along a variable.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/loop_in_blocks.hpp>
#include <heed/plan/register_block.hpp>

namespace heed::planner::detail {

template <int N> constexpr bool has_fold_over(const graph<N>& g, int n, vars bound) { return (g.nodes[n].folded & bound) != 0; }

/// What computing a value costs with the lanes along a variable, in vector operations an element each: the arithmetic (of it
/// the micro-kernel's, which is not wasted on a single lane), and how its leaves lie for that.
struct lane_cost {
  double arithmetic = 0, products = 0, memory = 0;
  double functions = 0;  // of what a fold along the lanes takes, elements: a lane that is empty costs as much
  bool across = false;  // whether a leaf is read as it lies, an element at a time
  bool pointwise = false;  // whether there is nothing but what is computed point by point
};

/// The points that the folds at or below a value go through.
template <int N> constexpr double folded_points(const program<N>& p, int n, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (!seen.enter(n) || g.nodes[n].folded == 0 || p.temporary_of[n] >= 0) return 0;
  double points = g.is(n, kind::fold) ? estimated_points(g, g.nodes[n].free | g.nodes[n].bound) : 0;
  for (int i = 0; i < g.nodes[n].edges; ++i) points += folded_points(p, g.child(n, i), seen);
  return points;
}

/// To merge the lanes of a fold along them, once for each of its results: more where it has waited for another, or has several parts.
template <int N, int M> constexpr double merging(const program<N, M>& p, int fold) {
  const graph<N>& g = p.g;
  switch (g.fold_of(fold)) {
    case fold_op::argmax: case fold_op::argmin: return 80. * p.lanes;
    case fold_op::any_of: case fold_op::all_of: return 60. * p.lanes;
    case fold_op::var: return 25. * p.lanes;
    default: return (has_fold_over(g, g.child(fold, 0), g.nodes[fold].bound) ? 13. : 4.) * p.lanes;
  }
}
/// A function of what was merged: a vector for one element, which the next row waits for.
template <int N> constexpr double function_of_merged(const program<N>& p, int n) { return (is_long(p.g, n) ? 30. : 3.) * p.lanes; }
/// To begin a block of lanes of a nest with contractions.
template <int N> constexpr double beginning(const program<N>& p) { return 100. * p.lanes; }
/// Lanes so few elements apart are read in whole registers (simd/interleaved.hpp).
inline constexpr index_t few_apart = 4;
/// To read an element whose lanes are apart, most often turned in registers; twice as much where they lie on pages of their own, or nobody knows.
constexpr double reading_apart(index_t stride) {
  constexpr index_t page = 1024;
  if (stride > 0 && stride <= few_apart) return 2;
  return stride < -page || stride > page ? 14 : 6 + static_cast<double>(stride < 0 ? -stride : stride) / page;
}

/// Whether an access is contiguous along one of these variables.
template <int N> constexpr bool lies_along(const graph<N>& g, const access& a, vars some) {
  for (int v = 0; v < g.variable_count; ++v)
    if (has(some, v) && g.extent(v) != 1 && stride_along(g, a, v) == 1) return true;
  return false;
}
/// To read an element of an access whose lanes along v are apart. Of axes whose strides nobody knows the one next to the innermost is near: a row of that is between its
/// elements, and little where such rows are taken for short.
template <int N> constexpr double reading_apart(const graph<N>& g, const access& a, int v, index_t stride) {
  if (g.few != 0 && lies_along(g, a, g.few)) return reading_apart(assumed_few);
  if (stride == unknown_stride && a.maps > 1 && g.maps[a.first_map + a.maps - 2].used() == one(v)) return reading_apart(assumed_extent);
  return reading_apart(stride);
}

/// Elements that a row of a block and a lane may have of a value that is turned for it: more would leave few rows in the cache.
inline constexpr index_t largest_turned_inside = 128;

/// What the factors of a product have that lie in the lanes.
template <int N> constexpr vars free_with_lanes(const graph<N>& g, const operands& o) {
  vars s = 0;
  for (int i = 0; i < o.lanes; ++i) s |= g.nodes[o.with_lane[i]].free;
  return s;
}
/// How many of these wait for folds.
template <int N> constexpr int waiting_for_folds(const graph<N>& g, const operands& o) {
  int waiting = 0;
  for (int i = 0; i < o.lanes; ++i) waiting += g.nodes[o.with_lane[i]].folded != 0 ? 1 : 0;
  return waiting;
}
/// Whether the folds below a factor are products of the micro-kernel's with these lanes, also where a walk over `bound` reads them: their operands in
/// the lanes stay the same there.
template <int N> constexpr bool is_of_products(const program<N>& p, int n, int v, vars bound, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (p.temporary_of[n] >= 0 || g.nodes[n].folded == 0 || !seen.enter(n)) return true;
  if (g.is(n, kind::fold)) {
    operands o;
    return is_contraction(g, n) && has(g.nodes[n].free, v) && split_product(g, g.child(n, 0), v, g.nodes[n].type, o) && o.lanes > 0 && o.rows > 0 && (free_with_lanes(g, o) & bound) == 0;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (!is_of_products(p, g.child(n, i), v, bound, seen)) return false;
  return true;
}

/// The stride of what lies in memory, 0 of anything else.
template <int N> constexpr index_t stride_of(const program<N>& p, int n, int v) {
  const graph<N>& g = p.g;
  if (p.temporary_of[n] < 0 && !g.is(n, kind::leaf)) return 0;
  if (p.temporary_of[n] >= 0 && p.access_of[n] < 0) return 0;
  const access& a = g.accesses[p.temporary_of[n] >= 0 ? p.access_of[n] : g.nodes[n].item];
  return is_irregular_along(g, a, v) ? 0 : stride_along(g, a, v);
}
/// Whether a product for each step of a walk may be held for all these rows of the results.
template <int N> constexpr bool are_few(const graph<N>& g, vars rows) {
  constexpr index_t most = 4096;
  const index_t points = static_points(g, rows);
  return rows != 0 && points > 0 && points <= most;
}
/// Or for a chunk of them, which are along one variable.
template <int N> constexpr bool are_held(const graph<N>& g, vars rows) { return rows != 0 && ((rows & (rows - 1)) == 0 || are_few(g, rows)); }
/// An operand in the lanes that changes with the steps of a walk, the queries of each head, is packed for all of them if they have so few rows.
template <int N> constexpr bool is_packed_for_steps(const graph<N>& g, vars with_lanes, vars steps) {
  constexpr index_t most = 4096;
  return static_points(g, with_lanes & steps) <= most;
}
/// Elements so far apart lie on lines of a few sets of the cache, and on pages of their own: broadcast one after the other they are read at half the speed.
inline constexpr index_t far_apart = 256;

/// What few rows multiply is read where it lies, of each step as much as the lanes of a register block: where the steps are further apart, no stream that
/// memory could be ahead of. (One to sixteen rows times 1024 x 8192 weights took three times as long, and half as long again where those lay in the cache.)
/// In operations an element, beside reading it.
inline constexpr index_t wide_row = 64, few_rows = 32;
/// So few steps are as many streams, each of which memory is ahead of.
inline constexpr index_t few_streams = 8;
template <int N> constexpr double jumping(const program<N>& p, double points) { return points * (4 * points > static_cast<double>(p.target.l2) ? 20 : 7); }

/// How often that is said of a product's operand: a number of rows that is known only at run time may be few, and where it is not, lanes along the rows take no longer.
/// (Of rows along two axes one would be a loop around the other's lanes, however few.)
template <int N> constexpr double times_read(const graph<N>& g, vars rows) {
  const index_t known = static_points(g, rows);
  if (known < 0) return (rows & (rows - 1)) == 0 ? estimated_points(g, rows) / few_rows : 0;
  return known > 0 && known <= few_rows ? 1 : 0;
}

/// Whether what few rows multiply is more than the second cache holds, and read again for each step of a loop around: keys that all heads share. (One lane waits for it: the
/// heads are better lanes, 1.4 instead of 3.7 ms for 16 heads that share 4096 keys of 512 features.)
template <int N> constexpr bool is_read_for_each(const program<N>& p, const operands& o, vars outer) {
  for (int i = 0; i < o.rows; ++i) {
    const vars free = p.g.nodes[o.without[i]].free;
    if ((outer & ~free) != 0 && 4 * estimated_points(p.g, free) > static_cast<double>(p.target.l2)) return true;
  }
  return false;
}

/// outer: loops around the lanes, as far as they are known; walked: bound by folds above, the lanes too; first_walk: by the outermost of them, without the lanes.
template <int N> constexpr void add_lane_cost(const program<N>& p, int n, int v, seen_nodes<N>& seen, lane_cost& cost, vars outer, vars walked = 0, vars first_walk = 0) {
  const graph<N>& g = p.g;
  const node& x = g.nodes[n];
  if (!seen.enter(n) || (p.temporary_of[n] >= 0 && p.access_of[n] < 0)) return;
  if (x.what == kind::leaf || p.temporary_of[n] >= 0) {
    const access& a = g.accesses[p.temporary_of[n] >= 0 ? p.access_of[n] : x.item];
    const bool clamped = is_only_clamped(g, a);
    const index_t s = clamped ? stride_between_edges(g, a, v) : stride_along(g, a, v);
    const bool irregular = !clamped && is_irregular_along(g, a, v);
    const bool apart = !irregular && s != 0 && s != 1, near = s > 1 && s <= few_apart;  // turned again for each of the loops that it lacks
    // of what changes in the outermost walk and is known to have many elements for each of its steps no block is turned (in a quarter of the second cache that is no matter)
    // (nor of what lies side by side only along a loop around the lanes, and nothing is turned in a fold along them)
    const bool too_large = (x.free & first_walk) != 0 && static_points(g, x.free & ~outer & ~first_walk & ~one(v)) > largest_turned_inside;
    const bool as_it_lies = apart && !near && (too_large || lies_along(g, a, x.free & outer) || (!g.any_extents && has(walked, v))) && 4 * 4 * estimated_points(g, x.free) > static_cast<double>(p.target.l2);
    cost.across = cost.across || as_it_lies;
    cost.memory += estimated_points(g, apart ? x.free | outer : x.free) * (irregular ? (walked != 0 && has(read_at_data(g, a), v) ? 32 : 16) : s == 1 ? 1 : s == 0 ? 0.25 : (as_it_lies ? 5 : 1) * reading_apart(g, a, v, s));
    return;
  }
  if (x.what != kind::fold && is_expensive(g, n)) {
    const double points = estimated_points(g, x.free);
    if (has(walked, v) && has(x.free, v)) cost.functions += points;
    if (!g.any_extents && !has(x.free, v) && has_fold_over(g, n, one(v))) cost.arithmetic += function_of_merged(p, n) * points;
  }
  // (what is the same for all lanes takes a vector, too, for its one element)
  if (cost.pointwise && !g.any_extents && !has(x.free, v) && (x.what == kind::elementwise || x.what == kind::mapped))
    cost.arithmetic += (is_long(g, n) ? 4. : is_expensive(g, n) ? 2. : 1.) * p.lanes * estimated_points(g, x.free);
  if (x.what == kind::looked_up && has(g.nodes[g.child(n, 1)].free, v)) cost.memory += 16 * estimated_points(g, x.free);
  vars walked_below = walked;
  if (x.what == kind::fold) {
    walked_below |= x.bound;
    if (first_walk == 0) first_walk = x.bound & ~one(v);
    const double points = estimated_points(g, x.free | x.bound);
    const bool lane_here = has(x.free, v);
    const bool along = has(x.bound, v) && (outer == 0 || (x.free & ~outer) == 0);  // and not in a nest of its own
    double& arithmetic = cost.arithmetic;
    if (is_contraction(g, n)) {
      operands o;
      const bool product = split_product(g, g.child(n, 0), v, x.type, o);
      // whether no factor is there for several points, and nothing is won by holding one
      const bool few_steps = !g.any_extents && static_points(g, x.bound) > 0 && static_points(g, x.bound) < p.lanes;
      bool alike = product && (o.rows == 0 || !lane_here);
      for (int i = 1; product && i < o.lanes; ++i) alike = alike && g.nodes[o.with_lane[i]].free == g.nodes[o.with_lane[0]].free;
      if (lane_here && product && o.lanes > 0 && (rows_of_product(g, o) & x.free & ~one(v)) != 0) {
        const vars steps = walked & ~one(v), inside = steps == 0 ? 0 : rows_of_product(g, o) & x.free & ~one(v) & ~steps;
        const bool of_one_row = g.single >= 0 && (rows_of_product(g, o) & x.free & ~one(v)) == one(g.single);
        if ((inside != 0 && !are_held(g, inside)) || of_one_row) arithmetic += 3 * points;  // (or the lanes' operand is read for one row)
        else if (inside == 0 || (free_with_lanes(g, o) & steps) == 0 || (o.lanes == 1 && stride_of(p, o.with_lane[0], v) == 1 && fills_blocks(p, v)) ||
                 is_packed_for_steps(g, free_with_lanes(g, o), steps | x.bound)) {
          (few_steps ? cost.arithmetic : cost.products) += points;  // the micro-kernel
          if (!g.any_extents && g.extent(v) == 1 && is_read_for_each(p, o, outer)) cost.products += points;
          const vars rows = rows_of_product(g, o) & x.free & ~one(v);
          for (int i = 0; !g.any_extents && i < o.lanes; ++i)
            if (const index_t s = stride_of(p, o.with_lane[i], innermost_of(g, x.bound)); stride_of(p, o.with_lane[i], v) == 1 && (s < -wide_row || s > wide_row) && !(static_points(g, x.bound) > 0 && static_points(g, x.bound) <= few_streams))
              cost.memory += times_read(g, rows) * jumping(p, estimated_points(g, g.nodes[o.with_lane[i]].free));
          // in a walk what is broadcast is read as it lies
          for (int i = 0; inside != 0 && i < o.rows; ++i)
            if (const index_t s = stride_of(p, o.without[i], innermost_of(g, x.bound)); s < -far_apart || s > far_apart) arithmetic += points;
        } else arithmetic += (is_few_in_blocks(g, inside) && waiting_for_folds(g, o) > 0 ? 1 : 3) * points;  // in a walk in which the lanes' operand changes, lies across, and has too much to be packed: row by row
      } else if (lane_here && g.extent(v) == 1) {
        cost.products += points;  // in a nest of its own: one lane is not worth a row by row
      } else if (lane_here) {
        // one factor that waits for folds is held for all rows of the others; of two, each is computed again for the other
        const int waiting = product ? waiting_for_folds(g, o) : 0;
        // row by row, loading for every product; one factor only where the others are broadcast
        arithmetic += (alike ? 1 : waiting == 1 || (waiting == 0 && product && o.lanes == 1) ? 1.5 : 4) * points;
        for (int i = 0; waiting > 1 && i < o.lanes; ++i) {
          const vars lacking = (x.free | x.bound) & ~g.nodes[o.with_lane[i]].free;
          bool held = true;  // for all rows that lack
          for (int k = 0; k < o.lanes; ++k) {
            seen_nodes<N> of_factor;
            if (k != i && (g.nodes[o.with_lane[k]].free & lacking) != 0) held = held && g.nodes[o.with_lane[k]].folded != 0 && is_of_products(p, o.with_lane[k], v, x.bound, of_factor);
          }
          if (lacking != 0 && g.nodes[o.with_lane[i]].folded != 0 && !held) {
            seen_nodes<N> below;
            arithmetic += 4 * (points + folded_points(p, o.with_lane[i], below)) * estimated_points(g, lacking);
          }
        }
      } else if (along) arithmetic += (product && o.rows == 0 ? 1.5 : 6) * points;
      else arithmetic += points;  // in a nest of its own
    } else arithmetic += points * (along ? 1.5 : 1);
    // (rows of unknown length are taken for long ones)
    if (along && !g.any_extents && are_known_or_few(g, x.bound))
      arithmetic += merging(p, n) * estimated_points(g, x.free);
  }
  for (int i = 0; i < x.edges; ++i) add_lane_cost(p, g.child(n, i), v, seen, cost, outer, walked_below, first_walk);
}

}  // namespace heed::planner::detail
