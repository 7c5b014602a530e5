// What may stand in an expression, and the node that it becomes.
#pragma once

#include <heed/node/leaf.hpp>
#include <heed/shape/assignment.hpp>
#include <heed/shape/index.hpp>
#include <heed/shape/fold.hpp>
#include <heed/shape/leaf.hpp>
#include <heed/shape/messages.hpp>
#include <heed/shape/parallel.hpp>
#include <heed/shape/pointwise.hpp>
#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>

namespace heed {

/// A tensor, a view, or an expression. Total for any type: a missing nested name is simply false.
template <class X> concept named_operand = requires { typename std::remove_cvref_t<X>::heed_operand; };
/// The same, or a scalar.
template <class X> concept operand = named_operand<X> || detail::is_number<std::remove_cvref_t<X>>;
/// An expression that is not a tensor or view.
template <class X> concept expression_node = named_operand<X> && !tensor_or_view<std::remove_cvref_t<X>>;
/// Of several operands at least one is named: scalars alone are C++'s own business.
template <class... X> concept operands = (operand<X> && ...) && (named_operand<X> || ...);

namespace detail {
template <class X, class T = std::remove_cvref_t<X>> struct to_node { using type = T; };
template <class X, class T> requires is_number<T> struct to_node<X, T> { using type = constant<T>; };
template <class X> struct to_node<X, long double> { using type = constant<double>; };
template <class X, class T> requires view_like<T> struct to_node<X, T> { using type = viewed<T>; };
template <class X, class T> requires tensor_like<T> struct to_node<X, T> { using type = held<T>; };
template <class X, class T> requires tensor_like<T> struct to_node<X&, T> { using type = reference<T>; };
}  // namespace detail

/// The node that an argument of type X (as deduced for a forwarding reference) becomes.
template <class X> using node_of = typename detail::to_node<X>::type;

/// Lvalue tensors become references, temporaries are moved in, views and expressions are copied, scalars are constants.
template <class X> constexpr node_of<X> as_node(X&& x) { return node_of<X>(std::forward<X>(x)); }

/// The shape and element type of anything that may stand in an expression.
template <class X> using shape_of_operand = shape_of<node_of<X>>;

// Every public operation is a call: a class that is asked two things. Its member template `on<shapes...>` gives the verdict
// of shape/ on its operands, and its operator() makes a node of nodes.
namespace detail {
// A tensor of more axes than a plan has room for cannot be read.
template <class X> inline constexpr bool may_be_read = true;
template <class X> inline constexpr bool is_computed_with = true;
template <class X> requires tensor_or_view<X> inline constexpr bool is_computed_with<X> = !std::is_same_v<typename std::remove_cvref_t<X>::value_type, long double>;
template <class X> requires tensor_or_view<X> inline constexpr bool may_be_read<X> = is_computed_with<X> && std::remove_cvref_t<X>::rank <= most_axes;

// The verdict on operands of types X. Silent where one is ill-shaped, and for any other types at all: clang 14 asks before
// it checks that these are operands.
template <class Call, bool askable, class... X> struct ask { using type = verdict::silent; };
template <class Call, class... X> struct ask<Call, true, X...> { using type = typename Call::template on<shape_of_operand<X>...>::type; };
template <class Call, class... X> using verdict_on =
    typename ask<Call, ((operand<X> && !is_ill_shaped<std::remove_cvref_t<X>> && !is_parallel<std::remove_cvref_t<X>> && may_be_read<X>) && ...), X...>::type;

// The node that the call makes; ill_shaped unless the verdict is fine, so that well_shaped<decltype(…)> is an answer and
// not an error.
template <bool ok, class Call, class... X> struct result { using type = ill_shaped; };
template <class Call, class... X> struct result<true, Call, X...> {
  using type = decltype(std::declval<Call&>()(std::declval<node_of<X>>()...));
};
template <class V, class Call, class... X> using result_of = typename result<V::ok, Call, X...>::type;

template <class V, class Call, class... X> constexpr result_of<V, Call, X...> make(Call call, X&&... x) {
  static_assert((!is_parallel<std::remove_cvref_t<X>> && ...), "par(x) is a whole evaluation, not an operand: write par(a + b) for par(a) + b");
  static_assert((is_computed_with<X> && ...), "heed computes with bool, integers, float and double: a tensor of long double holds elements, and stands in no expression");
  static_assert(((may_be_read<X> || !is_computed_with<X>) && ...), "a tensor or view in an expression has at most 8 axes; at<Axis>(x, i) and merge leave fewer");
  if constexpr (V::ok) return call(node_of<X>(std::forward<X>(x))...);
  else return {};
}

// Of one operand, whatever its axes are.
struct unary {
  template <class> struct on { using type = verdict::fine; };
};
}  // namespace detail

}  // namespace heed
