// eval: an expression, or several, as new tensors. assign(to(…), …): into what is there, together.
#pragma once

#include <tuple>

#include <heed/eval/assign.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class T, class S> struct tensor_with;
template <class T, class... X> struct tensor_with<T, shape<X...>> { using type = tensor<T, X...>; };
template <class N> using tensor_for = typename tensor_with<value_type_of<N>, shape_of<N>>::type;
struct evaluating {
  template <class S> struct on { using type = has_extents<S>; };
};

template <class... N> constexpr auto make_results(N... n) {
  return results<N...>{{std::move(n)...}};
}
template <class... Target, class... N, class How, std::size_t... I>
void assign_all(const std::tuple<Target&...>& targets, results<N...> node, const How& how, std::index_sequence<I...>) {
  check_at_run_time(node);
  (check_target(std::get<I>(targets), get<I>(node.of), assign_op::set), ...);
  std::tuple<fitted_target<Target>...> fitted(fitted_target<Target>(std::get<I>(targets), get<I>(node.of), node)...);
  run_plan<axis_list<loops_of<N, Target>...>>(make_results(as_elements<typename Target::element_type>(get<I>(node.of))...), how, std::get<I>(fitted).get()...);
  (std::get<I>(fitted).finish(), ...);
}
template <class... Target, class... N> void assign_nodes(const std::tuple<Target&...>& targets, const N&... node) {
  assign_all(targets, make_results(without_parallel(node)...), how_to_run(node...), std::index_sequence_for<N...>{});
}
}  // namespace detail

/// A new tensor with the axes and elements of the expression.
template <named_operand X, class V = detail::verdict_on<detail::evaluating, detail::evaluated<X>>, holds<V> ok = answer<V>> auto eval(X&& x) {
  using N = node_of<X>;
  static_assert(ok, HEED_SENTENCE("eval(x): something must give every axis of x an extent; write position<Axis[n]>", V, axis_list<>, shape_of_operand<X>));
  if constexpr (!V::ok) return ill_shaped{};
  else {
    detail::tensor_for<N> result;
    const auto node = as_node(std::forward<X>(x));
    detail::assign_node(result, detail::without_parallel(node), detail::how_to_run(node));
    return result;
  }
}

/// Several results, computed together: what they share is computed once. A std::tuple of tensors.
template <named_operand X, named_operand Y, named_operand... More> auto eval(X&& x, Y&& y, More&&... more) {
  if constexpr (detail::any_ill_shaped<node_of<X>, node_of<Y>, node_of<More>...>) return std::tuple<ill_shaped, ill_shaped, decltype(node_of<More>{}, ill_shaped{})...>{};
  else {
    std::tuple<detail::tensor_for<node_of<X>>, detail::tensor_for<node_of<Y>>, detail::tensor_for<node_of<More>>...> result;
    std::apply([&](auto&... t) {
      detail::assign_nodes(std::tie(t...), as_node(std::forward<X>(x)), as_node(std::forward<Y>(y)), as_node(std::forward<More>(more))...);
    }, result);
    return result;
  }
}

/// The targets of `assign`.
template <class... Target> struct target_list { std::tuple<Target&...> targets; };
template <class... Target> constexpr target_list<Target...> to(Target&... target) { return {std::tie(target...)}; }

/// Evaluates each expression into the target in its place, all together; nothing is allocated but scratch memory.
template <class... Target, operand... X> void assign(const target_list<Target...>& targets, X&&... x) {
  static_assert(sizeof...(Target) == sizeof...(X), "assign(to(targets...), expressions...): as many targets as expressions");
  if constexpr (sizeof...(Target) == sizeof...(X) && !detail::any_ill_shaped<node_of<X>...>)
    detail::assign_nodes(targets.targets, as_node(std::forward<X>(x))...);
}

}  // namespace heed
HEED_SENTENCES_END
