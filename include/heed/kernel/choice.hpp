// What a where does not choose is not computed: a position decides for a whole block which side of a concat, a stack or a
// shift is there, a number which side of where(n == 0, x, y), and the products of the other side are left out.
#pragma once

#include <heed/kernel/proof.hpp>
#include <heed/plan/chosen_side.hpp>

namespace heed::kernel {

/// W: the walk. Its ranges are those of the state, as for `proofs`.
template <class R, int W> struct choices {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;

  // A where, and the side of it (1: yes, 2: no) that is the only way to a value.
  struct way {
    int where = -1, side = 0;
  };
  struct ways {
    way list[4]{};
    int count = 0;
  };

  // Whether anything that the nest writes needs node n by another way than this one.
  static constexpr bool needs(int from, int n, way without, planner::seen_nodes<R::program.capacity>& seen) {
    if (from == n) return true;
    if (!seen.enter(from) || R::view.is_stored(from)) return false;
    for (int k = 0; k < g.nodes[from].edges; ++k)
      if (!(from == without.where && k == without.side) && needs(g.child(from, k), n, without, seen)) return true;
    return false;
  }
  static constexpr bool is_needed(int n, way without) {
    planner::seen_nodes<R::program.capacity> seen;
    for (int o = 0; o < nest.output_count; ++o)
      if (needs(nest.outputs[o].node, n, without, seen)) return true;
    return false;
  }
  template <int N> static constexpr ways ways_to = [] {
    ways found;
    // whatever stands in the memory of a number is a value, but not so of a truth value
    if (g.nodes[N].type == planner::scalar::b8 || !is_needed(N, {})) return found;
    for (int w = N + 1; w < g.size; ++w) {
      if (found.count == 4 || R::view.is_stored(w) || !chooses(g, w)) continue;
      for (int side = 1; side <= 2; ++side)
        if (found.count < 4 && !is_needed(N, {w, side})) found.list[found.count++] = {w, side};
    }
    return found;
  }();

  /// Whether node N is not chosen anywhere in the current ranges. What reads it then may read anything.
  template <int N> static HEED_INLINE bool leave_out(state& s) {
    return [&]<int... I>(std::integer_sequence<int, I...>) { return (is_closed<ways_to<N>.list[I].where, ways_to<N>.list[I].side>(s) || ...); }
    (std::make_integer_sequence<int, ways_to<N>.count>{});
  }
  template <int Where, int Side> static bool is_closed(state& s) {
    return proofs<R, W>::template is_shown<g.child(Where, 0), Side == 1 ? claim::never : claim::always>(s);
  }
};

}  // namespace heed::kernel
