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
  static constexpr const auto& view = value::view;
  static constexpr int block_variable = view.block_variable();
  static constexpr vars block_set = view.block_set(), outer_set = view.outer_set();
  static constexpr bool may_leave_out = has_choices(g), one_block = view.is_one_block();

  template <int N> using fold = folding_of<R, N>;
  template <class F> static HEED_INLINE void for_folds(F&& f) { indices_to<walk.fold_count>::each(f); }
  // Whether node N is for the side of a where that is not chosen here. (Asked only where there may be such.)
  template <int N> static HEED_INLINE bool leave_out(state& s) { return choices<R, W>::template leave_out<N>(s); }
};

}  // namespace heed::kernel
