// Windows, reversals, diagonals: elements under coordinates that are sums of others. None of them moves data.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed {

/// Element (i, t) is element i * Stride + t * Dilation along A; the axis of E = Tap[5] stands right after A.
template <class A, class E, index_t Stride, index_t Dilation, class X> struct HEED_LAZY windowed {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

/// The same, with steps known when the expression is built.
template <class A, class E, class X> struct HEED_LAZY windowed_at_run_time {
  using heed_operand = void;
  [[no_unique_address]] X of;
  index_t stride, dilation;
};

/// Axis A from its end to its start.
template <class A, class X> struct HEED_LAZY reversed {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

/// The elements whose coordinates along A and B are the same, along Out.
template <class A, class B, class Out, class X> struct HEED_LAZY diagonal_of {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

}  // namespace heed
