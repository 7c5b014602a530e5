// Several results of one evaluation.
#pragma once

#include <heed/node/children.hpp>

namespace heed {

template <class... X> struct results {
  using heed_operand = void;
  [[no_unique_address]] children<X...> of;
};

}  // namespace heed
