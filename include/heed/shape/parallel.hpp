// Evaluating on several threads changes neither axes nor elements.
#pragma once

#include <heed/node/parallel.hpp>
#include <heed/shape/traits.hpp>

namespace heed::detail {

template <class X, class E> struct shape_rule<parallel<X, E>> : shape_rule<X> {};
template <class X, class E> struct element_rule<parallel<X, E>> : element_rule<X> {};

}  // namespace heed::detail
