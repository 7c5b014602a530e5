// Axes of index maps: rename, at, slice, split, merge, broadcast.
#pragma once

#include <heed/node/index.hpp>
#include <heed/shape/traits.hpp>

namespace heed::detail {

template <class X, class To> struct retarget { using type = extent_type<To, size_of_extent<X>>; };
template <class A, class To> struct retarget<open<A>, To> { using type = open<To>; };

template <class F, class T, class X> struct shape_rule<renamed<F, T, X>> {
  using type = with_axis_replaced<shape_of<X>, F, shape<typename retarget<extent_in_shape<shape_of<X>, F>, T>::type>>;
};
template <class A, class X> struct shape_rule<fixed_at<A, X>> { using type = without<shape_of<X>, axis_list<A>>; };
template <class A, index_t B, index_t N, class X> struct shape_rule<sliced<A, B, N, X>> {
  using type = with_axis_replaced<shape_of<X>, A, shape<extent_type<A, N>>>;
};
template <class A, class X> struct shape_rule<sliced_at_run_time<A, X>> {
  using type = with_axis_replaced<shape_of<X>, A, shape<A[]>>;
};
template <class A, class S, class X> struct shape_rule<split_axis<A, S, X>> {
  using type = with_axis_replaced<shape_of<X>, A, S>;
};
template <class S, class L> struct merged_size;
template <class S, class... A> struct merged_size<S, axis_list<A...>> {
  static constexpr index_t value = static_size<shape<extent_in_shape<S, A>...>>;
};
template <class A, class First, class... Rest, class X> struct shape_rule<merged_axes<A, axis_list<First, Rest...>, X>> {
  using S = shape_of<X>;
  using type = with_axis_replaced<without<S, axis_list<Rest...>>, First, shape<extent_type<A, merged_size<S, axis_list<First, Rest...>>::value>>>;
};
template <class S, class E> struct appended;
template <class... X, class E> struct appended<shape<X...>, E> { using type = shape<X..., E>; };
template <class E, class X> struct shape_rule<broadcasted<E, X>> { using type = typename appended<shape_of<X>, E>::type; };

template <class F, class T, class X> struct element_rule<renamed<F, T, X>> : element_rule<X> {};
template <class A, class X> struct element_rule<fixed_at<A, X>> : element_rule<X> {};
template <class A, index_t B, index_t N, class X> struct element_rule<sliced<A, B, N, X>> : element_rule<X> {};
template <class A, class X> struct element_rule<sliced_at_run_time<A, X>> : element_rule<X> {};
template <class A, class S, class X> struct element_rule<split_axis<A, S, X>> : element_rule<X> {};
template <class A, class L, class X> struct element_rule<merged_axes<A, L, X>> : element_rule<X> {};
template <class E, class X> struct element_rule<broadcasted<E, X>> : element_rule<X> {};

// The verdicts. A new axis must not stand in the rest of the shape already.
template <class A, class S> using is_new = unless<!contains_axis<S, A>, rule::axis_is_new<A, S>>;
template <class P, class S> struct all_new;
template <class... X, class S> struct all_new<shape<X...>, S> { using type = first_wrong<is_new<axis_of<X>, S>...>; };

template <class A> using is_bare = unless<!is_extent<A>, rule::axis_without_extent<A>>;
template <class A, class S> using has_axis = first_wrong<is_bare<A>, has_every<axis_list<A>, S>>;
// The same, with an extent: a position alone has none.
template <class A, class S> using has_closed_axis = first_wrong<has_axis<A, S>, walks<axis_list<A>, S>>;

template <class F, class T, class S> using rename_verdict =
    first_wrong<has_axis<F, S>, is_bare<T>, is_new<T, without<S, axis_list<F>>>>;

// One part, `Head[]`, may be what the others leave of the whole.
template <class X> inline constexpr bool is_left_over = is_extent<X> && size_of_extent<X> == dynamic;
template <bool found, class... X> struct left_over_once { using type = verdict::fine; };
template <bool found, class X, class... R> struct left_over_once<found, X, R...>
    : std::conditional_t<found && is_left_over<X>, std::type_identity<rule::part_has_extent<axis_of<X>>>, left_over_once<found || is_left_over<X>, R...>> {};
template <class P> struct distinct_parts;
template <class... X> struct distinct_parts<shape<X...>> {
  using type = first_wrong<unless<is_extent<X>, rule::part_has_extent<axis_of<X>>>..., typename left_over_once<false, X...>::type,
                           unless<distinct_axes<shape<X...>>, rule::each_axis_once<axis_list<axis_of<X>...>>>>;
};
template <class Whole, class P> struct split_parts;
template <class Whole, class... X> struct split_parts<Whole, shape<X...>> {
  static constexpr bool known = size_of_extent<Whole> != dynamic;
  using type = shape<std::conditional_t<known && is_left_over<X>, extent_type<axis_of<X>, known ? size_of_extent<Whole> / known_size<shape<X...>> : dynamic>, X>...>;
};
template <class A, class P, class S> struct split_rule {
  using whole = extent_in_shape<S, A>;
  static constexpr index_t size = size_of_extent<whole>, parts = static_size<P>;
  static constexpr bool fits = parts != dynamic ? sizes_agree(parts, size) : size == dynamic || size % known_size<P> == 0;
  using type = first_wrong<has_axis<A, S>, typename distinct_parts<P>::type, typename all_new<P, without<S, axis_list<A>>>::type,
                           unless<parts != dynamic || !is_open<whole>, rule::axis_has_extent<A>>, unless<fits, rule::parts_make_whole<whole, P>>>;
};
template <class A, class L, class S> using merge_verdict =
    first_wrong<is_bare<A>, names_axes<L, S>, has_every<L, S>, is_new<A, without<S, L>>, walks<L, S>>;

template <class A, index_t Begin, index_t Count, class S> struct slice_rule {
  static constexpr index_t size = size_in_shape<S, A>;
  static constexpr bool fits = Begin >= 0 && Count >= 1 && (size == dynamic || (Begin <= size && Count <= size - Begin));
  using type = first_wrong<has_axis<A, S>, unless<fits, rule::slice_is_within<extent_in_shape<S, A>, Begin, Begin + Count>>>;
};

template <bool value, class S, class W> struct unexpected { using type = verdict::fine; };
template <class S, class W> struct unexpected<false, S, W> : advised<rule::exactly_axes, expected_instead<S, W>, S, W> {};
// Exactly the axes W, in any order; a bare axis takes any extent.
template <class S, class W> struct exact;
template <class S, class... W> struct exact<S, axis_list<W...>> {
  static constexpr bool value =
      S::rank == sizeof...(W) && (contains_axis<S, axis_of<W>> && ...) && distinct_axes<shape<W...>> &&
      (sizes_agree(size_of_extent<W>, size_in_shape<S, axis_of<W>>) && ...);
  using type = typename unexpected<value, S, axis_list<W...>>::type;
};

}  // namespace heed::detail
