// A running sum keeps the axes, and adds up in the type that a sum has.
#pragma once

#include <heed/node/cumsum.hpp>
#include <heed/shape/index.hpp>

namespace heed::detail {

template <class A, class X> struct shape_rule<running_sum<A, X>> : shape_rule<X> {};
template <class A, class X> struct element_rule<running_sum<A, X>> { using type = summed<element_of<X>>; };

// All of its axes are walked together.
template <class A, class S> using running_verdict = first_wrong<has_closed_axis<A, S>, has_few_axes<S>>;

}  // namespace heed::detail
