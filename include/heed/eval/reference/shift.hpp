// Shifts. Along axis A the elements of one position of the axes before it lie side by side.
#pragma once

#include <heed/eval/reference/pointwise.hpp>

namespace heed::detail::loops {

template <class Scalar, class A, class X, class F, class L> dense<Scalar> computed(evaluator<Scalar>& run, const shifted<A, X, F>& n, const L& lets) {
  using N = shifted<A, X, F>;
  const dense<Scalar> x = value(run, n.of, lets), fill = operand_value<value_type_of<N>>(run, n.fill, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<N>>);
  const std::vector<Scalar> there = gathered(x, result.extents, x.strides(result.axes));
  const std::vector<Scalar> instead = gathered(fill, result.extents, fill.strides(result.axes));
  const index_t extent = result.extents[result.place(key_of<A>)];
  index_t inner = 1;
  for (std::size_t i = result.place(key_of<A>) + 1; i < result.extents.size(); ++i) inner *= result.extents[i];
  for (index_t e = 0; e < static_cast<index_t>(there.size()); ++e) {
    const index_t i = e / inner % extent, from = i - n.by;
    const bool inside = from >= 0 && from < extent;
    result.elements.push_back(inside ? there[static_cast<std::size_t>(e - n.by * inner)] : instead[static_cast<std::size_t>(e)]);
  }
  return result;
}

}  // namespace heed::detail::loops
