// equal, all_close: whether two values are the same, as one bool. They evaluate.
#pragma once

#include <heed/eval/evaluate.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/container.hpp>
#include <heed/expression/normalise.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
struct comparing {
  template <class S, class R> struct on { using type = first_wrong<extents_match<S, R>, has_extents<union_of<S, R>>>; };
};
// What plain loops compute, or several threads, is computed first: it is a whole evaluation.
template <class X> decltype(auto) comparable(X&& x) {
  if constexpr (is_float64_reference<std::remove_cvref_t<X>> || is_parallel<std::remove_cvref_t<X>>) return eval(x);
  else return std::forward<X>(x);
}
template <class... X> inline constexpr bool any_parallel = (is_parallel<std::remove_cvref_t<X>> || ...);
// Whether a truth value holds everywhere.
template <class N, class... X> bool holds_everywhere(const N& node, shape<X...>) {
  tensor<bool> answer;
  if constexpr (sizeof...(X) == 0) answer = node;
  else answer = all_of<axis_of<X>...>(node);
  return answer();
}
}  // namespace detail

/// Whether x == y at every position: evaluates both, which broadcast as operator== does. NaN equals nothing. Throws shape_error where
/// run-time extents differ.
template <class X, class Y, class V = detail::verdict_on<detail::comparing, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
bool equal(X&& x, Y&& y) {
  static_assert(ok, HEED_SENTENCE("equal(x, y): an axis that both have must be of one extent, and something must give every axis one", V, axis_list<>,
                                  shape_of_operand<X>, shape_of_operand<Y>));
  if constexpr (detail::any_parallel<X, Y>) return equal(detail::comparable(std::forward<X>(x)), detail::comparable(std::forward<Y>(y)));
  else if constexpr (!V::ok) return false;
  else {
    const auto same = detail::comparable(std::forward<X>(x)) == detail::comparable(std::forward<Y>(y));
    return detail::holds_everywhere(same, shape_of<std::remove_const_t<decltype(same)>>{});
  }
}

/// Whether |x - y| <= atol + rtol * |y| at every position, in double (NumPy's allclose). Infinities of one sign are close; NaN is close
/// to nothing.
template <class X, class Y, class V = detail::verdict_on<detail::comparing, X, Y>, holds<V> ok = answer<V>> requires operands<X, Y>
bool all_close(X&& x, Y&& y, double rtol = 1e-5, double atol = 1e-8) {
  static_assert(ok, HEED_SENTENCE("all_close(x, y, rtol, atol): an axis that both have must be of one extent, and something must give every axis one", V,
                                  axis_list<>, shape_of_operand<X>, shape_of_operand<Y>));
  if constexpr (detail::any_parallel<X, Y>) return all_close(detail::comparable(std::forward<X>(x)), detail::comparable(std::forward<Y>(y)), rtol, atol);
  else if constexpr (!V::ok) return false;
  else {
    const auto in_double = []<class Z>(Z&& z) {
      if constexpr (std::is_arithmetic_v<std::remove_cvref_t<Z>>) return static_cast<double>(z);
      else return cast<double>(std::forward<Z>(z));
    };
    const auto close = let(in_double(detail::comparable(std::forward<X>(x))), [&](auto a) {
      return let(in_double(detail::comparable(std::forward<Y>(y))), [&](auto b) { return a == b || (abs(a - b) <= atol + rtol * abs(b) && abs(b) < inf); });
    });
    return detail::holds_everywhere(close, shape_of<std::remove_const_t<decltype(close)>>{});
  }
}

template <class X, class Y> requires detail::container_beside<X, Y> constexpr bool equal(X&&, Y&&) {
  static_assert(detail::both_have_axes<X, Y>, "equal(x, y): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return false;
}
template <class X, class Y> requires detail::container_beside<X, Y> constexpr bool all_close(X&&, Y&&, double = 0, double = 0) {
  static_assert(detail::both_have_axes<X, Y>, "all_close(x, y, rtol, atol): a container has no axes; name them, as in heed::named<Query[128]>(container)");
  return false;
}

}  // namespace heed
HEED_SENTENCES_END
