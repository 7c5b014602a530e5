// Axes of concat and stack. The operands broadcast against each other along all other axes.
#pragma once

#include <heed/node/concat.hpp>
#include <heed/shape/index.hpp>
#include <heed/shape/pointwise.hpp>

namespace heed::detail {

constexpr index_t sum_of_sizes(index_t a, index_t b) { return a == dynamic || b == dynamic ? dynamic : a + b; }
template <class A, class X, class Y> struct shape_rule<concatenated<A, X, Y>> {
  using S = shape_of<X>;
  using R = shape_of<Y>;
  using whole = shape<extent_type<A, sum_of_sizes(size_in_shape<S, A>, size_in_shape<R, A>)>>;
  using type = union_of<with_axis_replaced<S, A, whole>, with_axis_replaced<R, A, whole>>;
};
template <class E, class S> struct in_front;
template <class E, class... X> struct in_front<E, shape<X...>> { using type = shape<E, X...>; };
template <class A, class... X> struct shape_rule<stacked<A, X...>> {
  using type = typename in_front<extent_type<A, static_cast<index_t>(sizeof...(X))>, typename broadcast<shape_of<X>...>::type>::type;
};
template <class A, class X, class Y> struct element_rule<concatenated<A, X, Y>> { using type = promoted<element_of<X>, element_of<Y>>; };
template <class A, class... X> struct element_rule<stacked<A, X...>> { using type = typename promote_all<element_of<X>...>::type; };

template <class A, class S, class R> using concat_verdict =
    first_wrong<has_closed_axis<A, S>, has_closed_axis<A, R>, extents_match<without<S, axis_list<A>>, without<R, axis_list<A>>>>;
template <class A, class... S> using stack_verdict = first_wrong<is_bare<A>, is_new<A, S>..., typename broadcast<S...>::verdict_type>;

}  // namespace heed::detail
