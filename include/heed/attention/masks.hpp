// Masks: bool expressions over positions, combined with && || !
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/attention/other_calls.hpp>
#include <heed/attention/square.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/pointwise.hpp>

namespace heed {

namespace detail {
/// A number, or one for each batch, head or query: scores are none.
template <class N, class Key> concept number_of_keys = operand<N> && !contains_axis<shape_of_operand<N>, Key>;
}  // namespace detail

/// Where queries and keys begin together, or end together: for masks over as many queries as keys, or not.
inline constexpr struct top_left_alignment {
} top_left;
inline constexpr struct bottom_right_alignment {
} bottom_right;

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
template <class Query, class Key, detail::number_of_keys<Key> L, detail::number_of_keys<Key> R> constexpr auto sliding_window(L&& left, R&& right, top_left_alignment = {}) {
  return position<Key> + std::forward<L>(left) >= position<Query> && position<Key> <= position<Query> + std::forward<R>(right);
}
/// The same, the last query at the position of the last key.
template <class Query, class Key, detail::number_of_keys<Key> L, detail::number_of_keys<Key> R> constexpr auto sliding_window(L&& left, R&& right, bottom_right_alignment) {
  auto queries = length<axis_of<Query>>;
  auto keys = length<axis_of<Key>>;
  return position<Key> + (std::forward<L>(left) + queries) >= position<Query> + keys && position<Key> + queries <= position<Query> + (std::forward<R>(right) + keys);
}
// [/sliding_window]

// [prefix_lm]
/// Every query sees the first `prefix` keys, and from there on the keys up to its own position (Raffel et al. 2020).
/// prefix: a number, or integers {Batch}.
template <class Query, class Key, detail::number_of_keys<Key> N, class... Alignment> constexpr auto prefix_lm(N&& prefix, Alignment... alignment) {
  return position<Key> < std::forward<N>(prefix) || causal<Query, Key>(alignment...);
}
// [/prefix_lm]

// [padding]
/// The first `lengths` keys are there, the others are padding. lengths: a number, or integers {Batch}.
template <class Key, detail::number_of_keys<Key> N> constexpr auto padding(N&& lengths) { return position<Key> < std::forward<N>(lengths); }
// [/padding]

// [same_document]
/// Texts packed into one sequence: a query sees the keys of its own document. ids: integers {Query, …} or {Key, …}.
template <class Query, class Key, named_operand I> constexpr auto same_document(I&& ids) {
  auto document = as_node(std::forward<I>(ids));
  if constexpr (contains_axis<shape_of_operand<I>, Query>) return document == rename<Query, Key>(document);
  else return rename<Key, Query>(document) == document;
}
// [/same_document]

}  // namespace heed

HEED_QUIET_END
