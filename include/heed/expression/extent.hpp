// The extent of an axis of an expression, as a number.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/in_float64.hpp>
#include <heed/shape/run_time.hpp>

namespace heed {

/// The size of an expression along A; a constant expression where it is static. (That of tensors and views is in
/// tensor/slice.hpp.) Inside a let, the value that it shares has no run-time extent yet: there it throws shape_error,
/// and `length<A>` is what to write.
template <class A, expression_node X> constexpr index_t extent(const X& x) {
  using N = std::remove_cvref_t<X>;
  using S = shape_of<N>;
  static_assert(axis_among<A, S> || is_ill_shaped<N>, "extent<Axis>: the expression has no such axis");
  if constexpr (!contains_axis<S, A>) return 0;
  else {
    static_assert(!is_open<extent_in_shape<S, A>>,
                  "extent<Axis>: nothing gives the axis of a position an extent yet; length<Axis> does not need one");
    if constexpr (size_in_shape<S, A> != dynamic) return size_in_shape<S, A>;
    else {
      const index_t found = detail::extent_at_run_time<A>(x, detail::no_lets{});
      if (found < 0)
        throw shape_error("extent<" + std::string(axis_name<A>) +
                          ">: inside a let, a run-time extent is not known yet; length<" + std::string(axis_name<A>) +
                          "> is the same as a value");
      return found;
    }
  }
}

}  // namespace heed
