// Point-wise nodes. A scalar takes the type of what it meets (T), which for an error bound is a rounding.
#pragma once

#include <heed/eval/reference/bounded.hpp>
#include <heed/eval/reference/loops.hpp>
#include <heed/eval/reference/user_function.hpp>

namespace heed::detail::loops {

template <class X> inline constexpr bool is_a_constant = false;
template <class U> inline constexpr bool is_a_constant<constant<U>> = true;
template <class T, class Scalar, class U> dense<Scalar> constant_value(const constant<U>& x) {
  dense<Scalar> result{{}, {}, {Scalar(0)}};
  set_constant<T>(result.elements[0], x.value);
  return result;
}
template <class T, class Scalar, class X, class L> dense<Scalar> operand_value(evaluator<Scalar>& run, const X& x, const L& lets) {
  if constexpr (is_a_constant<X>) return constant_value<T, Scalar>(x);
  else return value(run, x, lets);
}
template <class Scalar, std::size_t Count, class F>
dense<Scalar> map(evaluator<Scalar>& run, const axis_table& axes, const std::array<dense<Scalar>, Count>& operands, F f) {
  dense<Scalar> result = run.empty(axes);
  std::array<index_list, Count> strides;
  for (std::size_t k = 0; k < Count; ++k) strides[k] = operands[k].strides(result.axes);
  for_each_position<Count>(result.extents, strides, [&](const auto& at) {
    std::array<Scalar, (Count < 3 ? 3 : Count)> a{};  // (for any operation there is: g++ warns of what it may read otherwise)
    for (std::size_t k = 0; k < Count; ++k) a[k] = operands[k].elements[static_cast<std::size_t>(at[k])];
    result.elements.push_back(f(a.data()));
  });
  return result;
}
template <class Scalar, std::size_t Count>
HEED_SHARED dense<Scalar> map_operation(evaluator<Scalar>& run, const axis_table& axes, op o, const precision& p, const std::array<dense<Scalar>, Count>& operands) {
  return map(run, axes, operands, [&](const Scalar* a) { return elementwise_value(o, p, a); });
}
// A function of the user's, behind a pointer.
template <class Scalar, std::size_t Count>
HEED_SHARED dense<Scalar> map_function(evaluator<Scalar>& run, const axis_table& axes, const precision& p, const std::array<dense<Scalar>, Count>& operands,
                                       Scalar (*f)(const precision&, const void*, const Scalar*), const void* call) {
  return map(run, axes, operands, [&](const Scalar* a) { return f(p, call, a); });
}
template <class T, class Scalar, class... X, std::size_t... I, class L>
std::array<dense<Scalar>, sizeof...(X)> operand_values(evaluator<Scalar>& run, const children<X...>& x, std::index_sequence<I...>, const L& lets) {
  return {operand_value<T>(run, get<I>(x), lets)...};
}
template <class Scalar, class... X, std::size_t... I, class L>
std::array<dense<Scalar>, sizeof...(X)> own_values(evaluator<Scalar>& run, const children<X...>& x, std::index_sequence<I...>, const L& lets) {
  return {operand_value<value_type_of<X>>(run, get<I>(x), lets)...};
}
// The type that operands which are scalars take.
template <op O, class... X> using type_of_scalars = std::conditional_t<is_comparison(O), typename promote_all<element_of<X>...>::type::type, value_type_of<elementwise<O, X...>>>;
template <class Scalar, op O, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const elementwise<O, X>& n, const L& lets) {
  using T = type_of_scalars<O, X>;
  constexpr precision p = precision_of<value_type_of<elementwise<O, X>>>();
  std::array<dense<Scalar>, 1> operands;
  if constexpr (is_a_constant<X>) operands[0] = constant_value<T, Scalar>(get<0>(n.of));
  else operands[0] = value(run, get<0>(n.of), lets);
  return map_operation(run, axes_in<shape_of<elementwise<O, X>>>, O, p, operands);
}
template <class Scalar, op O, class X, class Y, class L> dense<Scalar> computed(evaluator<Scalar>& run, const elementwise<O, X, Y>& n, const L& lets) {
  using T = type_of_scalars<O, X, Y>;
  constexpr precision p = precision_of<value_type_of<elementwise<O, X, Y>>>();
  std::array<dense<Scalar>, 2> operands;
  if constexpr (is_a_constant<X>) operands[0] = constant_value<T, Scalar>(get<0>(n.of));
  else operands[0] = value(run, get<0>(n.of), lets);
  if constexpr (is_a_constant<Y>) operands[1] = constant_value<T, Scalar>(get<1>(n.of));
  else operands[1] = value(run, get<1>(n.of), lets);
  return map_operation(run, axes_in<shape_of<elementwise<O, X, Y>>>, O, p, operands);
}
template <class Scalar, class F, class... X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const mapped<F, X...>& n, const L& lets) {
  using N = mapped<F, X...>;
  const user_call<F, value_type_of<X>...> call{n.function};
  constexpr precision p = precision_of<value_type_of<N>>();
  return map_function<Scalar, sizeof...(X)>(run, axes_in<shape_of<N>>, p, own_values(run, n.of, std::index_sequence_for<X...>{}, lets),
                                            [](const precision& own, const void* f, const Scalar* a) { return mapped_value(own, *static_cast<const user_call<F, value_type_of<X>...>*>(f), a); }, &call);
}
template <class Scalar, class T, class X, class L> dense<Scalar> computed(evaluator<Scalar>& run, const converted<T, X>& n, const L& lets) {
  dense<Scalar> result = value(run, n.of, lets);
  constexpr precision p = precision_of<T>();
  for (Scalar& e : result.elements) e = converted_value<T, value_type_of<X>>(p, e);
  return result;
}

// A condition that guards a branch is known to the look-ups in it, through point-wise nodes and sums over other axes.
template <class Scalar, class C, class X, class Y, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const elementwise<op::where, C, X, Y>& n, const L& lets) {
  using N = elementwise<op::where, C, X, Y>;
  using T = value_type_of<N>;
  constexpr precision p = precision_of<T>();
  std::array<dense<Scalar>, 3> operands;
  operands[0] = operand_value<bool>(run, get<0>(n.of), lets);
  run.conditions.push_back({operands[0], true});
  operands[1] = operand_value<T>(run, get<1>(n.of), lets);
  run.conditions.back().holds = false;
  operands[2] = operand_value<T>(run, get<2>(n.of), lets);
  run.conditions.pop_back();
  return map_operation(run, axes_in<shape_of<N>>, op::where, p, operands);
}

}  // namespace heed::detail::loops
