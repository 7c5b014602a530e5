// Rule 6: what is proved of a block when the program runs. It is left out exactly where every element is proved neutral for every fold of
// the walk: by the claims that the plan has reduced this to (plan/claim.hpp), and the bounds of what they are about (interval.hpp).
#pragma once

#include <heed/kernel/interval.hpp>
#include <heed/plan/claim.hpp>

namespace heed::kernel {

using planner::claim;
using planner::claimed;

/// W: the walk. What is proved is of the state's current ranges, as `intervals` has them.
template <class R, int W> struct proofs {
  using state = typename R::state;
  using bounds = intervals<R, W>;
  using reduction = planner::claim_reduction<R::program.capacity>;
  static constexpr const auto& g = R::g;
  static constexpr const auto& walk = R::nest.walks[W];
  template <int N, claim C> static constexpr claimed shown_by = reduction(g, bounds::ranging, R::view.stored()).reduced({N, C});

  /// Whether a claim is true for all elements in the current ranges.
  template <int N, claim C> static HEED_INLINE bool is_shown(state& s) {
    constexpr claimed c = shown_by<N, C>;
    if constexpr (c.node < 0) return false;
    else return shows<c.node, c.what>(s);
  }

  /// Whether nothing in the current ranges can change any fold of the walk.
  HEED_LOOPS static bool excluded(state& s) { return show<neutral>(s); }
  /// Whether every `where` of the walk on positions lets everything in the current ranges through.
  HEED_LOOPS static bool open(state& s) { return show<position_masks>(s); }
  /// The same of every `where`.
  static bool wide_open(state& s) { return open(s) && show<other_masks>(s); }

 private:
  static constexpr planner::claim_list neutral = reduction(g, bounds::ranging, R::view.stored()).neutral(walk),
                                       position_masks = reduction(g, bounds::ranging, R::view.stored()).open(walk, true, values<R, W>::view.ranging()),
                                       other_masks = reduction(g, bounds::ranging, R::view.stored()).open(walk, false, values<R, W>::view.ranging());
  template <const planner::claim_list& L> static HEED_INLINE bool show(state& s) {
    return L.all && [&]<int... I>(std::integer_sequence<int, I...>) { return (shows<L.at[I].node, L.at[I].what>(s) && ...); }
    (std::make_integer_sequence<int, L.all ? L.count : 0>{});
  }

  // A claim that is not reduced further.
  template <int N, claim C> static bool shows(state& s) {
    constexpr op o = g.is(N, kind::elementwise) && !R::view.is_stored(N) ? g.op_of(N) : op::tanh;  // (or one of which operands show nothing)
    constexpr bool floats = is_float(g.nodes[N].type);
    using by = planner::operand_claims::by;
    constexpr auto on = R::view.is_stored(N) ? planner::operand_claims{} : planner::claims_on_operands(g, N, C);
    if constexpr (on.shown == by::either) return is_shown<g.child(N, 0), on.first>(s) || is_shown<g.child(N, 1), on.second>(s);
    else if constexpr (on.shown == by::both) return is_shown<g.child(N, 0), on.first>(s) && is_shown<g.child(N, 1), on.second>(s);
    else if constexpr (o >= op::equal && o <= op::greater_equal) {
      const interval a = bounds::template operand<N, 0>(s), b = bounds::template operand<N, 1>(s);
      return C == claim::always ? planner::is_always(o, a, b) : planner::is_never(o, a, b);
    } else if constexpr (o == op::where && floats) {
      constexpr int test = g.child(N, 0), yes = g.child(N, 1), no = g.child(N, 2);
      constexpr bool maybe_yes = shown_by<yes, C>.node >= 0, maybe_no = shown_by<no, C>.node >= 0;
      if constexpr (!maybe_yes && !maybe_no) return false;
      else if constexpr (!maybe_yes) return is_shown<no, C>(s) && is_shown<test, claim::never>(s);
      else if constexpr (!maybe_no) return is_shown<yes, C>(s) && is_shown<test, claim::always>(s);
      else if (is_shown<yes, C>(s)) return is_shown<no, C>(s) || is_shown<test, claim::always>(s);
      else return is_shown<no, C>(s) && is_shown<test, claim::never>(s);
    } else if constexpr (o == op::divide && floats && C == claim::zero) {
      return is_shown<g.child(N, 0), C>(s) && bounds::template is_nowhere_0<g.child(N, 1)>(s, bounds::template operand<N, 1>(s));
    } else {
      const interval x = bounds::template of<N>(s);
      if constexpr (C == claim::always) return x.lo > 0;
      else if constexpr (C == claim::never) return x.hi < 1;
      else return x.exactly(planner::number_of(C));
    }
  }
};

}  // namespace heed::kernel
