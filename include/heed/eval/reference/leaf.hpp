// Leaves: elements of tensors as they lie, constants, positions, lengths.
#pragma once

#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class Scalar, class Tensor> dense<Scalar> elements_of(const Tensor& x) {
  using layout_type = std::remove_cvref_t<decltype(x.layout())>;
  dense<Scalar> result{keys_of(typename layout_type::shape_type{}), {}, {}};
  index_list strides;
  for (std::size_t i = 0; i < layout_type::rank; ++i) {
    result.extents.push_back(x.layout().extent(i));
    strides.push_back(x.layout().stride(i));
  }
  for_each_position<1>(result.extents, {strides},
                       [&](const auto& at) { result.elements.emplace_back(static_cast<double>(x.data()[at[0]])); });
  return result;
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
  dense<Scalar> result = empty<std::remove_cvref_t<decltype(n)>>(run);
  for (index_t i = 0; i < result.extents[0]; ++i) result.elements.emplace_back(static_cast<double>(i));
  return result;
}
template <class Scalar, class A, class L> dense<Scalar> computed(evaluator<Scalar>& run, const length_node<A>& n, const L&) {
  return {{}, {}, {Scalar(static_cast<double>(run.scope.length(key_of<A>, &n)))}};
}

}  // namespace heed::detail::loops
