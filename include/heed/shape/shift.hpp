// Axes of a shift: those of its operand; the fill value broadcasts.
#pragma once

#include <heed/node/shift.hpp>
#include <heed/shape/index.hpp>

namespace heed::detail {

template <class A, class X, class F> struct shape_rule<shifted<A, X, F>> { using type = union_of<shape_of<X>, shape_of<F>>; };
template <class A, class X, class F> struct element_rule<shifted<A, X, F>> { using type = promoted<element_of<X>, element_of<F>>; };

template <class A, class S, class R> using shift_verdict = first_wrong<has_closed_axis<A, S>, extents_match<S, R>>;

}  // namespace heed::detail
