// What is known of a walk at compile time, and which of it a `where` leaves out. What uses it says the names again: in generic
// lambdas g++ 12 finds no names of a base that depends on template arguments.
#pragma once

#include <heed/kernel/choice.hpp>
#include <heed/kernel/indices.hpp>

namespace heed::kernel {

template <class R, int W> struct walk_facts {
  using state = typename R::state;
  using value = values<R, W>;
  template <bool Open> using masked = values<R, W, true, Open>;
  static constexpr const auto& g = R::g;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& walk = nest.walks[W];
  static constexpr vars lane_set = R::lane < 0 ? 0 : planner::one(R::lane);
  static constexpr int block_variable = walk.depth > 0 ? walk.order[walk.depth - 1] : -1;
  static constexpr vars block_set = block_variable < 0 ? 0 : planner::one(block_variable);
  static constexpr vars outer_set = walk.bound & ~block_set & ~walk.inside & ~lane_set;

  template <int N> using fold = folding_of<R, N>;

  static constexpr const auto& view = value::view;
  template <class F> static HEED_INLINE void for_folds(F&& f) { indices_to<walk.fold_count>::each(f); }

  static constexpr bool may_leave_out = has_choices(g);
  /// Whether there is one block, with everything in it: then no partial result is taken up again.
  static constexpr bool one_block = walk.where == planner::scope::lanes && !walk.bounded && !may_leave_out && outer_set == 0 && block_variable >= 0 &&
                                    g.variables[block_variable < 0 ? 0 : block_variable].extent > 0 &&
                                    g.variables[block_variable < 0 ? 0 : block_variable].extent <= walk.block;
  /// Rule 7: the output that is nothing but fold f, a product that one block finishes: the micro-kernel writes it where it goes, if the
  /// lanes lie side by side there. -1: there is none.
  static constexpr int output_of_fold(int f) {
    const auto& fold = walk.folds[f];
    if (!one_block || R::alone || walk.depth != 1 || fold.lanes_node < 0 || !R::whole_blocks || nest.chunk >= 0 || nest.output_count != 1) return -1;
    const auto& o = nest.outputs[0];
    if (o.node != fold.node || (o.axes & nest.rows) != fold.rows || !planner::has(o.axes, R::lane)) return -1;
    for (int n = 0; n < g.size; ++n)
      for (int k = 0; k < g[n].edges; ++k)
        if (g.child(n, k) == fold.node) return -1;
    return 0;
  }
  // Whether node N is for the side of a where that is not chosen here. (Asked only where there may be such.)
  template <int N> static HEED_INLINE bool leave_out(state& s) { return choices<R, W>::template leave_out<N>(s); }
};

}  // namespace heed::kernel
