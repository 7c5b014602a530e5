// The extent of an axis of an expression, as a number.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/shape/in_float64.hpp>
#include <heed/shape/run_time.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class A> struct measuring {
  template <class S> struct on { using type = first_wrong<has_axis<A, S>, walks<axis_list<A>, S>>; };
};
}  // namespace detail

/// The size of an expression along A; a constant expression where it is static. (Of tensors and views: tensor/slice.hpp.)
/// Inside a let, the value that it shares has no run-time extent yet: there it throws shape_error, and `length<A>` is what
/// to write.
template <class Axis, expression_node X, class V = detail::verdict_on<detail::measuring<Axis>, detail::evaluated<X>>, holds<V> ok = answer<V>>
constexpr index_t extent(const X& x) {
  static_assert(ok, HEED_SENTENCE("extent<Axis>(x): x must have the axis, with an extent (length<Axis> does not need one)", V, axis_list<Axis>, shape_of<X>));
  if constexpr (!V::ok) return 0;
  else if constexpr (size_in_shape<shape_of<X>, Axis> != dynamic) return size_in_shape<shape_of<X>, Axis>;
  else {
    const index_t found = detail::extent_at_run_time<Axis>(x, detail::no_lets{});
    if (found < 0)
      detail::fail(shape_error("extent<" + std::string(axis_name<Axis>) + ">: inside a let, a run-time extent is not known yet; length<" +
                        std::string(axis_name<Axis>) + "> is the same as a value"));
    return found;
  }
}

}  // namespace heed
HEED_SENTENCES_END
