// Several values along one axis: one behind the other, or each an element of a new axis.
#pragma once

#include <heed/config.hpp>
#include <heed/node/children.hpp>

namespace heed {

/// Along A the elements of `left`, then those of `right`.
template <class A, class X, class Y> struct HEED_LAZY concatenated {
  using heed_operand = void;
  [[no_unique_address]] X left;
  [[no_unique_address]] Y right;
};

/// Operand i is element i along a new axis A, which comes first.
template <class A, class... X> struct HEED_LAZY stacked {
  using heed_operand = void;
  [[no_unique_address]] children<X...> of;
};

}  // namespace heed
