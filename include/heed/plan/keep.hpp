// Rule 4: values that a walk computes, dearer than a load, and that a later walk or the results need again: kept for all rows, or all
// lanes, of the point where the outer loops stand. So a row that is normalised computes each exponential once.
#pragma once

#include <heed/plan/stages.hpp>

namespace heed::planner {

namespace detail {

template <int N> class kept_values {
 public:
  constexpr kept_values(program<N>& program, const nest<N>& nest, const placed_values<N>& placed) : p(program), g(program.g), n(nest), d(placed) {}

  /// What is kept, and a fold of the walk that computes it.
  int nodes[8]{}, folds[8]{};
  int count = 0;

  /// Weights that results are made of, and those of which a maximum and a sum over all lanes are taken: they wait for their maximum,
  /// and need no rescaling.
  constexpr void find_weights(fold_stages<N>& stages) {
    if (n.lane < 0 || n.chunk >= 0) return;
    for (int i = 0; i < g.size; ++i)
      if (g.is(i, op::anchored_exp) && d.roles[g.child(i, 1)] == role::at_outer && g.nodes[g.child(i, 1)].bound == d.lane && fits(i, g.child(i, 1))) stages.waits[i] = true;
    for (int o = 0; o < n.output_count; ++o) {
      seen_nodes<N> seen;
      find_weights(n.outputs[o].node, stages, seen);
    }
  }
  /// After the stages: everything else.
  constexpr void find(const fold_stages<N>& stages) {
    if (n.lane < 0 || n.chunk >= 0 || stages.count == 0) return;
    for (int& f : first) f = -1;
    for_walks(stages, [&](int f) {
      reader = f;
      seen_nodes<N> seen;
      find_again(g.child(f, 0), stages, seen);
      mark(g.child(f, 0), f);
    });
    reader = -1;
    seen_nodes<N> seen;
    for (int o = 0; o < n.output_count; ++o) find_again(n.outputs[o].node, stages, seen);
  }

 private:
  program<N>& p;
  const graph<N>& g;
  const nest<N>& n;
  const placed_values<N>& d;
  int first[N]{};   // the fold for which a node is computed first, -1: none
  int reader = -1;  // the fold that reads, -1: the results

  constexpr bool ends(int i) const { return p.temporary_of[i] >= 0 || d.roles[i] == role::requested || g.is(i, hint_code::recomputed) || g.nodes[i].edges == 0; }
  constexpr bool is_walked(int i) const { return g.is(i, kind::fold) && (d.roles[i] == role::at_lanes || d.roles[i] == role::at_outer); }
  template <class F> constexpr void for_walks(const fold_stages<N>& stages, F f) const {
    int last = 0;
    for (int i = 0; i < stages.count; ++i) last = stages.of[stages.folds[i]] > last ? stages.of[stages.folds[i]] : last;
    for (const role r : {role::at_outer, role::at_lanes})
      for (int s = 1; s <= last; ++s)
        for (int i = 0; i < stages.count; ++i)
          if (const int k = stages.folds[i]; stages.of[k] == s && d.roles[k] == r && d.lanes_node[k] < 0) f(k);
  }
  // Whether fold a's walk is over when fold b's begins.
  constexpr bool is_before(const fold_stages<N>& stages, int a, int b) const {
    return d.roles[a] == d.roles[b] ? stages.of[a] < stages.of[b] : d.roles[a] == role::at_outer;
  }

  // Whether there is room for a value that fold f's walk computes: at least for some run-time extents.
  constexpr bool fits(int i, int f) const {
    const vars rows = g.nodes[i].free & ~d.outer & ~d.lane;
    const bool over_lanes = d.roles[f] == role::at_outer;
    if ((g.nodes[i].free & d.lane) == 0 || (g.nodes[i].free & ~(d.outer | d.lane | g.nodes[f].bound)) != 0 || (over_lanes ? rows != 0 : rows == 0)) return false;
    const index_t points = static_points(g, over_lanes ? d.lane : rows);
    return points <= largest_kept(p.target) / ((over_lanes ? 1 : n.width()) * bytes_of(g.nodes[i].type));  // (-1: not known before)
  }
  // Whether a value needs strips of its walk: what is a contraction inside a block, or packed for one.
  constexpr bool needs_block(int i, seen_nodes<N>& seen) const {
    if (ends(i) || !seen.enter(i) || is_walked(i)) return false;
    if (d.roles[i] == role::in_walk && g.is(i, kind::fold)) return true;
    for (int k = 0; k < d.pack_count; ++k)
      if (d.packs[k] == i) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (needs_block(g.child(i, k), seen)) return true;
    return false;
  }
  // Whether a value stands in what is packed, maybe before it is computed, or in an operand of a micro-kernel, which reads strips.
  constexpr bool is_packed(int i) const {
    seen_nodes<N> seen;
    for (int k = 0; k < d.pack_count; ++k)
      if (reaches(d.packs[k], i, seen)) return true;
    for (int f = 0; f < g.size; ++f)
      if (g.is(f, kind::fold) && d.lanes_node[f] >= 0 && reaches(d.lanes_node[f], i, seen)) return true;
    return false;
  }
  constexpr bool can_keep(int i, int f) const {
    seen_nodes<N> seen;
    return count < 8 && fits(i, f) && !needs_block(i, seen) && !is_packed(i);
  }
  constexpr bool reaches(int from, int i, seen_nodes<N>& seen) const {
    if (from == i) return true;
    if (ends(from) || g.is(from, kind::fold) || !seen.enter(from)) return false;
    for (int k = 0; k < g.nodes[from].edges; ++k)
      if (reaches(g.child(from, k), i, seen)) return true;
    return false;
  }

  constexpr void find_weights(int i, fold_stages<N>& stages, seen_nodes<N>& seen) {
    if (ends(i) || g.is(i, kind::fold) || !seen.enter(i)) return;
    if (g.is(i, op::anchored_exp) && is_walked(g.child(i, 1))) {
      const int m = g.child(i, 1);
      for (int f = 0; f < g.size; ++f)
        if (is_walked(f) && g.nodes[f].bound == g.nodes[m].bound && d.roles[f] == d.roles[m] && d.lanes_node[f] < 0 && can_keep(i, f)) {
          seen_nodes<N> below;
          if (reaches(g.child(f, 0), i, below)) stages.waits[i] = true;
        }
      return;
    }
    for (int k = 0; k < g.nodes[i].edges; ++k) find_weights(g.child(i, k), stages, seen);
  }

  constexpr void mark(int i, int f) {
    if (ends(i) || g.is(i, kind::fold) || first[i] >= 0) return;
    first[i] = f;
    for (int k = 0; k < g.nodes[i].edges; ++k) mark(g.child(i, k), f);
  }
  // Whether a value costs more than to store and load it.
  constexpr bool is_dear(int i, seen_nodes<N>& seen) const {
    if (ends(i) || is_walked(i) || !seen.enter(i)) return false;
    if (is_expensive(g, i)) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (is_dear(g.child(i, k), seen)) return true;
    return false;
  }
  // Whether a value is relative to a maximum that is still growing where fold f takes it.
  constexpr bool is_relative(int i, int f, const fold_stages<N>& stages, seen_nodes<N>& seen) const {
    if (ends(i) || is_walked(i) || !seen.enter(i)) return false;
    if (g.is(i, op::anchored_exp) && is_walked(g.child(i, 1)) && stages.of[g.child(i, 1)] == stages.of[f]) return true;
    for (int k = 0; k < g.nodes[i].edges; ++k)
      if (is_relative(g.child(i, k), f, stages, seen)) return true;
    return false;
  }
  constexpr void find_again(int i, const fold_stages<N>& stages, seen_nodes<N>& seen) {
    if (ends(i) || g.is(i, kind::fold) || !seen.enter(i)) return;
    for (int k = 0; k < count; ++k)
      if (nodes[k] == i) return;
    if (const int f = first[i]; f >= 0 && (reader < 0 || is_before(stages, f, reader))) {
      seen_nodes<N> dear, relative;
      if (is_dear(i, dear) && can_keep(i, f) && !is_relative(i, f, stages, relative)) {
        nodes[count] = i;
        folds[count++] = f;
        return;
      }
    }
    for (int k = 0; k < g.nodes[i].edges; ++k) find_again(g.child(i, k), stages, seen);
  }
};

}  // namespace detail

}  // namespace heed::planner
