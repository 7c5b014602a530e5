// Lengths of axes that are folded over: dot<A>(q, k) / sqrt(length<A>) has no A, and means the A of the dot. Such a length is that of
// the folds over its axis in the least part of the expression that has both, if they agree, and not of folds below these. The expression is read once to find it.
#pragma once

#include <heed/plan/variable.hpp>

namespace heed::planner {

struct fold_lengths {
  struct folded_axis {
    tag axis{};
    index_t extent = dynamic;
    extent_source source{};
  };
  /// A length that nothing around gives an extent, by the place in the expression where it stands.
  struct asked_length {
    folded_axis found{};
    std::int64_t where = 0;
    bool known = false, differs = false;
  };
  static constexpr int most = 48, most_asked = 8;
  folded_axis folds[most]{};
  int fold_count = 0;
  asked_length asked[most_asked]{};
  int asked_count = 0;
  bool full = false;       // there are more
  bool found_anew = false;  // read again, with what was found

  constexpr void remember(const folded_axis& f) {
    if (fold_count == most) full = true;
    else folds[fold_count++] = f;
  }
  /// Of folds over an axis that stand below one over the same axis, nothing beside that asks: those since there were `first`.
  constexpr void forget_below(tag axis, int first) {
    int kept = first;
    for (int k = first; k < fold_count; ++k)
      if (folds[k].axis != axis) folds[kept++] = folds[k];
    fold_count = kept;
  }
  /// The length of an axis, if it is known already.
  constexpr const folded_axis* ask(tag axis, std::int64_t where) {
    for (int i = 0; i < asked_count; ++i)
      if (asked[i].found.axis == axis && asked[i].where == where) return asked[i].known ? &asked[i].found : nullptr;
    if (asked_count < most_asked) asked[asked_count++] = {{axis}, where};
    return nullptr;
  }
  /// The lengths asked for since there were `asked_before`, from the folds since there were `folds_before`.
  constexpr void find(int asked_before, int folds_before) {
    for (int i = asked_before; i < asked_count && !full; ++i) {
      asked_length& l = asked[i];
      if (l.known || l.differs) continue;
      for (int k = folds_before; k < fold_count; ++k) {
        const folded_axis& f = folds[k];
        if (f.axis != l.found.axis) continue;
        if (l.known && (l.found.extent != f.extent || !(l.found.source == f.source))) l.differs = true;
        l.known = true;
        l.found = f;
      }
      if (l.differs) l.known = false;
      found_anew = found_anew || l.known;
    }
  }
  /// What an expression that is read again begins with.
  constexpr fold_lengths kept() const {
    fold_lengths k;
    for (int i = 0; i < asked_count; ++i) k.asked[i] = asked[i];
    k.asked_count = asked_count;
    return k;
  }
};

}  // namespace heed::planner
