// Operands one after the other along an axis, or along one more.
#pragma once

#include <heed/eval/reference/pointwise.hpp>

namespace heed::detail::loops {

template <class Scalar, class A, class X, class Y, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const concatenated<A, X, Y>& n, const L& lets) {
  const std::array<dense<Scalar>, 2> operands{value(run, n.left, lets), value(run, n.right, lets)};
  dense<Scalar> result = run.empty(axes_in<shape_of<concatenated<A, X, Y>>>);
  const std::size_t at = result.place(key_of<A>);
  std::array<std::vector<Scalar>, 2> parts;
  std::array<std::ptrdiff_t, 2> length{};
  for (std::size_t k = 0; k < 2; ++k) {
    index_list extents = result.extents;
    extents[at] = operands[k].extents[operands[k].place(key_of<A>)];
    parts[k] = gathered(operands[k], extents, operands[k].strides(result.axes));
    length[k] = product_of(extents.data() + at, extents.data() + extents.size());
  }
  const index_t outer = product_of(result.extents.data(), result.extents.data() + at);
  for (index_t o = 0; o < outer; ++o)
    for (std::size_t k = 0; k < 2; ++k)
      result.elements.insert(result.elements.end(), parts[k].begin() + o * length[k], parts[k].begin() + (o + 1) * length[k]);
  return result;
}
template <class Scalar, class A, class... X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const stacked<A, X...>& n, const L& lets) {
  using N = stacked<A, X...>;
  const std::array<dense<Scalar>, sizeof...(X)> operands = operand_values<value_type_of<N>>(run, n.of, std::index_sequence_for<X...>{}, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<N>>);
  const index_list extents(result.extents.begin() + 1, result.extents.end());
  const key_list axes(result.axes.begin() + 1, result.axes.end());
  for (const dense<Scalar>& x : operands) {
    const std::vector<Scalar> one = gathered(x, extents, x.strides(axes));
    result.elements.insert(result.elements.end(), one.begin(), one.end());
  }
  return result;
}

}  // namespace heed::detail::loops
