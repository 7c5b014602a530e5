// Hints change neither axes nor elements.
#pragma once

#include <heed/node/hint.hpp>
#include <heed/shape/index.hpp>

namespace heed::detail {

template <class H, class X> struct shape_rule<hinted<H, X>> : shape_rule<X> {};
template <class H, class X> struct element_rule<hinted<H, X>> : element_rule<X> {};

// The verdicts.
constexpr bool are_possible(tiles t) {
  return t.vectors >= 0 && t.vectors <= 8 && t.rows >= 0 && t.rows <= 32 && t.block >= 0 && t.block <= 65536;
}
template <class H, class S> struct hint_rule { using type = verdict::fine; };
template <tiles T, class S> struct hint_rule<hint::tiled<T>, S> {
  using type = unless<are_possible(T), rule::tiles_are_possible<T.vectors, T.rows, T.block>>;
};
template <class A, class S> struct hint_rule<hint::lanes_along<A>, S> { using type = has_axis<A, S>; };

}  // namespace heed::detail
