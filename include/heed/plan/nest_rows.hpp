// The loops around the values of a nest: which variables are rows, walked together inside a block of lanes, and which of them in
// chunks; the others are outer loops.
#pragma once

#include <heed/plan/loop_in_blocks.hpp>
#include <heed/plan/operand.hpp>
#include <heed/plan/placing.hpp>
#include <heed/plan/register_block.hpp>
#include <heed/plan/wide_block.hpp>

namespace heed::planner {

namespace detail {

/// Operands that lie across are turned while there are fewer tiles of their kind than these: what comes after them is read as it lies.
inline constexpr int most_turned = 8;
/// As many steps of a walk are rows enough for the micro-kernel: those of the results are a loop around it.
inline constexpr index_t enough_steps = 64;

template <int N> class nest_rows : public placing<N> {
  using base = placing<N>;

 public:
  using base::n, base::d;

  constexpr nest_rows(program<N>& program, const output* outputs, int count, int lane_variable, int contiguous) : base(program) {
    for (int i = 0; i < count; ++i) { n.outputs[n.output_count++] = outputs[i]; targets |= outputs[i].axes; }
    n.lane = static_cast<std::int16_t>(lane_variable);
    written_along = contiguous;
    d.lane = n.lane < 0 ? 0 : one(n.lane);
    const index_t lanes_inside = n.lane < 0 ? 1 : g.extent(n.lane);
    n.lanes = static_cast<std::int16_t>(lanes_of_vectors(p.target, full_vector(), lanes_inside));
    register_block b = choose_register_block(p.target, n.lanes, lanes_inside);
    n.alone = n.lane >= 0 && n.lane == g.single;
    const tiling said = hints_of(p, outputs, count).tiles;
    n.vectors = static_cast<std::int16_t>(said.vectors > 0 ? said.vectors : b.vectors);
    seen_nodes<N> seen;
    for (int i = 0; i < count; ++i) find_result_rows(outputs[i].node, seen);
    for (int i = 0; i < product_count; ++i) {
      const vars alone = product_rows[i] & ~of_lanes_too;
      n.rows |= alone != 0 ? alone : product_rows[i];
    }
    // (of several that only the running program knows the innermost: a tile for all of them would be as large as they are. Not where a loop around would fold
    // anything again.)
    if (const vars open = open_extents(n.rows); (open & (open - 1)) != 0) {
      const vars others = open & ~one(innermost_of(g, open));
      bool again = false;
      seen_nodes<N> below;
      for (int i = 0; i < count; ++i) again = again || folds_without(outputs[i].node, others, below);
      if (!again) n.rows &= ~others;
    }
    // (not where another fold waits for a fold of such products: its partial results would be rescaled for each row)
    if (!stages) held_rows |= rows_of_leaves;  // (nor where a fold waits for one of these)
    // (many are held in chunks, which are of one variable)
    const bool alone = folded_rows == 0 && ((n.rows | held_rows) & ~stepwise_rows) == 0;
    if (!waits_for_products && (alone ? are_held(g, stepwise_rows) : are_few(g, stepwise_rows))) held_rows |= stepwise_rows;
    n.rows |= held_rows & ~of_lanes_too;
    // a fold over an axis of the targets is there for all rows along it, unless another fold is walked for each of them; a few that are walked of
    // leaves are there, too
    n.rows |= folded_rows & (are_few(g, folded_rows & rows_of_leaves) ? ~walked_along | rows_of_leaves : ~walked_along);
    folded_rows &= n.rows;
    // without a walk the targets' contiguous axis makes the rows: what lacks it is computed once for them, and they are
    // written side by side
    bool walks = false;
    for (int i = 0; i < count; ++i) {
      seen_nodes<N> below;
      walks = walks || contains_fold(outputs[i].node, below);
    }
    if (!walks && contiguous >= 0 && contiguous != n.lane && has(targets, contiguous)) n.rows |= one(contiguous);
    // nor are rows that lie side by side in an operand, its lanes apart, read an element at a time: they are turned
    for (int i = 0; !walks && n.rows == 0 && i < count; ++i) {
      seen_nodes<N> below;
      const int v = find_turned(outputs[i].node, below);
      if (v >= 0) n.rows = one(v);
    }
    d.outer = targets & ~d.lane & ~n.rows;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(d.outer, v)) n.outer[n.outer_count++] = static_cast<std::int16_t>(v);
    what_folds found;
    seen_nodes<N> below;
    for (int i = 0; i < count; ++i) find_folds(outputs[i].node, found, below);
    if (n.rows == 0 && lanes_inside > 0 && !found.products) b.vectors = without_a_rest(n.lanes, lanes_inside, found.variances ? 32 / p.target.float_lanes : 4, b.vectors);
    n.vectors = static_cast<std::int16_t>(said.vectors > 0 ? said.vectors : b.vectors);
    n.tile_rows = static_cast<std::int16_t>(said.rows > 0 ? said.rows : b.rows);
    n.block = said.block;
    if (walks && n.lane >= 0 && (n.rows & ~folded_rows) == 0 && !found.products && said.vectors == 0 && said.block == 0) widen_block(p, n);
    choose_chunk();
  }

 protected:
  int written_along = -1;  // the variable along which the targets are contiguous; -1: none
  using base::p, base::g, base::targets, base::is_end, base::free, base::has_lane, base::contains_fold, base::stages_below;

 protected:
  // Elements of a whole vector here: of float32, unless this nest has values of 8 bytes and none of 4, or multiplies only what is larger: registers that hold two vectors of float64
  // for each of float32 are too few for the micro-kernel's accumulators.
  constexpr int full_vector() const {
    if (!p.has_widths) return p.lanes;
    what_widths found;
    seen_nodes<N> seen;
    for (int k = 0; k < n.output_count; ++k) find_widths(n.outputs[k].node, found, seen);
    const bool of_eight = (found.of_eight && !found.of_four) || (found.products_of_eight && !found.products_of_four && (p.target.half_registers || !found.functions_of_four));
    return of_eight ? p.target.float_lanes / 2 : p.lanes;
  }
  struct what_widths { bool of_four = false, of_eight = false, functions_of_four = false, products_of_four = false, products_of_eight = false; };
  constexpr void find_widths(int i, what_widths& found, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || g.is(i, kind::constant)) return;
    const bool four = bytes_of(g.nodes[i].type) == 4;
    found.of_four = found.of_four || four;
    found.of_eight = found.of_eight || bytes_of(g.nodes[i].type) == 8;
    if (is_end(i)) return;
    found.functions_of_four = found.functions_of_four || (four && is_long(g, i));
    if (is_contraction(g, i)) (four ? found.products_of_four : found.products_of_eight) = true;
    for (int k = 0; k < g.nodes[i].edges; ++k) find_widths(g.child(i, k), found, seen);
  }
  // Whether something below is the micro-kernel's, and whether there are variances along the lanes.
  struct what_folds { bool products = false, variances = false; };
  constexpr void find_folds(int i, what_folds& found, seen_nodes<N>& seen) const {
    const node& x = g.nodes[i];
    if (x.folded == 0 || is_end(i) || !seen.enter(i)) return;
    if (x.what == kind::fold && g.fold_of(i) == fold_op::var && has_lane(x.bound)) found.variances = true;
    if (!found.products && is_contraction(g, i)) {
      operands o;
      found.products = split_product(g, g.child(i, 0), n.lane, x.type, o) && o.lanes > 0 && o.rows > 0 && (rows_of_product(g, o) & x.free & ~d.lane) != 0;
    }
    for (int k = 0; k < x.edges; ++k) find_folds(g.child(i, k), found, seen);
  }
  // The axis of the targets along which leaf i is contiguous, if its lanes are apart; -1: none.
  constexpr int turned_along(int i) const {
    if (!g.is(i, kind::leaf) || !has_lane(free(i))) return -1;
    const access& a = g.accesses[g.nodes[i].item];
    if (may_be_nowhere(g, a) || is_irregular_along(g, a, n.lane) || stride_along(g, a, n.lane) == 1) return -1;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(free(i) & targets & ~d.lane, v) && stride_along(g, a, v) == 1 && !is_irregular_along(g, a, v)) return v;
    return -1;
  }

 private:
  // The same of a leaf below a value.
  constexpr int find_turned(int i, seen_nodes<N>& seen) const {
    if (is_end(i) || !seen.enter(i)) return -1;
    if (const int v = turned_along(i); v >= 0) return v;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (const int v = find_turned(g.child(i, k), seen); v >= 0) return v;
    return -1;
  }

  // The rows of each product. What has lanes in one of them differs along some of these in another: those are better a loop around both,
  // where the other has more rows.
  vars product_rows[8]{};
  int product_count = 0;
  vars of_lanes_too = 0;
  constexpr bool folds_without(int i, vars some, seen_nodes<N>& seen) const {
    if (is_end(i) || g.nodes[i].folded == 0 || !seen.enter(i)) return false;
    if (g.is(i, kind::fold) && (some & ~free(i)) != 0) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (folds_without(g.child(i, k), some, seen)) return true;
    return false;
  }
  constexpr vars open_extents(vars s) const {
    vars open = 0;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(s, v) && g.extent(v) == dynamic) open |= one(v);
    return open;
  }
  constexpr void add_product(vars rows, const operands& o) {
    if (rows == 0) return;
    if (product_count == 8) { n.rows |= rows; return; }
    product_rows[product_count++] = rows;
    for (int k = 0; k < o.lanes; ++k) of_lanes_too |= free(o.with_lane[k]) & ~d.lane;
  }

  vars stepwise_rows = 0;  // of products for each step of a walk
  bool waits_for_products = false;
  vars rows_of_leaves = 0;  // what leaves with lanes lack that are folded
  bool stages = false;      // whether a fold waits for another
  vars held_rows = 0;     // what some operands of folds lack that are no products: they are held for all of it
  vars folded_rows = 0;   // axes of the targets that folds of the results bind
  vars walked_along = 0;  // axes of these folds

  // The variables that the results' contractions have beside the lanes: rows of the micro-kernel.
  constexpr void find_result_rows(int i, seen_nodes<N>& seen) {
    if (g.nodes[i].folded == 0 || is_end(i) || !seen.enter(i)) return;
    bool multiplied = false;  // by the micro-kernel
    if (is_contraction(g, i) && has_lane(free(i)) && (free(i) & ~targets) == 0) {
      operands o;
      const bool product = split_product(g, g.child(i, 0), n.lane, g.nodes[i].type, o) && o.lanes > 0;
      const vars rows = product && o.rows > 0 ? rows_of_product(g, o) & free(i) & ~d.lane : 0;
      multiplied = rows != 0;
      if (multiplied) {
        add_product(rows, o);
      } else if (product) {  // row by row: what another factor waits a fold for is there for all rows
        int waiting = 0;
        const auto waits = [&](int factor) {
          seen_nodes<N> below;
          return contains_fold(factor, below);
        };
        for (int k = 0; k < o.lanes; ++k) waiting += waits(o.with_lane[k]) ? 1 : 0;
        for (int k = 0; waiting == 1 && k < o.lanes; ++k)
          if (waits(o.with_lane[k])) held_rows |= free(i) & ~free(o.with_lane[k]) & ~d.lane;
      }
    }
    if (g.is(i, kind::fold)) {
      if (seen_nodes<N> below; has_lane(free(i)) && contains_fold(g.child(i, 0), below)) stages = true;
      if ((has_lane(free(i)) || has_lane(g.nodes[i].bound)) && (free(i) & ~targets) == 0) folded_rows |= g.nodes[i].bound & targets & ~d.lane;
      walked_along |= free(i);
      // what is folded is no product: a fold that it reads is there for all rows, too, and not computed again for each
      if (!is_contraction(g, i) && has_lane(free(i)) && (free(i) & ~targets) == 0) {
        vars lacking = free(i) & ~d.lane;
        bool any = false;
        seen_nodes<N> below;
        find_lacking(g.child(i, 0), g.nodes[i].bound, lacking, any, below);
        if (any) held_rows |= lacking;
      }
      // of no product of the micro-kernel's, but of operands with different axes all the same (distances): what has lanes is held for all rows
      if (seen_nodes<N> folds; !multiplied && has_lane(free(i)) && (free(i) & ~targets) == 0 && !folds_pairs(g.child(i, 0), i, folds)) {
        seen_nodes<N> below;
        rows_of_leaves |= lacking_in_leaves(g.child(i, 0), g.nodes[i].bound, below) & free(i) & ~d.lane;
      }
      // of no product, but of products (the largest of some): their rows that the results have, too, are there for each
      if (!multiplied && has_lane(free(i)) && (free(i) & ~targets) == 0) {
        seen_nodes<N> below, again;
        seen_nodes<N> masks;
        const vars in_blocks = free(i) & ~axes_of_masks(p, g.child(i, 0), masks);
        const vars rows = rows_of_products_below(g.child(i, 0), free(i), g.nodes[i].bound, in_blocks, below) & free(i) & ~d.lane;
        stepwise_rows |= rows;
        waits_for_products = waits_for_products || (rows != 0 && reads_other_folds(g.child(i, 0), rows, again));
      }
      return;
    }
    for (int k = 0; k < g.nodes[i].edges; ++k) find_result_rows(g.child(i, k), seen);
  }
  // Whether there is a fold below with lanes and these rows that is no contraction, or reads one.
  constexpr bool reads_other_folds(int i, vars rows, seen_nodes<N>& seen) const {
    if (is_end(i) || g.nodes[i].folded == 0 || !seen.enter(i)) return false;
    if (g.is(i, kind::fold) && has_lane(free(i)) && (free(i) & rows) != 0 && !is_contraction(g, i)) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (reads_other_folds(g.child(i, k), rows, seen)) return true;
    return false;
  }
  // The rows of the micro-kernel's products below that have the variables `all` and change with `bound`; their operands with lanes do not, or are read
  // where they lie, or packed for all steps. (in_blocks: what may be a loop inside the blocks.)
  constexpr vars rows_of_products_below(int i, vars all, vars bound, vars in_blocks, seen_nodes<N>& seen) const {
    if (is_end(i) || g.nodes[i].folded == 0 || !seen.enter(i)) return 0;
    vars rows = 0;
    if (operands o; is_contraction(g, i) && has_lane(free(i)) && (free(i) & bound) != 0 && (all & ~free(i)) == 0 && split_product(g, g.child(i, 0), n.lane, g.nodes[i].type, o) && o.lanes > 0 && o.rows > 0) {
      const vars with = free_with_lanes(g, o);
      const index_t steps = static_points(g, rows_of_product(g, o) & bound);  // these are rows, too
      const bool enough = (rows_of_product(g, o) & bound) != 0 && (steps < 0 || steps >= enough_steps);
      if (!enough && !is_mixed_in_blocks(o, bound, g.nodes[i].bound, rows_of_product(g, o) & free(i) & ~with & ~bound, in_blocks) && ((with & bound) == 0 || (o.lanes == 1 && lies_in_lanes(p, n, o.with_lane[0], true)) || is_packed_for_steps(g, with, bound | g.nodes[i].bound))) rows |= rows_of_product(g, o) & free(i) & ~with & ~bound;
    }
    for (int k = 0; k < g.nodes[i].edges; ++k) rows |= rows_of_products_below(g.child(i, k), all, bound, in_blocks, seen);
    return rows;
  }
  // Whether rows of a product of products, scores of all heads that are mixed, are a loop inside the blocks of a walk: scores that would be packed for all
  // steps of the walk would have to be stored.
  constexpr bool is_mixed_in_blocks(const operands& o, vars walked, vars summed, vars rows, vars in_blocks) const {
    const index_t inside = static_points(g, summed);
    if (!is_few_in_blocks(g, rows) || (rows & ~in_blocks) != 0 || inside <= 0 || inside > most_held_inside) return false;
    for (int k = 0; k < o.lanes; ++k)
      if ((g.nodes[o.with_lane[k]].folded & ~walked) != 0 && (free(o.with_lane[k]) & walked) != 0) return true;
    return false;
  }
  // Whether there is a fold below fold f that is no operand with some of its axes, stored before, but has all of them.
  constexpr bool folds_pairs(int i, int f, seen_nodes<N>& seen) const {
    if (is_end(i) || g.nodes[i].folded == 0 || !seen.enter(i)) return false;
    if (g.is(i, kind::fold)) return (free(i) & g.nodes[f].bound) == 0 || (free(f) & ~free(i)) == 0;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (folds_pairs(g.child(i, k), f, seen)) return true;
    return false;
  }
  // What leaves below with lanes that change with `bound`, and such operands, do not have.
  constexpr vars lacking_in_leaves(int i, vars bound, seen_nodes<N>& seen) const {
    if (!seen.enter(i)) return 0;
    if (is_end(i) || g.is(i, kind::leaf) || g.is(i, kind::fold)) return has_lane(free(i)) && (free(i) & bound) != 0 ? ~free(i) : 0;
    vars lacking = 0;
    for (int k = 0; k < g.nodes[i].edges; ++k) lacking |= lacking_in_leaves(g.child(i, k), bound, seen);
    return lacking;
  }
  // Of `lacking` what all folds below lack that change with `bound`.
  constexpr void find_lacking(int i, vars bound, vars& lacking, bool& any, seen_nodes<N>& seen) const {
    if (is_end(i) || g.nodes[i].folded == 0 || !seen.enter(i)) return;
    if (g.is(i, kind::fold)) {
      if ((free(i) & bound) == 0) return;
      lacking &= ~free(i);
      any = true;
      return;
    }
    for (int k = 0; k < g.nodes[i].edges; ++k) find_lacking(g.child(i, k), bound, lacking, any, seen);
  }
  // Whether the rows are those of products for each step of a walk, along one variable.
  constexpr bool are_held_in_chunks() const {
    return n.rows != 0 && (n.rows & (n.rows - 1)) == 0 && n.rows == (stepwise_rows & ~of_lanes_too) && !waits_for_products;
  }
  constexpr void choose_chunk() {
    const index_t points = static_points(g, n.rows);
    const bool held = are_held_in_chunks();
    if (n.rows == 0 || folded_rows != 0 || (points >= 0 && points <= (held ? 1024 : 256))) return;
    // the row variable of the largest extent is walked in chunks, unless the nest's folds need walks with stages:
    // those keep all rows, so that nothing is computed twice
    for (int i = 0; i < n.output_count && !held; ++i)
      if (stages_below(n.outputs[i].node)) return;
    int largest = -1;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(n.rows, v) && (largest < 0 || estimated_extent(g, v) > estimated_extent(g, largest))) largest = v;
    const index_t others = static_cast<index_t>(estimated_points(g, n.rows & ~one(largest)));
    n.chunk = static_cast<std::int16_t>(largest);
    // the chunk's accumulators fit an eighth of the second cache: they are read and written once for some hundred multiplications, and what is
    // packed for a block of lanes is packed for each chunk again (a thirtieth of 512 x 512 x 512 with AVX-512, where they fit the first one)
    const index_t fitting = p.target.l2 / 8 / (index_t{4} * n.lanes * n.vectors);
    n.chunk_size = others >= fitting ? 1 : fitting / others;
    n.chunk_size = (n.chunk_size + n.tile_rows - 1) / n.tile_rows * n.tile_rows;
  }
};

}  // namespace detail

}  // namespace heed::planner
