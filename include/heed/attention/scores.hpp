// Scores, before the softmax; and what changes them.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <cmath>

#include <heed/attention/other_calls.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/let.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class S, class A> inline constexpr bool sized_at_run_time = contains_axis<S, A> && size_in_shape<S, A> == dynamic;
// Both have axis A, of one extent. (Other axes of theirs may have the same names: they will not meet.)
template <class A> struct meeting_in {
  template <class S, class R> struct both { using type = extents_match<shape<extent_in_shape<S, A>>, shape<extent_in_shape<R, A>>>; };
  template <class S, class R, class V = first_wrong<has_every<axis_list<A>, S>, has_every<axis_list<A>, R>>> struct on : std::conditional_t<V::ok, both<S, R>, std::type_identity<V>> {};
};
template <class Feature, class KeyFeature, class Q, class W, class K> using bilinear_verdict = first_wrong<verdict_on<contracting<Feature>, Q, W>, verdict_on<meeting_in<KeyFeature>, W, K>>;
template <class Hidden, class Q, class K, class W> using additive_verdict = first_wrong<verdict_on<contracting<Hidden>, Q, K>, verdict_on<meeting_in<Hidden>, Q, W>>;
}  // namespace detail

// [scaled_dot]
/// q · k / √|Feature|, the scores of Vaswani et al. (2017). q {…, Feature}, k {…, Feature}.
template <class Feature, operand Q, operand K, class V = detail::verdict_on<detail::contracting<Feature>, Q, K>, holds<V> ok = answer<V>> requires(!detail::sized_at_run_time<shape_of_operand<Q>, Feature>)
auto scaled_dot(Q&& q, K&& k) -> decltype(dot<Feature>(std::forward<Q>(q), std::forward<K>(k)) * 1.0) {
  static_assert(ok, HEED_SENTENCE("scaled_dot<Feature>(q, k): q and k must have Feature; an axis that both have must be of one extent", V, axis_list<Feature>, shape_of_operand<Q>, shape_of_operand<K>));
  const auto extent = static_cast<double>(size_in_shape<shape_of_operand<Q>, Feature>);
  if constexpr (!V::ok) return ill_shaped{};
  else return dot<Feature>(std::forward<Q>(q), std::forward<K>(k)) * (1 / std::sqrt(extent));
}
// [/scaled_dot]
/// The same where |Feature| is known at run time.
template <class Feature, operand Q, operand K, class V = detail::verdict_on<detail::contracting<Feature>, Q, K>, holds<V> ok = answer<V>> requires(detail::sized_at_run_time<shape_of_operand<Q>, Feature>)
auto scaled_dot(Q&& q, K&& k) -> decltype(dot<Feature>(std::forward<Q>(q) * rsqrt(1.0 * length<Feature>), std::forward<K>(k))) {
  static_assert(ok, HEED_SENTENCE("scaled_dot<Feature>(q, k): q and k must have Feature; an axis that both have must be of one extent", V, axis_list<Feature>, shape_of_operand<Q>, shape_of_operand<K>));
  if constexpr (!V::ok) return ill_shaped{};
  else return dot<Feature>(std::forward<Q>(q) * rsqrt(1.0 * length<Feature>), std::forward<K>(k));
}

// [bilinear]
/// q · w · k, "general" of Luong et al. (2015). q {…, Feature}, w {Feature, KeyFeature}, k {…, KeyFeature}.
template <class Feature, class KeyFeature, operand Q, operand W, operand K, class V = detail::bilinear_verdict<Feature, KeyFeature, Q, W, K>, holds<V> ok = answer<V>>
auto bilinear(Q&& q, W&& w, K&& k) -> decltype(dot<KeyFeature>(dot<Feature>(std::forward<Q>(q), std::forward<W>(w)), std::forward<K>(k))) {
  static_assert(ok, HEED_SENTENCE("bilinear<Feature, KeyFeature>(q, w, k): q and w must have Feature, w and k must have KeyFeature, each of one extent", V, axis_list<Feature, KeyFeature>, shape_of_operand<Q>,
                                  shape_of_operand<W>, shape_of_operand<K>));
  if constexpr (!V::ok) return ill_shaped{};
  else return dot<KeyFeature>(dot<Feature>(std::forward<Q>(q), std::forward<W>(w)), std::forward<K>(k));
}
// [/bilinear]

// [additive]
/// w · tanh(q + k), of Bahdanau et al. (2015). q {…, Hidden}, k {…, Hidden}, both projected already; w {Hidden}.
template <class Hidden, operand Q, operand K, operand W, class V = detail::additive_verdict<Hidden, Q, K, W>, holds<V> ok = answer<V>>
auto additive(Q&& q, K&& k, W&& w) -> std::conditional_t<V::ok, decltype(dot<Hidden>(tanh(std::forward<Q>(q) + std::forward<K>(k)), std::forward<W>(w))), ill_shaped> {
  static_assert(ok, HEED_SENTENCE("additive<Hidden>(q, k, w): q, k and w must have Hidden, of one extent", V, axis_list<Hidden>, shape_of_operand<Q>, shape_of_operand<K>, shape_of_operand<W>));
  if constexpr (!V::ok) return ill_shaped{};
  else return dot<Hidden>(tanh(std::forward<Q>(q) + std::forward<K>(k)), std::forward<W>(w));
}
// [/additive]

// [cosine]
/// x / |x|, and 0 where |x| is 0.
template <class Feature, operand X> auto unit(X&& x) {
  return let(std::forward<X>(x), [](auto t) { return t / maximum(norm<Feature>(t), 1e-12); });
}
/// The cosine of the angle between q and k, of Graves et al. (2014): between -1 and 1, so usually over a temperature.
template <class Feature, operand Q, operand K, class V = detail::verdict_on<detail::contracting<Feature>, Q, K>, holds<V> ok = answer<V>> auto cosine(Q&& q, K&& k) {
  static_assert(ok, HEED_SENTENCE("cosine<Feature>(q, k): q and k must have Feature; an axis that both have must be of one extent", V, axis_list<Feature>, shape_of_operand<Q>, shape_of_operand<K>));
  if constexpr (!V::ok) return ill_shaped{};
  else return dot<Feature>(unit<Feature>(std::forward<Q>(q)), unit<Feature>(std::forward<K>(k)));
}
// [/cosine]

// ---- what changes scores

// [softcap]
/// c · tanh(scores / c): scores between -c and c, of Gemma 2 (2024).
template <named_operand S, operand C> auto softcap(S&& scores, C&& c) {
  auto cap = as_node(std::forward<C>(c));
  return cap * tanh(std::forward<S>(scores) / cap);
}
/// scores / t: weights sharper for t < 1, flatter for t > 1.
template <named_operand S, operand T> auto temperature(S&& scores, T&& t) { return std::forward<S>(scores) / std::forward<T>(t); }
/// The same as functions from scores to scores, for `attention`: attention<Key, Feature>(q, k, v, softcap(20)).
template <class C> requires std::is_arithmetic_v<C> auto softcap(C c) {
  return [c](const auto& scores) { return softcap(scores, c); };
}
template <class T> requires std::is_arithmetic_v<T> auto temperature(T t) {
  return [t](const auto& scores) { return temperature(scores, t); };
}
// [/softcap]

}  // namespace heed
HEED_SENTENCES_END

HEED_QUIET_END
