// The attention vocabulary: scores, masks, biases, positions and layers, each a few lines of the language itself.
//
// Words: scores (before softmax), weights (after), context (the result). Order: scale, soft cap, mask and bias, softmax. A mask
// is bool, and true takes part; a bias is added.
#pragma once

#include <cmath>
#include <string>

#include <heed/axes.hpp>
#include <heed/heed.hpp>

namespace heed {

// ---- scores

namespace detail {
template <class S, class A> inline constexpr bool sized_at_run_time = contains_axis<S, A> && size_in_shape<S, A> == dynamic;
}  // namespace detail

// [scaled_dot]
/// q · k / √|Feature|, the scores of Vaswani et al. (2017). q {…, Feature}, k {…, Feature}.
template <class Feature, operand Q, operand K>
auto scaled_dot(Q&& q, K&& k) -> decltype(dot<Feature>(std::forward<Q>(q), std::forward<K>(k)) * 1.0) {
  const auto extent = static_cast<double>(size_in_shape<shape_of_operand<Q>, Feature>);
  return dot<Feature>(std::forward<Q>(q), std::forward<K>(k)) * (1 / std::sqrt(extent));
}
// [/scaled_dot]
/// The same where |Feature| is known at run time.
template <class Feature, operand Q, operand K> requires(detail::sized_at_run_time<shape_of_operand<Q>, Feature>)
auto scaled_dot(Q&& q, K&& k) -> decltype(dot<Feature>(std::forward<Q>(q) * rsqrt(1.0 * length<Feature>), std::forward<K>(k))) {
  return dot<Feature>(std::forward<Q>(q) * rsqrt(1.0 * length<Feature>), std::forward<K>(k));
}

// [bilinear]
/// q · w · k, "general" of Luong et al. (2015). q {…, Feature}, w {Feature, KeyFeature}, k {…, KeyFeature}.
template <class Feature, class KeyFeature, operand Q, operand W, operand K>
auto bilinear(Q&& q, W&& w, K&& k) -> decltype(dot<KeyFeature>(dot<Feature>(std::forward<Q>(q), std::forward<W>(w)), std::forward<K>(k))) {
  return dot<KeyFeature>(dot<Feature>(std::forward<Q>(q), std::forward<W>(w)), std::forward<K>(k));
}
// [/bilinear]

// [additive]
/// w · tanh(q + k), of Bahdanau et al. (2015). q {…, Hidden}, k {…, Hidden}, both projected already; w {Hidden}.
template <class Hidden, operand Q, operand K, operand W>
auto additive(Q&& q, K&& k, W&& w) -> decltype(dot<Hidden>(tanh(std::forward<Q>(q) + std::forward<K>(k)), std::forward<W>(w))) {
  return dot<Hidden>(tanh(std::forward<Q>(q) + std::forward<K>(k)), std::forward<W>(w));
}
// [/additive]

// [cosine]
/// x / |x|, and 0 where |x| is 0.
template <class Feature, operand X> auto unit(X&& x) {
  return let(std::forward<X>(x), [](auto t) { return t / maximum(norm<Feature>(t), 1e-12); });
}
/// The cosine of the angle between q and k, of Graves et al. (2014): between -1 and 1, so usually over a temperature.
template <class Feature, operand Q, operand K> auto cosine(Q&& q, K&& k) {
  return dot<Feature>(unit<Feature>(std::forward<Q>(q)), unit<Feature>(std::forward<K>(k)));
}
// [/cosine]

// ---- what changes scores

// [softcap]
/// c · tanh(scores / c): scores between -c and c, of Gemma 2 (2024).
template <named_operand S, operand C> auto softcap(S&& scores, const C& c) { return c * tanh(std::forward<S>(scores) / c); }
/// scores / t: weights sharper for t < 1, flatter for t > 1.
template <named_operand S, operand T> auto temperature(S&& scores, const T& t) { return std::forward<S>(scores) / t; }
/// The same as functions from scores to scores, for `attention`: attention<Key, Feature>(q, k, v, softcap(20)).
template <class C> requires std::is_arithmetic_v<C> auto softcap(C c) {
  return [c](const auto& scores) { return softcap(scores, c); };
}
template <class T> requires std::is_arithmetic_v<T> auto temperature(T t) {
  return [t](const auto& scores) { return temperature(scores, t); };
}
// [/softcap]

// ---- masks: bool expressions over positions, combined with && || !

/// Where queries and keys begin together, or end together: for masks over as many queries as keys, or not.
inline constexpr struct top_left_alignment {
} top_left;
inline constexpr struct bottom_right_alignment {
} bottom_right;

namespace detail {
/// A mask over as many queries as keys: the mask N, remembered to have been asked for without an alignment.
template <class Query, class Key, class N> struct square_mask : N {};
template <class X, class Query, class Key, class N> struct to_node<X, square_mask<Query, Key, N>> : to_node<N, N> {};
template <class Query, class Key, class N> constexpr square_mask<Query, Key, N> make_square(N mask) { return {std::move(mask)}; }

/// As many of X as of Y, or an alignment.
template <class X, class Y> inline constexpr bool as_many_as = size_of_extent<X> == dynamic || size_of_extent<Y> == dynamic || size_of_extent<X> == size_of_extent<Y>;

template <class N, class R> constexpr bool is_square(const N&, const R&) { return true; }
template <class Query, class Key, class N, class R> constexpr bool is_square(const square_mask<Query, Key, N>& mask, const R& result) {
  using A = axis_of<Query>;
  using B = axis_of<Key>;
  using S = shape_of_operand<const R&>;
  constexpr bool ok = as_many_as<extent_in_shape<S, A>, extent_in_shape<S, B>>;
  static_assert(as_many_as<extent_in_shape<S, A>, extent_in_shape<S, B>>,
                "causal<Query, Key>(): there must be as many queries as keys; where not, write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)");
  if constexpr (ok && contains_axis<S, A> && contains_axis<S, B> && (size_in_shape<S, A> == dynamic || size_in_shape<S, B> == dynamic)) {
    // -1: open, or of a let that is still being written
    const index_t queries = extent_at_run_time<A>(as_node(result), no_lets{}), keys = extent_at_run_time<B>(as_node(result), no_lets{});
    if (queries >= 0 && keys >= 0 && queries != keys)
      detail::fail(shape_error("causal<" + std::string(axis_name<A>) + ", " + std::string(axis_name<B>) + ">(): " + std::string(axis_name<A>) + " is " + std::to_string(queries) +
                        " and " + std::string(axis_name<B>) + " is " + std::to_string(keys) + "; write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)"));
  }
  return ok && is_square(static_cast<const N&>(mask), result);
}

// Masks that were combined with such a one are such, too.
template <class Q, class K, class N, operand Y> constexpr auto operator&&(square_mask<Q, K, N> a, Y&& b) { return make_square<Q, K>(as_node(std::move(a)) && std::forward<Y>(b)); }
template <class Q, class K, class N, operand Y> constexpr auto operator||(square_mask<Q, K, N> a, Y&& b) { return make_square<Q, K>(as_node(std::move(a)) || std::forward<Y>(b)); }
template <operand X, class Q, class K, class N> constexpr auto operator&&(X&& a, square_mask<Q, K, N> b) { return make_square<Q, K>(std::forward<X>(a) && as_node(std::move(b))); }
template <operand X, class Q, class K, class N> constexpr auto operator||(X&& a, square_mask<Q, K, N> b) { return make_square<Q, K>(std::forward<X>(a) || as_node(std::move(b))); }
template <class Q, class K, class N, class P, class L, class M> constexpr auto operator&&(square_mask<Q, K, N> a, square_mask<P, L, M> b) {
  return make_square<Q, K>(make_square<P, L>(as_node(std::move(a)) && as_node(std::move(b))));
}
template <class Q, class K, class N, class P, class L, class M> constexpr auto operator||(square_mask<Q, K, N> a, square_mask<P, L, M> b) {
  return make_square<Q, K>(make_square<P, L>(as_node(std::move(a)) || as_node(std::move(b))));
}
template <class Q, class K, class N> constexpr auto operator!(square_mask<Q, K, N> a) { return make_square<Q, K>(!as_node(std::move(a))); }
}  // namespace detail

template <class Query, class Key, class N, operand X, operand Y> auto where(detail::square_mask<Query, Key, N> mask, X&& x, Y&& y) {
  auto result = where(as_node(mask), std::forward<X>(x), std::forward<Y>(y));
  if constexpr (!is_ill_shaped<decltype(result)>) detail::is_square(mask, result);
  return result;
}

// [causal]
/// A query sees the keys up to its own position: {Query, Key}. As many queries as keys: where static extents differ it does not
/// compile, where run-time extents do it throws shape_error, because libraries disagree silently about what is meant.
template <class Query, class Key> constexpr auto causal() { return detail::make_square<Query, Key>(position<Key> <= position<Query>); }
/// The first query is at the position of the first key.
template <class Query, class Key> constexpr auto causal(top_left_alignment) { return position<Key> <= position<Query>; }
/// The last query is at the position of the last key, as when a text is continued.
template <class Query, class Key> constexpr auto causal(bottom_right_alignment) {
  return position<Key> - length<axis_of<Key>> <= position<Query> - length<axis_of<Query>>;
}
// [/causal]

// [sliding_window]
/// A query sees the `left` keys before its own position, that one, and the `right` keys after it (Beltagy et al. 2020).
template <class Query, class Key, operand L, operand R> constexpr auto sliding_window(const L& left, const R& right, top_left_alignment = {}) {
  return position<Key> >= position<Query> - left && position<Key> <= position<Query> + right;
}
/// The same, the last query at the position of the last key.
template <class Query, class Key, operand L, operand R> constexpr auto sliding_window(const L& left, const R& right, bottom_right_alignment) {
  return sliding_window<Query, Key>(left + (length<axis_of<Query>> - length<axis_of<Key>>), right + (length<axis_of<Key>> - length<axis_of<Query>>));
}
// [/sliding_window]

// [prefix_lm]
/// Every query sees the first `prefix` keys, and from there on the keys up to its own position (Raffel et al. 2020).
/// prefix: a number, or integers {Batch}.
template <class Query, class Key, operand N, class... Alignment> constexpr auto prefix_lm(const N& prefix, Alignment... alignment) {
  return position<Key> < prefix || causal<Query, Key>(alignment...);
}
// [/prefix_lm]

// [padding]
/// The first `lengths` keys are there, the others are padding. lengths: a number, or integers {Batch}.
template <class Key, operand N> constexpr auto padding(const N& lengths) { return position<Key> < lengths; }
// [/padding]

// [same_document]
/// Texts packed into one sequence: a query sees the keys of its own document. ids: integers {Query, …} or {Key, …}.
template <class Query, class Key, named_operand I> constexpr auto same_document(const I& ids) {
  if constexpr (contains_axis<shape_of_operand<const I&>, Query>) return ids == rename<Query, Key>(ids);
  else return rename<Key, Query>(ids) == ids;
}
// [/same_document]

// ---- biases, added to scores

// [alibi]
/// -slope · |query - key|, with the slopes 2^(-8 (h + 1) / |Head|): {Head, Query, Key}, of Press et al. (2022), whose scores are causal.
template <class Head, class Query, class Key> constexpr auto alibi() {
  auto slope = exp2(-8.f * (position<Head> + 1) / length<axis_of<Head>>);
  return slope * -abs(position<Query> - position<Key>);
}
// [/alibi]

// [relative_position]
/// table at the distance key - query, from -n to n, and at the nearest of these where it is further (Shaw et al. 2018): table
/// {…, Distance[2n + 1]}, as learned; the bias is {…, Query, Key}. The distances are stored, as integers {Query, Key}.
template <class Query, class Key, class Distance, operand T> requires(!is_extent<Key>) auto relative_position(T&& table) {
  const int furthest = static_cast<int>(extent<Distance>(table) / 2);
  return gather<Distance>(std::forward<T>(table), clamp(position<Key> - position<Query>, -furthest, furthest) + furthest);
}
/// relative_position<Query, Key[n], Distance>(table): the same where the table has all distances, from the last query and the first
/// key to the first query and the last key: {…, Distance[|Query| + n - 1]}. Nothing is stored: it is the table, addressed otherwise.
template <class Query, class Key, class Distance, operand T> requires(is_extent<Key>) auto relative_position(T&& table) {
  return reverse<Query>(rename<Distance, Query>(window<Distance, Key>(std::forward<T>(table))));
}
// [/relative_position]

// ---- attention

namespace detail {
// A mask, a bias, or a function from scores to scores.
template <class S> constexpr S modified(S scores) { return scores; }
template <class S, class M, class... More> constexpr auto modified(S scores, const M& modifier, const More&... more) {
  if constexpr (is_ill_shaped<S>) return ill_shaped{};
  else if constexpr (!operand<M>) return modified(as_node(modifier(std::move(scores))), more...);
  else if constexpr (std::is_same_v<value_type_of<node_of<const M&>>, bool>) return modified(where(modifier, std::move(scores), -inf), more...);
  else return modified(std::move(scores) + modifier, more...);
}
}  // namespace detail

// [attention]
/// dot<Key>(softmax<Key>(scores), v), with the scores q · k / √|Feature| (Vaswani et al. 2017). q {…, Feature}, k {Key, …, Feature},
/// v {Key, …}. `modifiers` change the scores, in order: masks, biases, and functions from scores to scores.
template <class Key, class Feature, operand Q, operand K, operand V, class... M>
auto attention(Q&& q, K&& k, V&& v, const M&... modifiers)
    -> decltype(dot<Key>(softmax<Key>(detail::modified(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k)), modifiers...)), std::forward<V>(v))) {
  auto scores = detail::modified(scaled_dot<Feature>(std::forward<Q>(q), std::forward<K>(k)), modifiers...);
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

// ---- positions

// [sinusoidal]
/// sin(position / base^(2i / |Model|)) for Model = 2i, cos for 2i + 1: {Token, Model}, of Vaswani et al. (2017); x + sinusoidal<Token, Model>().
template <class Token, class Model> constexpr auto sinusoidal(double base = 10000) {
  auto angle = cast<float>(position<Token>) * exp(cast<float>(position<Model> / 2) * (-2 * std::log(base)) / length<axis_of<Model>>);
  return where(position<Model> % 2 == 0, sin(angle), cos(angle));
}
// [/sinusoidal]

namespace detail {
struct turned_pair {};
struct turned_part {};
}  // namespace detail

// [rotary]
/// x {Token, Feature[n], …} with every pair (2i, 2i + 1) of features turned by the angle (first + position) / base^(2i / n), of
/// Su et al. (2021): the scores of turned queries and keys depend on the distance of their positions. n is even and static.
template <class Token, class Feature, operand X> auto rotary(X&& x, double base = 10000, int first = 0) {
  constexpr index_t n = size_in_shape<shape_of_operand<X>, Feature>;
  static_assert(n > 0 && n % 2 == 0, "rotary<Token, Feature>(x): x must have Feature, with a static and even extent");
  using pair = detail::turned_pair;
  using part = detail::turned_part;
  auto angle = cast<float>(position<Token> + first) * exp(cast<float>(position<pair>) * (-2 * std::log(base) / static_cast<double>(n)));
  if constexpr (n <= 0 || n % 2 != 0) return ill_shaped{};
  else return let(split<Feature, pair[n / 2], part[2]>(std::forward<X>(x)), [&](auto t) {
    return merge<Feature, pair, part>(t * cos(angle) + (2 * position<part> - 1) * reverse<part>(t) * sin(angle));
  });
}
// [/rotary]

// ---- layers

// [norms]
/// (x - mean) / √(variance + epsilon) over Model (Ba et al. 2016).
template <class Model, operand X> auto layer_norm(X&& x, double epsilon = 1e-5) {
  return let(std::forward<X>(x), [=](auto t) {
    auto centred = t - mean<Model>(t);
    if constexpr (well_shaped<decltype(centred)>) return centred * rsqrt(var<Model>(t) + epsilon);
    else return centred;  // what is wrong with the axis has been said
  });
}
/// The same, times gain, plus bias: {Model} both.
template <class Model, operand X, named_operand G, named_operand B> auto layer_norm(X&& x, G&& gain, B&& bias, double epsilon = 1e-5) {
  return layer_norm<Model>(std::forward<X>(x), epsilon) * std::forward<G>(gain) + std::forward<B>(bias);
}
/// x / √(mean of squares + epsilon) over Model (Zhang and Sennrich 2019).
template <class Model, operand X> auto rms_norm(X&& x, double epsilon = 1e-6) {
  return let(std::forward<X>(x), [=](auto t) { return t * rsqrt(mean<Model>(t * t) + epsilon); });
}
template <class Model, operand X, named_operand G> auto rms_norm(X&& x, G&& gain, double epsilon = 1e-6) {
  return rms_norm<Model>(std::forward<X>(x), epsilon) * std::forward<G>(gain);
}
// [/norms]

// [feed_forward]
/// down · activation(up · x), of Vaswani et al. (2017): x {…, Model}, up {Model, Hidden}, down {Hidden, Model}. The activation is gelu
/// where none is given.
template <class Model, class Hidden, operand X, operand U, operand D, class F> auto feed_forward(X&& x, U&& up, D&& down, const F& activation) {
  return dot<Hidden>(activation(dot<Model>(std::forward<X>(x), std::forward<U>(up))), std::forward<D>(down));
}
template <class Model, class Hidden, operand X, operand U, operand D> auto feed_forward(X&& x, U&& up, D&& down) {
  return feed_forward<Model, Hidden>(std::forward<X>(x), std::forward<U>(up), std::forward<D>(down), [](auto&& hidden) { return gelu(std::forward<decltype(hidden)>(hidden)); });
}
// [/feed_forward]

// [multi_head_attention]
/// Self-attention of x {Token, Model}: wq, wk {Model, Head, Feature}, wv {Model, Head, Value}, wo {Head, Value, Model}. Query and Key are names for Token
/// inside; modifiers (masks, biases, functions of scores) say Query and Key.
template <class Token = axes::Token, class Model = axes::Model, class Head = axes::Head, class Query = axes::Query, class Key = axes::Key, class Feature = axes::Feature,
          class Value = axes::Value, operand X, operand WQ, operand WK, operand WV, operand WO, class... M>
auto multi_head_attention(X&& x, WQ&& wq, WK&& wk, WV&& wv, WO&& wo, const M&... modifiers) {
  return let(std::forward<X>(x), [&](auto t) {
    auto q = rename<Token, Query>(dot<Model>(t, std::forward<WQ>(wq)));
    if constexpr (!well_shaped<decltype(q)>) return q;  // what is wrong with x has been said
    else {
      auto k = rename<Token, Key>(dot<Model>(t, std::forward<WK>(wk)));
      auto v = rename<Token, Key>(dot<Model>(t, std::forward<WV>(wv)));
      return rename<Query, Token>(dot<Head, Value>(attention<Key, Feature>(q, k, v, modifiers...), std::forward<WO>(wo)));
    }
  });
}
// [/multi_head_attention]

// [transformer_layer]
/// x + attend(layer_norm(x)), and that, h, + feed(layer_norm(h)): a pre-norm layer (Xiong et al. 2020). attend and feed are functions of
/// expressions {…, Model}, such as calls of multi_head_attention and feed_forward.
template <class Model, operand X, class A, class F> auto transformer_layer(X&& x, const A& attend, const F& feed) {
  auto hidden = let(std::forward<X>(x), [&](auto t) { return t + attend(layer_norm<Model>(t)); });
  return let(std::move(hidden), [&](auto h) { return h + feed(layer_norm<Model>(h)); });
}
// [/transformer_layer]

}  // namespace heed
