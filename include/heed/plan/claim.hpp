// What has to be shown of a block so that it can be left out (rule 6), followed down the formula when the plan is made: a sum is unmoved
// by 0, a product is 0 where its weight is, an exponential where its score is -inf, a score where the mask is closed. What is left to ask
// when the program runs is the mask alone (kernel/proof.hpp), and once for all folds of a walk.
#pragma once

#include <heed/plan/estimate.hpp>
#include <heed/plan/known_bounds.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

/// What may be said of a node in a block: that it is one number everywhere; of a truth value, that it is true, or false.
enum class claim : std::uint8_t { zero, one, infinity, negative_infinity, always, never };
struct claimed {
  int node = -1;  // -1: nothing shows it
  claim what{};
  constexpr bool operator==(const claimed&) const = default;
};
constexpr double number_of(claim c) {
  constexpr double of[] = {0, 1, infinite, -infinite, 1, 0};
  return of[static_cast<int>(c)];
}
constexpr bool is_of_truth(claim c) { return c == claim::always || c == claim::never; }
/// The same of -x, or of !x.
constexpr claim opposite(claim c) {
  return c == claim::infinity ? claim::negative_infinity : c == claim::negative_infinity ? claim::infinity : c == claim::always ? claim::never : c == claim::never ? claim::always : c;
}

/// How claims on the two operands show one on their result: either of them does, both do together, or nothing is known.
struct operand_claims {
  enum class by : std::uint8_t { nothing, either, both } shown = by::nothing;
  claim first{}, second{};
};
/// Node n is computed. (-inf plus anything is -inf for this purpose; inf plus anything is not known. And 0 times anything is 0.)
template <int N> constexpr operand_claims claims_on_operands(const graph<N>& g, int n, claim c) {
  using by = operand_claims::by;
  if (g.nodes[n].what != kind::elementwise) return {};
  const op o = g.op_of(n);
  if ((o == op::logical_and || o == op::logical_or) && is_of_truth(c) && g.nodes[g.child(n, 0)].type == scalar::b8 && g.nodes[g.child(n, 1)].type == scalar::b8)
    return {(o == op::logical_and) == (c == claim::always) ? by::both : by::either, c, c};
  if (!is_float(g.nodes[n].type)) return {};
  if (o == op::multiply && c == claim::zero) return {by::either, c, c};
  if (o == op::add && c == claim::negative_infinity) return {by::either, c, c};
  if (o == op::subtract && c == claim::negative_infinity) return {by::either, c, claim::infinity};
  return {};
}

/// What of its operand would leave fold f as it is.
template <int N> constexpr claimed neutral_for(const graph<N>& g, int f) {
  const int x = g.child(f, 0);
  const bool floats = is_float(g.nodes[f].operand);
  switch (g.fold_of(f)) {
    case fold_op::sum: case fold_op::any_of: return {x, claim::zero};
    case fold_op::prod: case fold_op::all_of: return {x, claim::one};
    case fold_op::max: case fold_op::argmax: return floats ? claimed{x, claim::negative_infinity} : claimed{};
    case fold_op::min: case fold_op::argmin: return floats ? claimed{x, claim::infinity} : claimed{};
    default: return {};
  }
}

/// Claims that are to be shown together, each once.
struct claim_list {
  static constexpr int most = 16;
  claimed at[most]{};
  int count = 0;
  bool all = true;  // they are all there
  constexpr void add(claimed c) {
    for (int i = 0; i < count; ++i)
      if (at[i] == c) return;
    if (c.node < 0 || count == most) all = false;
    else at[count++] = c;
  }
};

/// ranging: the variables that have more than one value in a block. stored: what is read from an earlier nest.
template <int N> class claim_reduction {
 public:
  constexpr claim_reduction(const graph<N>& graph, vars ranging, const seen_nodes<N>& stored_nodes) : g(graph), stored(stored_nodes), bounds(graph, ranging, stored_nodes) {}

  /// Whether there could be a block of which it is true.
  constexpr bool may_be(claimed c) { return c.node >= 0 && (is_of_truth(c.what) || bounds.may_be(c.node, number_of(c.what))); }

  /// The claim furthest down that shows it, and that nothing else shows; no node where no block could show it.
  constexpr claimed reduced(claimed c) {
    for (;;) {
      if (!may_be(c)) return {};
      const claimed next = reduced_once(c);
      if (next == c) return c;
      c = next;
    }
  }

  /// What leaves every fold of a walk as it is.
  constexpr claim_list neutral(const walk& w) {
    claim_list l;
    for (int i = 0; i < w.fold_count; ++i) l.add(reduced(neutral_for(g, w.folds[i].node)));
    return l;
  }
  /// What opens every `where` of a walk on positions, or every other that depends on what `bound` has.
  constexpr claim_list open(const walk& w, bool on_positions, vars bound) {
    claim_list l;
    seen_nodes<N> seen;
    for (int i = 0; i < w.fold_count; ++i) find_masks(g.child(w.folds[i].node, 0), on_positions, bound, l, seen);
    return l;
  }

 private:
  constexpr claimed reduced_once(claimed c) {
    const int n = c.node;
    const node& x = g.nodes[n];
    if (x.type == scalar::b8 && (c.what == claim::zero || c.what == claim::one)) return {n, c.what == claim::zero ? claim::never : claim::always};
    if (stored.entered(n)) return c;
    const bool floats = is_float(x.type), truth = is_of_truth(c.what);
    if (x.what == kind::convert && floats && is_float(g.nodes[g.child(n, 0)].type)) return {g.child(n, 0), c.what};
    if (x.what != kind::elementwise) return c;
    if (const auto on = claims_on_operands(g, n, c.what); on.shown == operand_claims::by::either) {
      const claimed a{g.child(n, 0), on.first}, b{g.child(n, 1), on.second};
      const bool first = may_be(a), second = may_be(b);
      return first && second ? c : first ? a : second ? b : claimed{};
    }
    switch (g.op_of(n)) {
      case op::exp: case op::anchored_exp: return c.what == claim::zero ? claimed{g.child(n, 0), claim::negative_infinity} : c;
      case op::negate: return floats && c.what != claim::one ? claimed{g.child(n, 0), opposite(c.what)} : c;
      case op::logical_not: return truth && g.nodes[g.child(n, 0)].type == scalar::b8 ? claimed{g.child(n, 0), opposite(c.what)} : c;
      case op::where:
        if (floats && !truth && !may_be({g.child(n, 1), c.what}) && is_literally(g.child(n, 2), c.what)) return {g.child(n, 0), claim::never};
        if (floats && !truth && !may_be({g.child(n, 2), c.what}) && is_literally(g.child(n, 1), c.what)) return {g.child(n, 0), claim::always};
        return c;
      default: return c;
    }
  }
  constexpr bool is_literally(int n, claim c) const { return g.is(n, kind::constant) && g.nodes[n].item < 0 && g.constants[-1 - g.nodes[n].item] == number_of(c); }

  constexpr void find_masks(int n, bool on_positions, vars bound, claim_list& out, seen_nodes<N>& seen) {
    if (!seen.enter(n) || stored.entered(n)) return;
    const bool here = is_position_mask(g, n, bound);
    const bool is_mask = g.is(n, op::where) && (g.nodes[g.child(n, 0)].free & bound) != 0;
    if (on_positions ? here : is_mask && !here) out.add(reduced({g.child(n, 0), claim::always}));
    for (int k = 0; k < g.nodes[n].edges; ++k) find_masks(g.child(n, k), on_positions, bound, out, seen);
  }

  const graph<N>& g;
  const seen_nodes<N>& stored;
  known_bounds<N> bounds;
};

}  // namespace heed::planner
