// The functions that networks put between layers, and clamp: point-wise, written in the language itself.
#pragma once

#include <heed/expression/let.hpp>
#include <heed/expression/pointwise.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
struct sigmoid_of : unary {
  template <class N> constexpr auto operator()(N node) const { return 1 / (1 + exp(-node)); }
};
struct relu_of : unary {
  template <class N> constexpr auto operator()(N node) const { return maximum(node, 0); }
};
struct silu_of : unary {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(std::move(node), [](auto silu_value) { return silu_value / (1 + exp(-silu_value)); });
  }
};
struct gelu_of : unary {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(std::move(node), [](auto gelu_value) { return gelu_value * (0.5 * (1 + erf(gelu_value * 0.70710678118654752440))); });
  }
};
struct softplus_of : unary {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(std::move(node), [](auto softplus_value) { return maximum(softplus_value, 0) + log1p(exp(-abs(softplus_value))); });
  }
};
}  // namespace detail

/// 1 / (1 + exp(-x)).
template <named_operand X> constexpr auto sigmoid(X&& x) -> detail::result_of<detail::verdict_on<detail::sigmoid_of, X>, detail::sigmoid_of, X> {
  return detail::make<detail::verdict_on<detail::sigmoid_of, X>>(detail::sigmoid_of{}, std::forward<X>(x));
}
/// x where it is positive, 0 elsewhere.
template <named_operand X> constexpr auto relu(X&& x) -> detail::result_of<detail::verdict_on<detail::relu_of, X>, detail::relu_of, X> {
  return detail::make<detail::verdict_on<detail::relu_of, X>>(detail::relu_of{}, std::forward<X>(x));
}
/// x * sigmoid(x).
template <named_operand X> constexpr auto silu(X&& x) -> detail::result_of<detail::verdict_on<detail::silu_of, X>, detail::silu_of, X> {
  return detail::make<detail::verdict_on<detail::silu_of, X>>(detail::silu_of{}, std::forward<X>(x));
}
/// x * Phi(x), with the normal distribution Phi by erf (Hendrycks and Gimpel 2016), not the approximation by tanh.
template <named_operand X> constexpr auto gelu(X&& x) -> detail::result_of<detail::verdict_on<detail::gelu_of, X>, detail::gelu_of, X> {
  return detail::make<detail::verdict_on<detail::gelu_of, X>>(detail::gelu_of{}, std::forward<X>(x));
}
/// log(1 + exp(x)), without overflow for large x or loss for small.
template <named_operand X> constexpr auto softplus(X&& x) -> detail::result_of<detail::verdict_on<detail::softplus_of, X>, detail::softplus_of, X> {
  return detail::make<detail::verdict_on<detail::softplus_of, X>>(detail::softplus_of{}, std::forward<X>(x));
}

namespace detail {
struct clamping : broadcasting {
  template <class N, class L, class H> constexpr auto operator()(N node, L low, H high) const {
    return applying<op::minimum>{}(applying<op::maximum>{}(std::move(node), std::move(low)), std::move(high));
  }
};
}  // namespace detail

/// minimum(maximum(x, low), high): x, but not less than low and not more than high, any of which may have axes. NaN stays NaN.
template <class X, class L, class H, class V = detail::verdict_on<detail::clamping, X, L, H>, holds<V> ok = answer<V>> requires operands<X, L, H>
constexpr auto clamp(X&& x, L&& low, H&& high) -> detail::result_of<V, detail::clamping, X, L, H> {
  static_assert(ok, HEED_SENTENCE("clamp(x, low, high): an axis that several of them have must be of one extent", V, axis_list<>, shape_of_operand<X>,
                                  shape_of_operand<L>, shape_of_operand<H>));
  return detail::make<V>(detail::clamping{}, std::forward<X>(x), std::forward<L>(low), std::forward<H>(high));
}

}  // namespace heed
HEED_SENTENCES_END
