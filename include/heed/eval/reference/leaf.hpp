// Leaves: elements of tensors as they lie, constants, positions, lengths.
#pragma once

#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class Scalar, class T>
HEED_SHARED dense<Scalar> elements_at(const T* data, const axis_table& axes, index_list extents, index_list strides) {
  dense<Scalar> result{axes.all(), std::move(extents), {}};
  for_each_position<1>(result.extents, {std::move(strides)}, [&](const auto& at) { result.elements.emplace_back(static_cast<double>(data[at[0]])); });
  return result;
}
template <class Scalar, class Tensor> dense<Scalar> elements_of(const Tensor& x) {
  using layout_type = std::remove_cvref_t<decltype(x.layout())>;
  index_list extents(layout_type::rank), strides(layout_type::rank);
  for (std::size_t i = 0; i < layout_type::rank; ++i) {
    extents[i] = x.layout().extent(i);
    strides[i] = x.layout().stride(i);
  }
  return elements_at<Scalar>(x.data(), axes_in<typename layout_type::shape_type>, std::move(extents), std::move(strides));
}
template <class Scalar, class T, class L>
dense<Scalar> computed(evaluator<Scalar>&, const reference<T>& n, const L&) { return elements_of<Scalar>(n.get()); }
template <class Scalar, class T, class L>
dense<Scalar> computed(evaluator<Scalar>&, const held<T>& n, const L&) { return elements_of<Scalar>(n.get()); }
template <class Scalar, class T, class L>
dense<Scalar> computed(evaluator<Scalar>&, const viewed<T>& n, const L&) { return elements_of<Scalar>(n.get()); }
template <class Scalar, class T, class L> dense<Scalar> computed(evaluator<Scalar>&, const constant<T>& n, const L&) {
  return {{}, {}, {Scalar(static_cast<double>(n.value))}};
}
template <class Scalar, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const position_node<X>& n, const L&) {
  dense<Scalar> result = run.empty(axes_in<shape_of<std::remove_cvref_t<decltype(n)>>>);
  for (index_t i = 0; i < result.extents[0]; ++i) result.elements.emplace_back(static_cast<double>(i));
  return result;
}
template <class Scalar, class A, class L> dense<Scalar> computed(evaluator<Scalar>& run, const length_node<A>& n, const L&) {
  return {{}, {}, {Scalar(static_cast<double>(run.scope.length(key_of<A>, &n)))}};
}

}  // namespace heed::detail::loops
