// Positions that are added to what is at them, or turn it.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <cmath>

#include <heed/attention/other_calls.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/let.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>
#include <heed/expression/window.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

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
template <index_t Size> inline constexpr bool static_and_even = Size > 0 && Size % 2 == 0;
}  // namespace detail

// [rotary]
/// x {Token, Feature[n], …} with every pair (2i, 2i + 1) of features turned by the angle (first + position) / base^(2i / n), of
/// Su et al. (2021): the scores of turned queries and keys depend on the distance of their positions. n is even and static.
template <class Token, class Feature, operand X, class V = detail::verdict_on<detail::reducing<Token>, X>, holds<V> ok = answer<V>> auto rotary(X&& x, double base = 10000, int first = 0) {
  static_assert(ok, HEED_SENTENCE("rotary<Token, Feature>(x): x must have Token, the axis of the positions", V, axis_list<Token, Feature>, shape_of_operand<X>));
  constexpr index_t n = size_in_shape<shape_of_operand<X>, Feature>;
  static_assert(detail::static_and_even<n>, "rotary<Token, Feature>(x): x must have Feature, with a static and even extent");
  using pair = detail::turned_pair;
  using part = detail::turned_part;
  auto angle = cast<float>(position<Token> + first) * exp(cast<float>(position<pair>) * (-2 * std::log(base) / static_cast<double>(n)));
  if constexpr (!V::ok || !detail::static_and_even<n>) return ill_shaped{};
  else return let(split<Feature, pair[n / 2], part[2]>(std::forward<X>(x)), [&](auto t) {
    return merge<Feature, pair, part>(t * cos(angle) + (2 * position<part> - 1) * reverse<part>(t) * sin(angle));
  });
}
// [/rotary]

}  // namespace heed
HEED_SENTENCES_END

HEED_QUIET_END
