// What is known while the values of a nest are placed, and what is asked then: of the nest, and of what lies below a value.
#pragma once

#include <heed/plan/lanes.hpp>

namespace heed::planner {

namespace detail {

enum class role : std::uint8_t { inlined, at_lanes, at_outer, in_walk, requested };

/// What is known of the values of a nest once they are placed.
template <int N> struct placed_values {
  vars lane = 0, outer = 0;  // the lanes' variable, those of the outer loops
  role roles[N]{};
  vars strip_walk[N]{};      // of a fold with role in_walk: what its walk binds
  std::int16_t lanes_node[N]{}, rows_node[N]{};  // of a fold that the micro-kernel computes: its operands (-1: none)
  std::int16_t product_of[N]{};  // of a scaled product whose factor went into the packed operand: the product (-1: none)
  int requests[24]{};        // values to store before
  std::int16_t read_along[24]{};  // 1 + the variable along which one is best stored for what reads it; 0: any
  int request_count = 0;
  int packs[24]{};           // values computed at scope::lanes and kept: packed operands, invariants of walks
  int pack_count = 0;
};

// What placing begins with, made once: copying it is one step of a compiler's constant evaluation, of which clang allows a million.
template <int N> inline constexpr nest<N> empty_nest = [] {
  nest<N> n{};
  for (auto& t : n.tile_of) t = -1;
  return n;
}();
template <int N> inline constexpr placed_values<N> nothing_placed = [] {
  placed_values<N> d{};
  for (auto& x : d.lanes_node) x = -1;
  for (auto& x : d.rows_node) x = -1;
  for (auto& x : d.product_of) x = -1;
  return d;
}();

template <int N> class placing {
 public:
  nest<N> n = empty_nest<N>;
  placed_values<N> d = nothing_placed<N>;

 protected:
  constexpr explicit placing(program<N>& program) : p(program), g(program.g) {}

  program<N>& p;
  graph<N>& g;
  vars targets = 0;

  // Below these nothing is placed: what is stored, and what is computed wherever it is used.
  constexpr bool is_end(int i) const { return p.temporary_of[i] >= 0 || d.roles[i] == role::requested || (g.nodes[i].what == kind::convert && g.is(i, hint_code::recomputed)); }
  constexpr bool stored(int i) const { return p.temporary_of[i] >= 0 || d.roles[i] == role::requested; }
  constexpr vars free(int i) const { return g.nodes[i].free; }
  constexpr bool has_lane(vars s) const { return (s & d.lane) != 0; }
  constexpr bool is_output(int i) const {
    for (int k = 0; k < n.output_count; ++k)
      for (int o = n.outputs[k].node; g.hint_of(o) != hint_code::none; o = g.child(o, 0))
        if (o == i) return true;
    return false;
  }
  constexpr int without_hints(int i) const {
    while (g.hint_of(i) != hint_code::none) i = g.child(i, 0);
    return i;
  }
  constexpr bool is_this_nests(int f) const {
    for (int k = 0; k < n.output_count; ++k)
      if (without_hints(n.outputs[k].node) == f) return true;
    return false;
  }
  // Whether no strides describe where a value lies, as far as it changes with variables that are not `fixed`.
  constexpr bool irregular(int i, vars fixed) const {
    if (!g.is(i, kind::leaf) && p.access_of[i] < 0) return false;
    const access& a = g.accesses[p.access_of[i] >= 0 ? p.access_of[i] : g.nodes[i].item];
    for (int t = 0; t < a.terms; ++t)
      if (const int v = g.terms[a.first_term + t].variable; g.variables[v].derived && (g.variables[v].how != variable::how::data || (base_variables(g, one(v)) & ~fixed) != 0)) return true;
    return false;
  }
  // Whether a value is a leaf, or made of one point by point, whose elements lie side by side along a loop that runs around the lanes and those of a block: a line of
  // the cache for each.
  constexpr bool lies_along_others(int i, vars in_block) const {
    constexpr index_t fewest = 16;
    const vars around = free(i) & ~d.lane & ~in_block;
    if (around == 0 || g.nodes[i].folded != 0 || stored(i)) return false;
    const int leaf = largest_leaf(g, i);
    if (leaf < 0 || g.nodes[leaf].free != g.nodes[i].free) return false;
    const access& a = g.accesses[g.nodes[leaf].item];
    for (int v = 0; v < g.variable_count; ++v)
      if (has(around, v) && g.extent(v) >= fewest && stride_along(g, a, v) == 1 && !is_irregular_along(g, a, v)) return !is_made_of_recomputed(i);
    return false;
  }
  constexpr vars last_of(vars s) const {
    const int v = innermost_of(g, s & ~d.lane);
    return v < 0 ? 0 : one(v);
  }
  constexpr bool packable(vars f) const {
    const index_t rows = static_points(g, f & ~d.outer & ~d.lane);
    return rows < 0 || rows <= 16384;
  }

  // ---- what lies below a value
  // Whether a fold stands below another fold without a temporary between them.
  constexpr bool stages_below(int i) const {
    seen_nodes<N> seen;
    return stages_below(i, seen);
  }
  constexpr bool stages_below(int i, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return false;
    if (g.is(i, kind::fold)) {
      seen_nodes<N> below;
      return contains_fold(g.child(i, 0), below);
    }
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (stages_below(g.child(i, k), seen)) return true;
    return false;
  }
  constexpr bool contains_fold(int i, seen_nodes<N>& seen) const {
    if (g.nodes[i].folded == 0 || !seen.enter(i) || is_end(i)) return false;
    if (g.nodes[i].what == kind::fold) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (contains_fold(g.child(i, k), seen)) return true;
    return false;
  }
  // Whether loops run over something that a value lacks, so that it would be computed again; whether the d.outer ones do.
  constexpr bool lacks_any(vars loops, vars F) const {
    for (int v = 0; v < g.variable_count; ++v)
      if (has(loops & ~F, v) && g.extent(v) != 1) return true;
    return false;
  }
  constexpr bool repeats(vars F) const { return lacks_any(d.outer, F); }
  // A fold below that changes in the walk but not with all of the loops that run around it here: computed where it is used,
  // it would be computed again and again (the stages of a normaliser inside a contraction of what it weighs).
  constexpr bool recomputes_below(int i, vars loops, vars around) const {
    seen_nodes<N> seen;
    return recomputes_below(i, loops, around, seen);
  }
  constexpr bool recomputes_below(int i, vars loops, vars around, seen_nodes<N>& seen) const {
    if (g.nodes[i].folded == 0 || !seen.enter(i) || is_end(i) || (d.lane != 0 && !has_lane(free(i)))) return false;  // what has no lanes is stored anyway
    if (g.is(i, kind::fold) && (free(i) & around) != 0 && (loops & ~free(i)) != 0) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (recomputes_below(g.child(i, k), loops, around, seen)) return true;
    return false;
  }
  // Whether a value is weights that are relative to the maximum of a walk of this nest.
  constexpr bool weighs_below(int i) const {
    seen_nodes<N> seen;
    return weighs_below(i, seen);
  }
  constexpr bool weighs_below(int i, seen_nodes<N>& seen) const {
    if (g.nodes[i].folded == 0 || !seen.enter(i) || is_end(i)) return false;
    if (g.nodes[i].what == kind::fold) return false;
    if (g.is(i, op::anchored_exp) && !is_end(g.child(i, 1))) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (weighs_below(g.child(i, k), seen)) return true;
    return false;
  }
  // Whether a fold below, with all the axes of the value, would have to be stored (repeated: because outer loops lack in them).
  constexpr bool stores_below(int i, vars all, vars around, bool repeated) const {
    seen_nodes<N> seen;
    return stores_below(i, all, around, repeated, seen);
  }
  constexpr bool stores_below(int i, vars all, vars around, bool repeated, seen_nodes<N>& seen) const {
    if (g.nodes[i].folded == 0 || !seen.enter(i) || is_end(i)) return false;
    if (g.nodes[i].what == kind::fold) return g.nodes[i].free == all && (repeated || recomputes_below(g.child(i, 0), (all & around) | g.nodes[i].bound, around) || (d.roles[i] != role::at_lanes && weighs_below(g.child(i, 0))));
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (stores_below(g.child(i, k), all, around, repeated, seen)) return true;
    return false;
  }
  // Whether what a value does to folds with all its axes, point by point, begins with a value that is used beside it, too: a context that is
  // normalised, whose variance is needed apart.
  constexpr bool is_used_beside(int i) const {
    seen_nodes<N> beside, seen;
    beside.enter(i);
    for (int o = 0; o < n.output_count; ++o) mark(n.outputs[o].node, beside);
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (begins_with(g.child(i, k), free(i), beside, seen)) return true;
    return false;
  }
  constexpr void mark(int i, seen_nodes<N>& marked) const {
    if (!marked.enter(i) || is_end(i)) return;
    if (d.lanes_node[i] >= 0) {  // the micro-kernel reads these operands, in whatever order the formula multiplies
      mark(d.lanes_node[i], marked);
      mark(d.rows_node[i], marked);
      return;
    }
    for (int k = 0; k < g.nodes[i].edges; ++k) mark(g.child(i, k), marked);
  }
  constexpr bool begins_with(int i, vars all, const seen_nodes<N>& some, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0 || free(i) != all) return false;
    if (some.entered(i)) return true;
    if (g.is(i, kind::fold)) return false;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (begins_with(g.child(i, k), all, some, seen)) return true;
    return false;
  }
  // A fold below that itself has these rows: its stages would be needed for every row.
  constexpr bool stages_with_rows(int i, vars rows) const {
    seen_nodes<N> seen;
    return stages_with_rows(i, rows, seen);
  }
  constexpr bool stages_with_rows(int i, vars rows, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & rows) != 0) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (stages_with_rows(g.child(i, k), rows, seen)) return true;
    return false;
  }
  // Whether a factor of a product is a leaf of which each row and lane has elements, the lanes apart.
  constexpr bool reads_across(int i, vars rows) const {
    if (g.is(i, op::multiply)) return reads_across(g.child(i, 0), rows) || reads_across(g.child(i, 1), rows);
    if (!g.is(i, kind::leaf) || !has_lane(free(i)) || (free(i) & rows) != rows) return false;
    const access& a = g.accesses[g.nodes[i].item];
    return !is_irregular_along(g, a, n.lane) && stride_along(g, a, n.lane) != 1;
  }
  // A fold below that needs a walk with stages of its own inside the walk over B.
  constexpr bool walks_inside(int i, vars B) const {
    seen_nodes<N> seen;
    return walks_inside(i, B, seen);
  }
  constexpr bool walks_inside(int i, vars B, seen_nodes<N>& seen) const {
    if (!seen.enter(i) || is_end(i) || g.nodes[i].folded == 0) return false;
    if (g.is(i, kind::fold) && (free(i) & B) != 0) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (walks_inside(g.child(i, k), B, seen)) return true;
    return false;
  }
  // Whether a value is made point by point of one that is never stored.
  constexpr bool is_made_of_recomputed(int i) const {
    seen_nodes<N> seen;
    return is_made_of_recomputed(i, seen);
  }
  constexpr bool is_made_of_recomputed(int i, seen_nodes<N>& seen) const {
    if (g.is(i, hint_code::recomputed)) return true;
    if (stored(i) || g.is(i, kind::fold) || !seen.enter(i)) return false;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (is_made_of_recomputed(g.child(i, k), seen)) return true;
    return false;
  }
};

}  // namespace detail

}  // namespace heed::planner
