// Index maps: the same elements under other axes. None of them moves data.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed {

/// Axis From is called To.
template <class From, class To, class X> struct HEED_LAZY renamed {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

/// One element along axis A; the axis is gone.
template <class A, class X> struct HEED_LAZY fixed_at {
  using heed_operand = void;
  [[no_unique_address]] X of;
  index_t index;
};

/// Count elements along A from Begin on.
template <class A, index_t Begin, index_t Count, class X> struct HEED_LAZY sliced {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

/// The same, with bounds known when the expression is built.
template <class A, class X> struct HEED_LAZY sliced_at_run_time {
  using heed_operand = void;
  [[no_unique_address]] X of;
  index_t begin, count;
};

/// Axis A as several: S = shape<Head[8], Feature[64]>, the last varying fastest. One of them may be Head[], where A has no static extent.
template <class A, class S, class X> struct HEED_LAZY split_axis {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

/// Several axes L = axis_list<Head, Feature> as one axis A, the last varying fastest.
template <class A, class L, class X> struct HEED_LAZY merged_axes {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

/// The same value along a further axis. E is its extent; count is used where E has none.
template <class E, class X> struct HEED_LAZY broadcasted {
  using heed_operand = void;
  [[no_unique_address]] X of;
  index_t count;
};

}  // namespace heed
