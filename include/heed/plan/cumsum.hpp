// A running sum is stored: a nest of its own writes the elements, which are then added up where they lie, or grow from point to point
// (plan/carry.hpp). What uses it reads the temporary under whatever its axes mean there.
#pragma once

#include <heed/plan/index.hpp>
#include <heed/shape/cumsum.hpp>

namespace heed::planner::detail {

template <class A, class X> struct operands_of<running_sum<A, X>> { using type = child_list<X>; };

template <class A, class X> struct part<running_sum<A, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return over_own_axes<X>(g, p, a, l, shape_of<X>{}, [&](int body, const std::int16_t* variables) {
      const std::int16_t summed = variables[index_of_axis<shape_of<X>, A>];
      constexpr scalar type = scalar_of<value_type_of<running_sum<A, X>>>();
      return g.make({.what = kind::scan, .type = type, .operand = type, .item = summed, .free = one(summed)}, &body, 1);
    });
  }
};

}  // namespace heed::planner::detail
