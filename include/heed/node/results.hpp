// Several results of one evaluation.
#pragma once

#include <utility>

#include <heed/node/children.hpp>

namespace heed {

template <class... X> struct results {
  using heed_operand = void;
  [[no_unique_address]] children<X...> of;
};
namespace detail {
template <class... N> constexpr auto make_results(N... n) { return results<N...>{{{{std::move(n)}...}}}; }
}  // namespace detail

}  // namespace heed
