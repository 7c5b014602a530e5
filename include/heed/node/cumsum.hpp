// Running sums along an axis.
#pragma once

namespace heed {

/// Element i along A is the sum of the elements 0 ... i.
template <class A, class X> struct running_sum {
  using heed_operand = void;
  X of;
};

}  // namespace heed
