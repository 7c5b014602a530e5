// The lanes of a nest, chosen by what would have to be stored before it; of those that store the same, by cost.
#pragma once

#include <heed/plan/stored_before.hpp>

namespace heed::planner::detail {

// Whether axis v stands after axis w where operands and targets have both, as the inner one does in memory that is not turned.
template <int N> constexpr bool comes_after(const graph<N>& g, int v, int w) {
  int after = 0;
  for (int i = 0; i < g.access_count; ++i) {
    const access& a = g.accesses[i];
    if (a.what != access::of::leaf && a.what != access::of::target) continue;
    int at_v = -1, at_w = -1;
    for (int k = 0; k < a.maps; ++k) {
      if (has(g.maps[a.first_map + k].used(), v)) at_v = k;
      if (has(g.maps[a.first_map + k].used(), w)) at_w = k;
    }
    if (at_v >= 0 && at_w >= 0) after += at_v > at_w ? 1 : -1;
  }
  return after > 0;
}
// Of lanes that cost the same, because nothing is known of either extent, the inner ones: axes are written from batch and head to what there is most of,
// and loops around the lanes may turn out to go on where these end (plan/joint_loops.hpp).
// products: of each candidate, how many folds are the micro-kernel's.
template <int N> constexpr int inner_of_equal(const graph<N>& g, const lane_candidates& c, const int* products) {
  constexpr double equal = 1.02;
  const int best = c.least_memory();
  if (best < 0 || g.extent(best) != dynamic) return best;
  const auto whole = [&](int i) { return c.at[i].cost.arithmetic + c.at[i].cost.memory; };
  int first = 0;
  while (c.at[first].variable != best) ++first;
  int inner = first;
  for (int i = 0; i < c.count; ++i)
    if (c.at[i].kept && g.extent(c.at[i].variable) == dynamic && whole(i) <= equal * whole(first) && products[i] >= products[first] && comes_after(g, c.at[i].variable, c.at[inner].variable)) inner = i;
  return c.at[inner].variable;
}

/// The choice of the lanes of a nest that computes these outputs, whose targets have the variables `axes`.
template <int N> class lane_choice {
 public:
  constexpr lane_choice(program<N>& program, const output* roots, int root_count, vars variables, int contiguous)
      : p(program), g(program.g), outputs(roots), count(root_count), axes(variables), preferred(contiguous), any(with_any_extents(program), roots, root_count, variables, contiguous) {
    g.any_extents = false;
  }
  constexpr int run() {
    if (any.count < 2) return any.least_memory();
    try_all();
    any.keep_least([](const auto& x) { return x.weights; }, 1);
    const lane_candidates fair = any;  // with lanes that keep no weights
    any.keep_least([](const auto& x) { return x.cost.arithmetic; }, near);
    any.keep_least([](const auto& x) { return x.stored; }, 1);
    // others that store no more are compared, too, by the extents as they are
    double stored = 0;
    for (int i = 0; i < any.count; ++i)
      if (any.at[i].kept) stored = any.at[i].stored;
    int left = 0;
    for (int i = 0; i < any.count; ++i) {
      c.at[i].kept = fair.at[i].kept && fair.at[i].stored <= stored;
      left += c.at[i].kept || small[i] ? 1 : 0;
    }
    if (left < 2) return c.least_memory();
    for (int i = 0; i < c.count; ++i)
      if (c.at[i].kept || small[i]) compare(i);
    if (c.contracts) c.keep_least(whole, 1.3);
    const int best = inner_of_equal(g, c, products);
    return best < 0 ? best : stored_after_all(best);
  }

 private:
  program<N>& p;
  graph<N>& g;
  const output* outputs;
  int count;
  vars axes;
  int preferred;
  lane_candidates any;      // as if no extent were known
  lane_candidates c = any;  // the same variables, by the extents as far as they are known
  most_stored most;
  // of each candidate
  double blocks[64]{};  // of lanes
  vars outer[64]{};     // loops around them
  bool scattered[64]{};
  bool small[64]{};     // whether all that is stored before is
  double again[64]{};   // points that are gone through twice
  int products[64]{};
  seen_nodes<N> requested[64]{};
  bool compared[64]{};

  static constexpr program<N>& with_any_extents(program<N>& program) {
    program.g.any_extents = true;
    return program;
  }
  static constexpr double whole(const lane_candidates::candidate& x) { return x.cost.arithmetic + x.cost.memory; }

  // Lanes whose arithmetic is near the least.
  static constexpr double near = 1.5;
  constexpr void try_all() {
    double least = 1e300;
    for (int i = 0; i < any.count; ++i) least = any.at[i].cost.arithmetic < least ? any.at[i].cost.arithmetic : least;
    const auto is_near = [&](int i) { return any.at[i].cost.arithmetic <= near * least; };
    // those first that say what others store at most, and take
    for (int i = 0; i < any.count; ++i)
      if (is_near(i)) try_along(i, true);
    double best = 1e300;  // of those that store nothing
    if (most.known && most.elements == 0 && any.contracts && !has_small_products())
      for (int i = 0; i < any.count; ++i)
        if (is_near(i) && any.at[i].weights == 0 && any.at[i].stored == 0) {
          compare(i);
          best = whole(c.at[i]) < best ? whole(c.at[i]) : best;
        }
    for (int i = 0; i < any.count; ++i) {
      if (is_near(i)) continue;
      if (is_dear(i, best)) any.at[i].stored = any.at[i].weights = 1e30;
      else try_along(i, false);
    }
  }
  constexpr void try_along(int i, bool is_near) {
    const int v = any.at[i].variable, size = g.size, edges = g.edges, constants = g.constant_count;
    const bool overflow = p.overflow, full = g.overflow;
    g.any_extents = true;
    seen_nodes<N> seen;
    const stored_before s = find_stored(p, outputs, count, v, preferred, seen, 1, axes, any.contracts, &requested[i], most);
    g.any_extents = false;
    const bool fits = !p.overflow && !g.overflow && s.used && !most.exceeded_by(s);
    any.at[i].stored = fits ? s.elements : 1e30;
    any.at[i].weights = fits ? s.weights : 1e30;
    g.size = size;
    g.edges = edges;
    g.constant_count = constants;
    p.overflow = overflow;
    g.overflow = full;
    const double width = double(p.lanes) * s.vectors, lanes = static_cast<double>(estimated_extent(g, v));
    outer[i] = s.outer;
    scattered[i] = s.walks && preferred >= 0 && has(s.outer, preferred);
    small[i] = fits && s.small;
    again[i] = s.again;
    products[i] = s.products;
    // (a fold along the lanes has no blocks that begin, nor has what is only written: merging is all)
    blocks[i] = has(axes, v) && s.walks ? estimated_points(g, s.outer) * static_cast<double>(static_cast<index_t>((lanes + width - 1) / width)) : 0;
    if (fits && s.weights == 0 && is_near && (!most.known || s.elements < most.elements)) most = {s.elements, true};
  }
  constexpr void compare(int i) {
    if (compared[i]) return;
    compared[i] = true;
    c.at[i].cost = cost_beside(p, requested[i], outputs, count, c.at[i].variable, preferred, outer[i], scattered[i]);
    if (c.contracts) c.at[i].cost.arithmetic += beginning(p) * blocks[i];
    c.at[i].cost.arithmetic += again[i];
  }

  // Lanes that take more than twice as long as others that store nothing, both by the extents as they are, would have to store a product to take less, and that is more. They are not tried.
  constexpr bool is_dear(int i, double best) const { return best < 1e300 && lane_candidates::cost_along(p, outputs, count, any.at[i].variable, preferred, 0).arithmetic > 2 * best; }
  // Whether there are products that would be small beside an operand.
  constexpr bool has_small_products() const {
    for (int n = 0; n < g.size; ++n)
      if (is_contraction(g, n) && has_leaf_beyond(g, g.nodes[n].free)) return true;
    return false;
  }

  // Weights that are few beside an operand are stored where the best lanes, which need none, would read that across all of it (a sequence that is pooled by its own scores). And what
  // is no weights, a part of a longer product, where other lanes cost half.
  constexpr int stored_after_all(int best) {
    double least = 0;
    bool across = false;
    for (int i = 0; i < c.count; ++i)
      if (c.at[i].variable == best) {
        least = whole(c.at[i]);
        across = c.at[i].cost.across && g.extent(best) != 1;  // (one query keeps its one pass)
      }
    for (int i = 0; i < c.count; ++i) c.at[i].kept = small[i] && (across ? 1.5 * whole(c.at[i]) < least : any.at[i].weights == 0 && 2 * whole(c.at[i]) < least);
    return c.left() > 0 ? c.least_memory() : best;
  }
};

/// The lane variable of a nest; -1: none.
/// Lanes along which the nest computes nothing, and those that would have weights stored, are left out; then, of those whose
/// arithmetic is near the least, those that have the fewest elements stored before are kept: all this as if no extent were
/// known, because what is stored depends on the formula, not on sizes. Then arithmetic and memory, by the extents as far as
/// they are known, and with them those left out that store no more. One choice is about a buffer and goes by sizes: values that
/// are few beside an operand are stored where everything else would read that operand, known to be large, across.
template <int N> constexpr int choose_lane(program<N>& p, const output* outputs, int count, vars axes, int preferred) {
  return lane_choice<N>(p, outputs, count, axes, preferred).run();
}

}  // namespace heed::planner::detail
