// Attention itself: scores, what modifies them, weights, and the sum of values.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/attention/other_calls.hpp>
#include <heed/attention/scores.hpp>
#include <heed/expression/normalise.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class M, class S> concept function_of_scores = !operand<M> && !bare_container<M> && requires(const M& modifier, S scores) { as_node(modifier(std::move(scores))); };

// A mask, a bias, or a function from scores to scores. What does not fit is ill_shaped; `says`: and an error.
template <bool says, class S> constexpr S modified(S scores) { return scores; }
template <bool says, class S, class M, class... More> constexpr auto modified(S scores, M&& modifier, More&&... more) {
  if constexpr (is_ill_shaped<S>) return ill_shaped{};
  else if constexpr (function_of_scores<M, S>) return modified<says>(as_node(modifier(std::move(scores))), std::forward<More>(more)...);
  else if constexpr (!operand<M>) return ill_shaped{};
  else if constexpr (std::is_same_v<value_type_of<node_of<M>>, bool>) {
    if constexpr (says || well_shaped<decltype(where(std::forward<M>(modifier), std::move(scores), -inf))>)
      return modified<says>(where(std::forward<M>(modifier), std::move(scores), -inf), std::forward<More>(more)...);
    else return ill_shaped{};
  } else if constexpr (says || well_shaped<decltype(std::move(scores) + std::forward<M>(modifier))>) return modified<says>(std::move(scores) + std::forward<M>(modifier), std::forward<More>(more)...);
  else return ill_shaped{};
}
// Whether all are modifiers, each of the scores that those before it make.
template <class S> constexpr bool are_modifiers() { return true; }
template <class S, class M, class... More> constexpr bool are_modifiers() {
  if constexpr ((operand<M> && ... && operand<More>) || is_ill_shaped<S>) return true;
  else if constexpr (operand<M> || function_of_scores<M, S>) return are_modifiers<decltype(modified<false>(std::declval<S>(), std::declval<M>())), More...>();
  else return false;
}
template <class... M> inline constexpr bool no_numbers = (!std::is_arithmetic_v<std::remove_cvref_t<M>> && ...);
template <class Key, class Feature, class Q, class K, class V>
using attention_verdict = first_wrong<verdict_on<contracting<Feature>, Q, K>, verdict_on<reducing<Key>, K>, verdict_on<meeting_in<Key>, K, V>>;
}  // namespace detail

// [attention]
/// dot<Key>(softmax<Key>(scores), v), with the scores q · k / √|Feature| (Vaswani et al. 2017). q {…, Feature}, k {Key, …, Feature},
/// v {Key, …}. `modifiers` change the scores, in order: masks, biases, and functions from scores to scores.
template <class Key, class Feature, operand Q, operand K, operand V, class... M, class Found = detail::attention_verdict<Key, Feature, Q, K, V>, holds<Found> ok = answer<Found>>
auto attention(Q&& q, K&& k, V&& v, M&&... modifiers)
    -> decltype(dot<Key>(softmax<Key>(detail::modified<false>(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k)), std::forward<M>(modifiers)...)), std::forward<V>(v))) {
  static_assert(ok, HEED_SENTENCE("attention<Key, Feature>(q, k, v): q and k must have Feature, k and v must have Key, of one extent; so must be an axis that q and k both have", Found,
                                  axis_list<Key, Feature>, shape_of_operand<Q>, shape_of_operand<K>, shape_of_operand<V>));
  constexpr bool fits = !Found::ok || detail::are_modifiers<decltype(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k))), M...>();
  static_assert(fits, "attention<Key, Feature>(q, k, v, modifiers...): a modifier is a mask, a bias, or a function from scores to scores; masks of positions are called, as causal<Query, Key>()");
  static_assert(detail::no_numbers<M...>, "attention<Key, Feature>(q, k, v, modifiers...): a number beside all scores changes no weights; scores are scaled by temperature(t), and masked by causal<Query, Key>()");
  if constexpr (!Found::ok || !fits) return ill_shaped{};
  else {
    auto scores = detail::modified<true>(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k)), std::forward<M>(modifiers)...);
    return dot<Key>(softmax<Key>(std::move(scores)), std::forward<V>(v));
  }
}
// [/attention]

// [sink]
/// softmax over the scores and one more, the sink, which takes weight and has no value: weights that need not add up to 1
/// (Xiao et al. 2024; learned, one a head, in gpt-oss). scores {…, Key}, sink: a number, or {Head}.
template <class Key, operand S, operand L, class V = detail::verdict_on<detail::reducing<Key>, S>, holds<V> ok = answer<V>> auto softmax_with_sink(S&& scores, L&& sink) {
  static_assert(ok, HEED_SENTENCE("softmax_with_sink<Axis>(scores, sink): name an axis that scores has, with an extent", V, axis_list<Key>, shape_of_operand<S>));
  if constexpr (!V::ok) return ill_shaped{};
  else return let(std::forward<S>(scores), [level = as_node(std::forward<L>(sink))](auto s) {
    return let(max<Key>(s), [&](auto largest) {
      auto top = where(largest == -inf, 0, largest);  // no score at all
      return let(exp(s - top), [&](auto shares) {
        return let(sum<Key>(shares) + exp(level - top), [&](auto total) { return shares * where(total == 0, 0, 1 / total); });
      });
    });
  });
}
// [/sink]

}  // namespace heed
HEED_SENTENCES_END

HEED_QUIET_END
