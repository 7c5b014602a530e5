// What a mask leaves of the rows of a walk.
#pragma once

#include <heed/kernel/proof.hpp>
#include <heed/kernel/row_search.hpp>
#include <heed/kernel/walk_facts.hpp>

namespace heed::kernel {

template <class R, int W> struct block_bounds {
  using facts = walk_facts<R, W>;
  using state = typename facts::state;
  static constexpr const auto& walk = R::nest.walks[W];
  static constexpr int block_variable = facts::block_variable;

  /// Whether a block may be left out.
  static constexpr bool may_exclude = walk.bounded || (walk.looked_into && !facts::one_block);
  static HEED_INLINE bool excluded(state& s) {
    if constexpr (may_exclude) return proofs<R, W>::excluded(s);
    else {
      (void)s;
      return false;
    }
  }
  static state& at(void* s, index_t lo, index_t hi, int first, int last) {
    state& x = *static_cast<state*>(s);
    x.lo[block_variable] = lo;
    x.hi[block_variable] = hi;
    x.first_vector = first;
    x.last_vector = last;
    return x;
  }
  static bool excludes(void* s, index_t lo, index_t hi, int first, int last) { return proofs<R, W>::excluded(at(s, lo, hi, first, last)); }
  static bool opens(void* s, index_t lo, index_t hi, int first, int last) { return proofs<R, W>::open(at(s, lo, hi, first, last)); }
  /// For the functions of row_search.hpp; s is left with what was asked about last.
  static mask_answers answers(state& s) { return {&s, excludes, opens, R::used_vectors(s)}; }
  static constexpr index_t part = R::lanes > 8 ? R::lanes : 8;
};

}  // namespace heed::kernel
