// Biases, added to scores.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/attention/other_calls.hpp>
#include <heed/expression/extent.hpp>
#include <heed/expression/gather.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>
#include <heed/expression/window.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

// [alibi]
/// -slope · |query - key|, with the slopes 2^(-8 (h + 1) / |Head|): {Head, Query, Key}, of Press et al. (2022), whose scores are causal.
template <class Head, class Query, class Key> constexpr auto alibi() {
  auto slope = exp2(-8.f * (position<Head> + 1) / length<axis_of<Head>>);
  return slope * -abs(position<Query> - position<Key>);
}
// [/alibi]

// [relative_position]
/// table at the distance key - query, from -n to n, and at the nearest of these where it is further (Shaw et al. 2018): table
/// {…, Distance[2n + 1]}, as learned, or dot<Feature>(q, vectors) of a vector for each distance; the bias is {…, Query, Key}.
template <class Query, class Key, class Distance, operand T, class V = detail::verdict_on<detail::reducing<Distance>, T>, holds<V> ok = answer<V>> requires(!is_extent<Key>)
auto relative_position(T&& table) {
  static_assert(ok, HEED_SENTENCE("relative_position<Query, Key, Distance>(table): the table must have Distance", V, axis_list<Query, Key, Distance>, shape_of_operand<T>));
  if constexpr (!V::ok) return ill_shaped{};
  else {
    const int furthest = static_cast<int>(extent<Distance>(table) / 2);
    return gather<Distance>(std::forward<T>(table), clamp(position<Key> - position<Query>, -furthest, furthest) + furthest);
  }
}
/// relative_position<Query, Key[n], Distance>(table): the same where the table has all distances, from the last query and the first
/// key to the first query and the last key: {…, Distance[|Query| + n - 1]}. Nothing is stored: it is the table, addressed otherwise.
template <class Query, class Key, class Distance, operand T> requires(is_extent<Key>) auto relative_position(T&& table) {
  return reverse<Query>(rename<Distance, Query>(window<Distance, Key>(std::forward<T>(table))));
}
// [/relative_position]

}  // namespace heed
HEED_SENTENCES_END

HEED_QUIET_END
