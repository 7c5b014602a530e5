// in_float64 has the axes of its operand, and elements of type double.
#pragma once

#include <heed/node/in_float64.hpp>
#include <heed/shape/traits.hpp>

namespace heed::detail {

template <class X> struct shape_rule<in_float64_node<X>> : shape_rule<X> {};
template <class X> struct element_rule<in_float64_node<X>> { using type = heed::element_type<double, false>; };

}  // namespace heed::detail
