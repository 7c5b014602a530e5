// What may stand in an expression, and the node that it becomes.
#pragma once

#include <heed/node/leaf.hpp>
#include <heed/shape/index.hpp>
#include <heed/shape/fold.hpp>
#include <heed/shape/leaf.hpp>
#include <heed/shape/messages.hpp>
#include <heed/shape/pointwise.hpp>
#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>

namespace heed {

/// A tensor, a view, or an expression. Total for any type: a missing nested name is simply false.
template <class X> concept named_operand = requires { typename std::remove_cvref_t<X>::heed_operand; };
/// The same, or a scalar.
template <class X> concept operand = named_operand<X> || std::is_arithmetic_v<std::remove_cvref_t<X>>;
/// An expression that is not a tensor or view.
template <class X> concept expression_node = named_operand<X> && !tensor_or_view<std::remove_cvref_t<X>>;

namespace detail {
template <class X, class T = std::remove_cvref_t<X>> struct to_node { using type = T; };
template <class X, class T> requires std::is_arithmetic_v<T> struct to_node<X, T> { using type = constant<T>; };
template <class X, class T> requires view_like<T> struct to_node<X, T> { using type = viewed<T>; };
template <class X, class T> requires tensor_like<T> struct to_node<X, T> { using type = held<T>; };
template <class X, class T> requires tensor_like<T> struct to_node<X&, T> { using type = reference<T>; };
}  // namespace detail

/// The node that an argument of type X (as deduced for a forwarding reference) becomes.
template <class X> using node_of = typename detail::to_node<X>::type;

/// Lvalue tensors become references, temporaries are moved in, views and expressions are copied, scalars are constants.
template <class X> constexpr node_of<X> as_node(X&& x) {
  using T = std::remove_cvref_t<X>;
  using N = node_of<X>;
  if constexpr (std::is_arithmetic_v<T>) return N{x};
  else if constexpr (view_like<T>) return N{x};
  else if constexpr (tensor_like<T>) {
    if constexpr (std::is_lvalue_reference_v<X>) return N{&x};
    else return N{std::make_shared<const T>(std::forward<X>(x))};
  } else return std::forward<X>(x);
}

/// The shape and element type of anything that may stand in an expression.
template <class X> using shape_of_operand = shape_of<node_of<X>>;

namespace detail {
template <class... N> inline constexpr bool any_ill_shaped = (is_ill_shaped<N> || ...);
// The verdict of a rule, silent where an operand is ill-shaped already.
template <class V, class... N> using verdict_unless_ill = std::conditional_t<any_ill_shaped<N...>, verdict::silent, V>;
template <class V, class N> using if_well_shaped = std::conditional_t<V::ok, N, ill_shaped>;
}  // namespace detail

}  // namespace heed
