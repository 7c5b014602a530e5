// Moving elements along an axis: what comes from outside is a fill value.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed {

/// Element i along A is element i - by of `of`, and `fill` where there is none.
template <class A, class X, class F> struct HEED_LAZY shifted {
  using heed_operand = void;
  [[no_unique_address]] X of;
  index_t by;
  F fill;
};

}  // namespace heed
