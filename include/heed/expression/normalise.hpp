// Normalisers, written in the language itself: the planner sees only let, exp, max, sum and where.
#pragma once

#include <limits>

#include <heed/expression/let.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

/// Infinity, as a scalar of any floating type.
inline constexpr float inf = std::numeric_limits<float>::infinity();

namespace detail {
// What is subtracted before exp: the maximum, and a finite number where it is -inf (all scores excluded), so that exp gives 0 and not NaN.
template <class M> constexpr auto finite_maximum(M maximum) { return make_elementwise<op::anchor>(maximum); }

// Integers as floats, whose sums and squares are not too large for them.
template <class N> constexpr auto as_floats(N node) {
  if constexpr (std::is_integral_v<value_type_of<N>>) return cast<float>(std::move(node));
  else return node;
}

// x / sum(x), and 0 where the sum is 0.
template <class... A> struct share_of_sum : reducing<A...> {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(as_floats(std::move(node)), [](auto share_part) {
      return let_closed(sum<A...>(share_part), [&](auto share_total) { return share_part * where(share_total == 0, 0, 1.0 / share_total); });
    });
  }
};
template <class... A> struct softmax_of : reducing<A...> {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(std::move(node), [](auto softmax_score) {
      return share_of_sum<A...>{}(let_closed(max<A...>(softmax_score), [&](auto softmax_top) { return exp(softmax_score - finite_maximum(softmax_top)); }));
    });
  }
};
template <class... A> struct logsumexp_of : reducing<A...> {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(std::move(node), [](auto lse_score) {
      return let_closed(max<A...>(lse_score), [&](auto lse_top) {
        // (of a score of +inf the sum is NaN)
        return where(lse_top == inf, lse_top, log(sum<A...>(exp(lse_score - finite_maximum(lse_top)))) + finite_maximum(lse_top));
      });
    });
  }
};
// Not x - logsumexp(x), which is NaN where all are -inf; the maximum is subtracted first, so that small differences are not lost.
template <class... A> struct log_softmax_of : reducing<A...> {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(std::move(node), [](auto logits) {
      return let_closed(max<A...>(logits), [&](auto logits_top) {
        return let_closed(logits - finite_maximum(logits_top), [](auto logits_below) {
          return let_closed(sum<A...>(exp(logits_below)), [&](auto logits_total) { return logits_below - log(where(logits_total == 0, 1, logits_total)); });
        });
      });
    });
  }
};
template <class... A> struct norm_of : reducing<A...> {
  template <class N> constexpr auto operator()(N node) const {
    return let_closed(as_floats(std::move(node)), [](auto norm_part) { return sqrt(sum<A...>(norm_part * norm_part)); });
  }
};
}  // namespace detail

/// phi / sum<A...>(phi), for any phi >= 0; where the sum is 0 the weights are 0.
template <class... A, named_operand X, class V = detail::verdict_on<detail::share_of_sum<A...>, X>, holds<V> ok = answer<V>>
constexpr auto normalize(X&& phi) -> detail::result_of<V, detail::share_of_sum<A...>, X> {
  static_assert(ok, HEED_SENTENCE("normalize<Axis...>(phi): name axes that phi has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::share_of_sum<A...>{}, std::forward<X>(phi));
}
/// exp(x) / sum<A...>(exp(x)), computed from x - max<A...>(x). Where all scores are -inf the weights are 0, not NaN.
template <class... A, named_operand X, class V = detail::verdict_on<detail::softmax_of<A...>, X>, holds<V> ok = answer<V>>
constexpr auto softmax(X&& x) -> detail::result_of<V, detail::softmax_of<A...>, X> {
  static_assert(ok, HEED_SENTENCE("softmax<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::softmax_of<A...>{}, std::forward<X>(x));
}
/// The logarithm of softmax<A...>(x), exact also where the weight itself is too small for a float. Where all are -inf it is -inf.
template <class... A, named_operand X, class V = detail::verdict_on<detail::log_softmax_of<A...>, X>, holds<V> ok = answer<V>>
constexpr auto log_softmax(X&& x) -> detail::result_of<V, detail::log_softmax_of<A...>, X> {
  static_assert(ok, HEED_SENTENCE("log_softmax<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::log_softmax_of<A...>{}, std::forward<X>(x));
}
/// log(sum<A...>(exp(x))), the natural logarithm; -inf where all are -inf, inf where one is.
template <class... A, named_operand X, class V = detail::verdict_on<detail::logsumexp_of<A...>, X>, holds<V> ok = answer<V>>
constexpr auto logsumexp(X&& x) -> detail::result_of<V, detail::logsumexp_of<A...>, X> {
  static_assert(ok, HEED_SENTENCE("logsumexp<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::logsumexp_of<A...>{}, std::forward<X>(x));
}

/// The Euclidean norm: sqrt(sum<A...>(x * x)).
template <class... A, named_operand X, class V = detail::verdict_on<detail::norm_of<A...>, X>, holds<V> ok = answer<V>>
constexpr auto norm(X&& x) -> detail::result_of<V, detail::norm_of<A...>, X> {
  static_assert(ok, HEED_SENTENCE("norm<Axis...>(x): name axes that x has, each once, with an extent", V, axis_list<A...>, shape_of_operand<X>));
  return detail::make<V>(detail::norm_of<A...>{}, std::forward<X>(x));
}

}  // namespace heed
HEED_SENTENCES_END
