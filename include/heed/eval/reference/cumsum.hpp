// Running sums, added up where they lie.
#pragma once

#include <heed/eval/reference/bounded.hpp>
#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class Scalar, class A, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const running_sum<A, X>& n, const L& lets) {
  using N = running_sum<A, X>;
  const dense<Scalar> x = value(run, n.of, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<N>>);
  result.elements = gathered(x, result.extents, x.strides(result.axes));
  const index_t stride = result.stride(key_of<A>), extent = result.extents[result.place(key_of<A>)];
  constexpr precision p = precision_of<value_type_of<N>>();
  for (index_t e = 0; e < static_cast<index_t>(result.elements.size()); ++e) {
    if (e / stride % extent == 0) continue;
    const std::array<Scalar, 2> both{result.elements[static_cast<std::size_t>(e - stride)], result.elements[static_cast<std::size_t>(e)]};
    result.elements[static_cast<std::size_t>(e)] = elementwise_value(op::add, p, both.data());
  }
  return result;
}

}  // namespace heed::detail::loops
