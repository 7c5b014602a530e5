// Normalisers, written in the language itself: the planner sees only let, exp, max, sum and where.
#pragma once

#include <limits>

#include <heed/expression/let.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>

namespace heed {

/// Infinity, as a scalar of any floating type.
inline constexpr float inf = std::numeric_limits<float>::infinity();

namespace detail {
// x / total, and 0 where the total is 0.
template <class X, class Total> constexpr auto share_of(X x, Total total) {
  return let_closed(total, [&](auto t) { return x * where(t == 0, 0, 1 / t); });
}
// What is subtracted before exp: the maximum, and 0 where it is -inf (all scores excluded), so that exp gives 0 and not NaN.
template <class M> constexpr auto finite_maximum(M maximum) { return where(maximum == -inf, 0, maximum); }

template <class L, class X> using normaliser_verdict = verdict_unless_ill<reduction_verdict<L, shape_of<X>>, X>;
}  // namespace detail

/// phi / sum<A...>(phi), for any phi >= 0; where the sum is 0 the weights are 0.
template <class... A, named_operand X> constexpr auto normalize(X&& x) {
  using found = detail::facts<detail::normaliser_verdict<axes<A...>, node_of<X>>>;
  static_assert(axes_named_once<typename found::repeated>, "normalize<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "normalize<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "normalize<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  if constexpr (!detail::normaliser_verdict<axes<A...>, node_of<X>>::ok) return ill_shaped{};
  else return detail::let_closed(as_node(std::forward<X>(x)), [](auto phi) { return detail::share_of(phi, sum<A...>(phi)); });
}

/// exp(x) / sum<A...>(exp(x)), computed from x - max<A...>(x). Where all scores are -inf the weights are 0, not NaN.
template <class... A, named_operand X> constexpr auto softmax(X&& x) {
  using found = detail::facts<detail::normaliser_verdict<axes<A...>, node_of<X>>>;
  static_assert(axes_named_once<typename found::repeated>, "softmax<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "softmax<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "softmax<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  if constexpr (!detail::normaliser_verdict<axes<A...>, node_of<X>>::ok) return ill_shaped{};
  else return detail::let_closed(as_node(std::forward<X>(x)), [](auto s) {
    return normalize<A...>(detail::let_closed(max<A...>(s), [&](auto m) { return exp(s - detail::finite_maximum(m)); }));
  });
}

/// log(sum<A...>(exp(x))), the natural logarithm; -inf where all are -inf.
template <class... A, named_operand X> constexpr auto logsumexp(X&& x) {
  using found = detail::facts<detail::normaliser_verdict<axes<A...>, node_of<X>>>;
  static_assert(axes_named_once<typename found::repeated>, "logsumexp<Axis...>: an axis is named twice");
  static_assert(axis_among<typename found::missing, typename found::there>, "logsumexp<Axis>: the operand has no such axis");
  static_assert(axis_has_extent<typename found::unbounded>, "logsumexp<Axis>: nothing gives the axis an extent; write position<Axis[n]>");
  if constexpr (!detail::normaliser_verdict<axes<A...>, node_of<X>>::ok) return ill_shaped{};
  else return detail::let_closed(as_node(std::forward<X>(x)), [](auto s) {
    return detail::let_closed(max<A...>(s), [&](auto m) {
      return log(sum<A...>(exp(s - detail::finite_maximum(m)))) + detail::finite_maximum(m);
    });
  });
}

}  // namespace heed
