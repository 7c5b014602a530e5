// Running sums along an axis.
#pragma once

#include <heed/config.hpp>

namespace heed {

/// Element i along A is the sum of the elements 0 ... i.
template <class A, class X> struct HEED_LAZY running_sum {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

}  // namespace heed
