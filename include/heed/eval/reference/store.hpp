// From the reference evaluator's arrays into tensors and views, matched by name.
#pragma once

#include <heed/eval/check.hpp>
#include <heed/eval/reference/evaluator.hpp>
#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>

namespace heed::detail {

inline double combined(assign_op o, double old, double value) {
  switch (o) {
    case assign_op::set: return value;
    case assign_op::add: return old + value;
    case assign_op::subtract: return old - value;
    case assign_op::multiply: return old * value;
    case assign_op::divide: return old / value;
  }
  return value;
}

/// The extents that a target gives to an expression's open axes.
template <class... X, class Target> extents_in_scope extents_given_by(shape<X...>, const Target& target) {
  extents_in_scope scope;
  std::size_t i = 0;
  (scope.push(key_of<axis_of<X>>, target.layout().extent(i++)), ...);
  return scope;
}

// The target's extents after `=`: those of the expression, and its own along open axes.
template <class S, class Target> void resize_for(const S&, const dense<double>& source, Target& target) {
  if constexpr (tensor_like<Target> && !Target::layout_type::has_static_extents) {
    if (source.axes.empty()) return;  // a scalar fills what is there
    auto extents = target.layout().extents();
    constexpr const axis_table& axes = axes_in<S>;
    for (std::size_t i = 0; i < axes.count; ++i) extents[i] = source.extents[source.place(axes.keys[i])];
    target.resize_to(extents);
  }
}

/// Writes f(element) for every element of an array into memory of these axes, in any order, or further ones.
template <class Scalar, class T>
HEED_SHARED void store_elements(const dense<Scalar>& source, T* data, const axis_table& axes, const index_list& extents, const index_list& strides, assign_op o,
                                double (*f)(const Scalar&)) {
  for_each_position<2>(extents, {strides, source.strides(axes.all())}, [&](const auto& at) {
    T& element = data[at[0]];
    element =
        static_cast<T>(combined(o, static_cast<double>(element), f(source.elements[static_cast<std::size_t>(at[1])])));
  });
}
template <class Scalar, class Target> void store(const dense<Scalar>& source, Target& target, assign_op o, double (*f)(const Scalar&)) {
  index_list extents(Target::rank), strides(Target::rank);
  for (std::size_t i = 0; i < Target::rank; ++i) {
    extents[i] = target.layout().extent(i);
    strides[i] = target.layout().stride(i);
  }
  store_elements(source, target.data(), axes_in<typename Target::shape_type>, extents, strides, o, f);
}

/// `target = in_float64(…)`, `target += in_float64(…)`: for eval/assign.hpp. The value is complete before anything is
/// written, so that the target may stand in its own expression.
template <class Target, class X> void assign_reference(Target& target, const in_float64_node<X>& node, assign_op o) {
  using S = typename Target::shape_type;
  check_at_run_time(node);
  check_target(target, node, o);
  const dense<double> source = evaluate_reference<double>(node, extents_given_by(S{}, target));
  if (o == assign_op::set) resize_for(S{}, source, target);
  store(source, target, o, as_double);
}

/// The tensor of doubles that has an expression's axes.
template <class S> struct double_tensor;
template <class... X> struct double_tensor<shape<X...>> {
  static_assert((!is_open<X> && ...), "eval: nothing gives the axis of a position an extent; write position<Axis[n]>");
  using type = tensor<double, std::conditional_t<is_open<X>, axis_of<X>[], X>...>;
};
template <class N> using double_tensor_of = typename double_tensor<shape_of<N>>::type;

template <class N, class Scalar> double_tensor_of<N> stored_as_tensor(const dense<Scalar>& source, double (*f)(const Scalar&)) {
  typename double_tensor_of<N>::extents_type extents{};
  if constexpr (shape_of<N>::rank > 0) std::copy(source.extents.begin(), source.extents.end(), extents.begin());
  double_tensor_of<N> result(for_overwrite{}, extents);
  store(source, result, assign_op::set, f);
  return result;
}

}  // namespace heed::detail
