// Rule 7: which variable the lanes of a vector run along, and the register block of the micro-kernel.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

/// The register block: `vectors` lanes wide, `tile_rows` rows high. Accumulators, one broadcast and the lanes' loads fit
/// the registers; among what fits, the least padding of a known extent, then the fewest loads per multiply-add.
struct register_block {
  int vectors, rows;
};
constexpr register_block choose_register_block(const machine& m, int lanes, index_t extent) {
  const int most = m.registers >= 32 ? 4 : 3;
  register_block best{1, 4};
  double best_cost = 0;
  for (int v = 1; v <= most; ++v) {
    int rows = (m.registers - 1 - v) / v;
    if (rows > 12) rows = m.registers >= 32 && v == 1 ? 16 : 12;
    if (m.registers >= 32 && v == 3) rows = 8;
    const index_t wide = v * lanes;
    const double e = static_cast<double>(extent == dynamic ? 16 * wide : extent);
    const double padded = extent == dynamic ? e : static_cast<double>((extent + wide - 1) / wide * wide);
    // loads a multiply-add: one row of lanes and one broadcast a row
    const double loads = (static_cast<double>(v) + rows) / (static_cast<double>(v) * rows);
    // a multiply-add takes at least half a load; few accumulators do not cover its latency
    const double latency = v * rows < 10 ? 10.0 / (v * rows) : 1.0;
    const double cost = padded / e * (loads > 0.55 ? 1 + (loads - 0.55) : 1.0) * latency;
    if (best_cost == 0 || cost < best_cost - 1e-9) { best = {v, rows}; best_cost = cost; }
  }
  return best;
}
/// Elements of a vector along so many: half a register where that holds them all, so that nothing is done for lanes that are not there, nor under a mask.
template <class P> constexpr int lanes_of_vectors(const P& p, index_t extent) {
  return p.target.half_registers && extent > 1 && extent <= p.lanes / 2 ? p.lanes / 2 : p.lanes;
}

namespace detail {
template <int N> constexpr bool has_fold_over(const graph<N>& g, int n, vars bound) { return (g[n].folded & bound) != 0; }

/// What computing a value costs with the lanes along a variable, in vector operations an element each: the arithmetic (of it
/// the micro-kernel's, which is not wasted on a single lane), and how its leaves lie for that.
struct lane_cost {
  double arithmetic = 0, products = 0, memory = 0;
  bool across = false;  // whether a leaf is read as it lies, an element at a time
};

/// The points that the folds at or below a value go through.
template <int N> constexpr double folded_points(const program<N>& p, int n, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (!seen.enter(n) || g[n].folded == 0 || p.temporary_of[n] >= 0) return 0;
  double points = g.is(n, kind::fold) ? estimated_points(g, g[n].free | g[n].bound) : 0;
  for (int i = 0; i < g[n].edges; ++i) points += folded_points(p, g.child(n, i), seen);
  return points;
}

/// To merge the lanes of a fold along them, once for each of its results: more where it has waited for another, or has several parts.
template <int N> constexpr double merging(const program<N>& p, bool dear) { return (dear ? 90. : 25.) * p.lanes; }
/// To begin a block of lanes of a nest with contractions.
template <int N> constexpr double beginning(const program<N>& p) { return 100. * p.lanes; }
/// To read an element whose lanes are apart, most often turned in registers; twice as much where they lie on pages of their own, or nobody knows.
constexpr double reading_apart(index_t stride) {
  constexpr index_t page = 1024;
  return stride < -page || stride > page ? 14 : 6 + static_cast<double>(stride < 0 ? -stride : stride) / page;
}

/// Elements that a row of a block and a lane may have of a value that is turned for it: more would leave few rows in the cache.
inline constexpr index_t largest_turned_inside = 128;

/// What the factors of a product have that lie in the lanes.
template <int N> constexpr vars free_with_lanes(const graph<N>& g, const operands& o) {
  vars s = 0;
  for (int i = 0; i < o.lanes; ++i) s |= g[o.with_lane[i]].free;
  return s;
}
/// Whether the folds below a factor are products of the micro-kernel's with these lanes, also where a walk over `bound` reads them: their operands in
/// the lanes stay the same there.
template <int N> constexpr bool is_of_products(const program<N>& p, int n, int v, vars bound, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (p.temporary_of[n] >= 0 || g[n].folded == 0 || !seen.enter(n)) return true;
  if (g.is(n, kind::fold)) {
    operands o;
    return is_contraction(g, n) && has(g[n].free, v) && split_product(g, g.child(n, 0), v, g[n].type, o) && o.lanes > 0 && o.rows > 0 && (free_with_lanes(g, o) & bound) == 0;
  }
  for (int i = 0; i < g[n].edges; ++i)
    if (!is_of_products(p, g.child(n, i), v, bound, seen)) return false;
  return true;
}

/// The stride of what lies in memory, 0 of anything else.
template <int N> constexpr index_t stride_of(const program<N>& p, int n, int v) {
  const graph<N>& g = p.g;
  if (p.temporary_of[n] < 0 && !g.is(n, kind::leaf)) return 0;
  if (p.temporary_of[n] >= 0 && p.access_of[n] < 0) return 0;
  const access& a = g.accesses[p.temporary_of[n] >= 0 ? p.access_of[n] : g[n].item];
  return is_irregular_along(g, a, v) ? 0 : stride_along(g, a, v);
}
/// Whether a product for each step of a walk may be held for so many rows of the results.
template <int N> constexpr bool are_held(const graph<N>& g, vars rows) {
  constexpr index_t most = 4096;
  const index_t points = static_points(g, rows);
  return rows != 0 && points > 0 && points <= most;
}
/// Whether blocks of lanes along a variable are all whole.
template <int N> constexpr bool fills_blocks(const program<N>& p, int v) {
  const index_t e = p.g.extent(v);
  const int lanes = lanes_of_vectors(p, e);
  return e != dynamic && e % (index_t{lanes} * choose_register_block(p.target, lanes, e).vectors) == 0;
}
/// Elements so far apart lie on lines of a few sets of the cache, and on pages of their own: broadcast one after the other they are read at half the speed.
inline constexpr index_t far_apart = 256;

/// outer: loops around the lanes, as far as they are known; walked: bound by folds above, first_walk: by the outermost of them.
template <int N> constexpr void add_lane_cost(const program<N>& p, int n, int v, seen_nodes<N>& seen, lane_cost& cost, vars outer, vars walked = 0, vars first_walk = 0) {
  const graph<N>& g = p.g;
  if (!seen.enter(n)) return;
  if (p.temporary_of[n] >= 0 && p.access_of[n] < 0) return;
  if (g.is(n, kind::leaf) || p.temporary_of[n] >= 0) {
    const access& a = g.accesses[p.temporary_of[n] >= 0 ? p.access_of[n] : g[n].item];
    const bool clamped = is_only_clamped(g, a);
    const index_t s = clamped ? stride_between_edges(g, a, v) : stride_along(g, a, v);
    const bool irregular = !clamped && is_irregular_along(g, a, v);
    const bool apart = !irregular && s != 0 && s != 1;  // turned again for each of the loops that it lacks
    // of what changes in the outermost walk and is known to have many elements for each of its steps no block is turned (in a quarter of the second cache that is no matter)
    const bool as_it_lies = apart && (g[n].free & first_walk) != 0 && static_points(g, g[n].free & ~outer & ~first_walk & ~one(v)) > largest_turned_inside &&
                             4 * 4 * estimated_points(g, g[n].free) > static_cast<double>(p.target.l2);
    cost.across = cost.across || as_it_lies;
    cost.memory += estimated_points(g, apart ? g[n].free | outer : g[n].free) * (irregular ? 16 : s == 1 ? 1 : s == 0 ? 0.25 : as_it_lies ? 5 * reading_apart(s) : reading_apart(s));
    return;
  }
  vars walked_below = walked;
  if (g.is(n, kind::fold)) {
    walked_below |= g[n].bound & ~one(v);
    if (first_walk == 0) first_walk = g[n].bound & ~one(v);
    const double points = estimated_points(g, g[n].free | g[n].bound);
    const bool lane_here = has(g[n].free, v);
    const bool along = has(g[n].bound, v) && (outer == 0 || (g[n].free & ~outer) == 0);  // and not in a nest of its own
    double& arithmetic = cost.arithmetic;
    if (is_contraction(g, n)) {
      operands o;
      const bool product = split_product(g, g.child(n, 0), v, g[n].type, o);
      // whether no factor is there for several points, and nothing is won by holding one
      bool alike = product && (o.rows == 0 || !lane_here);
      for (int i = 1; product && i < o.lanes; ++i) alike = alike && g[o.with_lane[i]].free == g[o.with_lane[0]].free;
      if (lane_here && product && o.lanes > 0 && (rows_of_product(g, o) & g[n].free & ~one(v)) != 0) {
        const vars inside = walked == 0 ? 0 : rows_of_product(g, o) & g[n].free & ~one(v) & ~walked;
        if (inside != 0 && !are_held(g, inside)) arithmetic += 3 * points;
        else if (inside == 0 || (free_with_lanes(g, o) & walked) == 0 || (o.lanes == 1 && stride_of(p, o.with_lane[0], v) == 1 && fills_blocks(p, v))) {
          cost.products += points;  // the micro-kernel
          // in a walk what is broadcast is read as it lies
          for (int i = 0; inside != 0 && i < o.rows; ++i)
            if (const index_t s = stride_of(p, o.without[i], innermost_of(g, g[n].bound)); s < -far_apart || s > far_apart) arithmetic += points;
        } else arithmetic += 3 * points;  // in a walk in which the lanes' operand changes, and lies across: row by row
      } else if (lane_here && g.extent(v) == 1) {
        cost.products += points;  // in a nest of its own: one lane is not worth a row by row
      } else if (lane_here) {
        // one factor that waits for folds is held for all rows of the others; of two, each is computed again for the other
        int waiting = 0;
        for (int i = 0; product && i < o.lanes; ++i) waiting += g[o.with_lane[i]].folded != 0 ? 1 : 0;
        // row by row, loading for every product; one factor only where the others are broadcast
        arithmetic += (alike ? 1 : waiting == 1 || (waiting == 0 && product && o.lanes == 1) ? 1.5 : 4) * points;
        for (int i = 0; waiting > 1 && i < o.lanes; ++i) {
          const vars lacking = (g[n].free | g[n].bound) & ~g[o.with_lane[i]].free;
          bool held = true;  // for all rows that lack
          for (int k = 0; k < o.lanes; ++k) {
            seen_nodes<N> of_factor;
            if (k != i && (g[o.with_lane[k]].free & lacking) != 0) held = held && g[o.with_lane[k]].folded != 0 && is_of_products(p, o.with_lane[k], v, g[n].bound, of_factor);
          }
          if (lacking != 0 && g[o.with_lane[i]].folded != 0 && !held) {
            seen_nodes<N> below;
            arithmetic += 4 * (points + folded_points(p, o.with_lane[i], below)) * estimated_points(g, lacking);
          }
        }
      } else if (along) arithmetic += (product && o.rows == 0 ? 1.5 : 6) * points;
      else arithmetic += points;  // in a nest of its own
    } else arithmetic += points * (along ? 1.5 : 1);
    // (rows of unknown length are taken for long ones)
    if (along && !g.any_extents && static_points(g, g[n].bound) >= 0)
      arithmetic += merging(p, g.fold_of(n) == fold_op::var || has_fold_over(g, g.child(n, 0), g[n].bound)) * estimated_points(g, g[n].free);
  }
  for (int i = 0; i < g[n].edges; ++i) add_lane_cost(p, g.child(n, i), v, seen, cost, outer, walked_below, first_walk);
}

// The variables that are folded at or below a value. contracts: whether a product of different variables is summed.
template <int N> constexpr vars variables_folded(const graph<N>& g, int n, bool& contracts, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return 0;
  vars s = g.is(n, kind::fold) ? g[n].bound : 0;
  if (is_contraction(g, n)) {
    operands o;
    if (split_product(g, g.child(n, 0), -1, g[n].type, o))
      for (int i = 1; i < o.rows; ++i) contracts = contracts || g[o.without[i]].free != g[o.without[0]].free;
  }
  for (int i = 0; i < g[n].edges; ++i) s |= variables_folded(g, g.child(n, i), contracts, seen);
  return s;
}

// What is said of the nest that computes these values.
struct nest_hints {
  tiling tiles{};
  int lane = -1;
  vars inlined = 0;  // bound by folds that are computed where they are used
};
template <int N> constexpr void find_hints(const program<N>& p, int n, nest_hints& h, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (p.temporary_of[n] >= 0 || !seen.enter(n)) return;
  if (g.is(n, hint_code::recomputed)) { h.inlined |= g[n].folded; return; }
  if (g.is(n, hint_code::lanes_along) && h.lane < 0) h.lane = g[n].item;
  if (g.is(n, hint_code::tiled)) {
    const tiling& t = g.tilings[g[n].item];
    if (h.tiles.vectors == 0) h.tiles.vectors = t.vectors;
    if (h.tiles.rows == 0) h.tiles.rows = t.rows;
    if (h.tiles.block == 0) h.tiles.block = t.block;
  }
  for (int i = 0; i < g[n].edges; ++i) find_hints(p, g.child(n, i), h, seen);
}
template <int N> constexpr nest_hints hints_of(const program<N>& p, const output* outputs, int count) {
  nest_hints h;
  if (!p.g.hinted) return h;
  seen_nodes<N> seen;
  for (int i = 0; i < count; ++i) find_hints(p, outputs[i].node, h, seen);
  return h;
}

/// The variables that the lanes of a nest may run along, with what each costs.
struct lane_candidates {
  struct candidate {
    int variable = -1;
    lane_cost cost{};
    double stored = 0, weights = 0;  // elements stored before the nest, and of them weights
    bool kept = true;
  } at[64]{};
  int count = 0;
  bool contracts = false;

  template <int N> constexpr lane_candidates(const program<N>& p, const output* roots, int root_count, vars axes, int preferred) {
    const graph<N>& g = p.g;
    vars folded = 0;
    {
      seen_nodes<N> seen;
      for (int i = 0; i < root_count; ++i) folded |= variables_folded(g, roots[i].node, contracts, seen);
    }
    const nest_hints hints = hints_of(p, roots, root_count);
    bool multiplies = false;  // by the micro-kernel, with lanes along an axis of the results
    const auto add = [&](vars candidates) {
      for (int v = 0; v < g.variable_count; ++v)
        if (has(candidates, v)) {
          at[count++] = {v, cost_along(p, roots, root_count, v, preferred, 0)};
          multiplies = multiplies || at[count - 1].cost.products > 0;
        }
    };
    vars reduced = 0;
    for (int i = 0; i < root_count; ++i)  // only by folds whose result has no variable but the targets'
      for (int n = 0; n <= roots[i].node; ++n)
        if (g.is(n, kind::fold) && (g[n].free & ~axes) == 0) reduced |= g[n].bound & folded;
    if (hints.lane >= 0 && has((axes | reduced) & ~hints.inlined, hints.lane)) {
      add(one(hints.lane));
      return;
    }
    add(axes & ~hints.inlined);
    if (!contracts || !multiplies) add(reduced & ~axes & ~hints.inlined);  // the lanes may run along what is reduced
  }
  constexpr int left() const {
    int k = 0;
    for (int i = 0; i < count; ++i) k += at[i].kept ? 1 : 0;
    return k;
  }
  /// Keeps those for which `cost` is at most `factor` times the least.
  template <class Cost> constexpr void keep_least(Cost cost, double factor) {
    double least = 1e300;
    for (int i = 0; i < count; ++i)
      if (at[i].kept && cost(at[i]) < least) least = cost(at[i]);
    for (int i = 0; i < count; ++i) at[i].kept = at[i].kept && cost(at[i]) <= factor * least;
  }
  constexpr int least_memory() const {
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (at[i].kept && (best < 0 || at[i].cost.memory + at[i].cost.arithmetic < at[best].cost.memory + at[best].cost.arithmetic)) best = i;
    return best < 0 ? -1 : at[best].variable;
  }

  template <int N> static constexpr lane_cost cost_along(const program<N>& p, const output* roots, int root_count, int v, int preferred, vars outer) {
    const graph<N>& g = p.g;
    lane_cost cost;
    seen_nodes<N> seen;
    for (int i = 0; i < root_count; ++i) {
      add_lane_cost(p, roots[i].node, v, seen, cost, outer);
      const double writes = estimated_points(g, roots[i].axes);
      cost.memory += has(roots[i].axes, v) ? (v == preferred ? writes : 4 * writes) : 0;
    }
    const double e = static_cast<double>(estimated_extent(g, v));
    const double w = static_cast<double>(p.lanes);
    const double padded = static_cast<double>(static_cast<index_t>((e + w - 1) / w)) * w;  // whole vectors
    cost.arithmetic = cost.arithmetic * padded / e + cost.products * (e == 1 ? 2 : padded / e);
    cost.memory *= padded / e;
    return cost;
  }
};
}  // namespace detail

/// Vectors of lanes of a nest that multiplies nothing: four, or two, where rows of a known extent then end with a whole block: a rest has a loop
/// of its own, and rows that lie a power of two apart in memory were read at 0.6 of the speed with blocks of three. `most`: fewer where more is kept for each.
constexpr int without_a_rest(int lanes, index_t extent, int most, int otherwise) {
  for (int v = most < 4 ? most : 4; v >= 2; v -= 2)
    if (extent % (index_t{v} * lanes) == 0) return v;
  return otherwise;
}

}  // namespace heed::planner
