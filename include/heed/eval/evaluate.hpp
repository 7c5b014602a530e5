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
// What plain loops compute shares nothing with the others.
template <class... X> inline constexpr bool any_float64_reference = (is_float64_reference<node_of<X>> || ...);
template <class X> using verdict_of_eval = first_wrong<verdict_on<evaluating, evaluated<X>>, size_verdict<node_of<X>>>;

// (Named, so that compilers do not calculate aloud.)
template <std::size_t Results> inline constexpr bool at_most_8 = Results <= 8;
template <class X> inline constexpr bool targets_come_first = tensor_or_view<X>;
template <std::size_t Targets, std::size_t Expressions> inline constexpr bool as_many = Targets == Expressions;

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
template <class X> inline constexpr bool has_axes_or_is_expression = named_operand<X>;
}  // namespace detail

/// A new tensor with the axes and elements of the expression.
template <named_operand X, class V = detail::verdict_of_eval<X>, holds<V> ok = answer<V>> [[nodiscard]] auto eval(X&& x) {
  using N = node_of<X>;
  static_assert(ok, HEED_SENTENCE("eval(x): something must give every axis of x an extent, as position<Axis[n]> does, and x has at most 8 axes, 512 nodes, no in_float64 inside and no let around", V, axis_list<>, shape_of_operand<X>));
  if constexpr (!V::ok) return ill_shaped{};
  else {
    detail::tensor_for<N> result;
    const auto node = as_node(std::forward<X>(x));
    detail::assign_node(result, detail::without_parallel(node), detail::how_to_run(node));
    return result;
  }
}
template <class X> requires(std::is_arithmetic_v<std::remove_cvref_t<X>> || detail::bare_container<X>) constexpr ill_shaped eval(X&&) {
  static_assert(detail::has_axes_or_is_expression<X>, "eval(x): x is an expression or a tensor; a container gets axes by heed::named<Query[128]>(container)");
  return {};
}

template <class... T, class... X> requires((sizeof...(T) > 0 && sizeof...(X) == 1 && (named_operand<X> && ...)) || sizeof...(X) == 0) constexpr ill_shaped eval(const X&...) {
  static_assert(detail::has_axes_or_is_expression<axis_list<T..., X...>>, "eval(x): give the expression; elements of another type are eval(cast<double>(x))");
  return {};
}

/// Several results, computed together: what they share is computed once. A std::tuple of tensors.
template <named_operand X, named_operand Y, named_operand... More,
          class V = first_wrong<detail::verdict_of_eval<X>, detail::verdict_of_eval<Y>, detail::verdict_of_eval<More>...>, holds<V> ok = answer<V>>
[[nodiscard]] auto eval(X&& x, Y&& y, More&&... more) {
  static_assert(ok, HEED_SENTENCE("eval(x, y...): something must give every axis of each an extent, as position<Axis[n]> does, and each has at most 8 axes, 512 nodes, no in_float64 inside and no let around",
                                  V, axis_list<>, shape_of_operand<X>, shape_of_operand<Y>, shape_of_operand<More>...));
  static_assert(detail::at_most_8<2 + sizeof...(More)>, "eval(x, y...): at most 8 results are computed together");
  if constexpr (!V::ok || sizeof...(More) > 6) return std::tuple<ill_shaped, ill_shaped, std::conditional_t<false, More, ill_shaped>...>{};
  else if constexpr (detail::any_float64_reference<X, Y, More...>) return std::tuple{eval(std::forward<X>(x)), eval(std::forward<Y>(y)), eval(std::forward<More>(more))...};
  else {
    std::tuple<detail::tensor_for<node_of<X>>, detail::tensor_for<node_of<Y>>, detail::tensor_for<node_of<More>>...> result;
    std::apply([&](auto&... t) {
      detail::assign_nodes(std::tie(t...), as_node(std::forward<X>(x)), as_node(std::forward<Y>(y)), as_node(std::forward<More>(more))...);
    }, result);
    return result;
  }
}

/// The targets of `assign`: tensors by reference, views by value.
template <class... Target> struct target_list { std::tuple<std::conditional_t<view_like<Target>, Target, Target&>...> targets; };
/// Tensors that have a name, and views: `to(out, at<Key>(cache, n))`.
template <class... Target> constexpr auto to(Target&&... target) {
  constexpr bool silent = (is_ill_shaped<std::remove_cvref_t<Target>> || ...), ok = (addressable<Target> && ...);
  static_assert(silent || ok, "assign(to(targets...), expressions...): targets are views, and tensors that have a name");
  if constexpr (ok) return target_list<std::remove_reference_t<Target>...>{{target...}};
  else return ill_shaped{};
}

namespace detail {
// The verdict on assignments that are made together: the first that is wrong, with the axes of its target and of its expression.
template <class T, class S, class V> struct one_assignment { using target = T; using value = S; using verdict = V; };
template <class... A> struct first_wrong_assignment : one_assignment<shape<>, shape<>, verdict::fine> {};
template <class A, class... R> struct first_wrong_assignment<A, R...> : std::conditional_t<A::verdict::ok, first_wrong_assignment<R...>, A> {};
template <class L, class... X> struct assigned_together : one_assignment<shape<>, shape<>, verdict::silent> {};
template <class... T, class... X> requires(sizeof...(T) == sizeof...(X)) struct assigned_together<target_list<T...>, X...>
    : first_wrong_assignment<one_assignment<typename std::remove_const_t<T>::shape_type, axes_of_assigned<typename std::remove_const_t<T>::shape_type, X>,
                                            first_wrong<verdict_of_assignment<typename std::remove_const_t<T>::shape_type, X, assign_op::set>, size_verdict<X, typename std::remove_const_t<T>::shape_type>>>...> {};
}  // namespace detail

/// Evaluates each expression into the target in its place, all together; nothing is allocated but scratch memory. Each must have
/// the axes of its target, with the same extents, or none. Throws shape_error where run-time extents differ, before anything is written.
template <class... Target, operand... X, class J = detail::assigned_together<target_list<Target...>, node_of<X>...>, class V = typename J::verdict, holds<V> ok = answer<V>>
void assign(const target_list<Target...>& targets, X&&... x) {
  static_assert(detail::as_many<sizeof...(Target), sizeof...(X)>, "assign(to(targets...), expressions...): as many targets as expressions");
  static_assert(!(std::is_const_v<Target> || ...), "assign(to(targets...), expressions...): a target is const");
  static_assert(detail::at_most_8<sizeof...(Target)>, "assign(to(targets...), expressions...): at most 8 results are computed together");
  static_assert(ok, HEED_SENTENCE("assign(to(targets...), expressions...): each expression must have the axes of the target in its place, with the same extents, or none",
                                  V, axis_list<>, typename J::target, typename J::value));
  [[maybe_unused]] const auto computed = []<class Y>(Y&& y) -> decltype(auto) {
    if constexpr (detail::any_float64_reference<Y>) return eval(std::forward<Y>(y));
    else return std::forward<Y>(y);
  };
  if constexpr (!V::ok || (std::is_const_v<Target> || ...) || sizeof...(Target) > 8) return;
  else if constexpr (detail::any_float64_reference<X...>) assign(targets, computed(std::forward<X>(x))...);
  else {
    auto memory = targets.targets;
    std::apply([&](auto&... target) { detail::assign_nodes(std::tie(target...), as_node(std::forward<X>(x))...); }, memory);
  }
}
template <expression_node X, class... Y> void assign(const X&, const Y&...) {
  static_assert(detail::targets_come_first<X>, "assign(to(targets...), expressions...): the targets come first, as in assign(to(out), x)");
}
/// Nothing, after a target that is ill-shaped.
template <operand... X> void assign(const ill_shaped&, X&&...) {}
/// Several targets are given as `to(a, b)`; so is one.
template <tensor_or_view Target, operand... X> void assign(Target&, X&&...) {
  static_assert(!tensor_or_view<Target>, "assign(to(targets...), expressions...): write assign(to(out), x), or out = x");
}

}  // namespace heed
HEED_SENTENCES_END
