// Attention itself: scores, what modifies them, weights, and the sum of values.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/attention/scores.hpp>
#include <heed/expression/normalise.hpp>

namespace heed {

namespace detail {
// A mask, a bias, or a function from scores to scores. What does not fit is ill_shaped; `says`: and an error.
template <bool says, class S> constexpr S modified(S scores) { return scores; }
template <bool says, class S, class M, class... More> constexpr auto modified(S scores, const M& modifier, const More&... more) {
  if constexpr (is_ill_shaped<S>) return ill_shaped{};
  else if constexpr (!operand<M>) return modified<says>(as_node(modifier(std::move(scores))), more...);
  else if constexpr (std::is_same_v<value_type_of<node_of<const M&>>, bool>) {
    if constexpr (says || well_shaped<decltype(where(modifier, std::move(scores), -inf))>) return modified<says>(where(modifier, std::move(scores), -inf), more...);
    else return ill_shaped{};
  } else if constexpr (says || well_shaped<decltype(std::move(scores) + modifier)>) return modified<says>(std::move(scores) + modifier, more...);
  else return ill_shaped{};
}
}  // namespace detail

// [attention]
/// dot<Key>(softmax<Key>(scores), v), with the scores q · k / √|Feature| (Vaswani et al. 2017). q {…, Feature}, k {Key, …, Feature},
/// v {Key, …}. `modifiers` change the scores, in order: masks, biases, and functions from scores to scores.
template <class Key, class Feature, operand Q, operand K, operand V, class... M>
auto attention(Q&& q, K&& k, V&& v, const M&... modifiers)
    -> decltype(dot<Key>(softmax<Key>(detail::modified<false>(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k)), modifiers...)), std::forward<V>(v))) {
  auto scores = detail::modified<true>(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k)), modifiers...);
  return dot<Key>(softmax<Key>(std::move(scores)), std::forward<V>(v));
}
// [/attention]

// [sink]
/// softmax over the scores and one more, the sink, which takes weight and has no value: weights that need not add up to 1
/// (Xiao et al. 2024; learned, one a head, in gpt-oss). scores {…, Key}, sink: a number, or {Head}.
template <class Key, operand S, operand L> auto softmax_with_sink(S&& scores, const L& sink) {
  return let(std::forward<S>(scores), [&](auto s) {
    return let(max<Key>(s), [&](auto largest) {
      auto top = where(largest == -inf, 0, largest);  // no score at all
      return let(exp(s - top), [&](auto shares) {
        return let(sum<Key>(shares) + exp(sink - top), [&](auto total) { return shares * where(total == 0, 0, 1 / total); });
      });
    });
  });
}
// [/sink]

}  // namespace heed

HEED_QUIET_END
