// The request to evaluate in plain loops over double.
#pragma once

#include <heed/config.hpp>

namespace heed {

/// X as the reference evaluator computes it: every node stored, every operation in double.
template <class X> struct HEED_LAZY in_float64_node {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

}  // namespace heed
