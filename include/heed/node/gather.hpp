// Look-ups: elements chosen by integers that are data.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed {

/// Axis A of the table X replaced by the axes of the integers I: at every place of theirs, the elements that I says.
template <class A, class X, class I> struct HEED_LAZY gather_node {
  using heed_operand = void;
  [[no_unique_address]] X of;
  [[no_unique_address]] I ids;
};

/// Along a further axis E whether the coordinate is what the integers I say. count is the extent where E has none.
template <class E, class I> struct HEED_LAZY one_hot_node {
  using heed_operand = void;
  [[no_unique_address]] I ids;
  index_t count;
};

}  // namespace heed
