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
template <class A, class X> struct shape_rule<fixed_at<A, X>> { using type = without<shape_of<X>, axes<A>>; };
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
template <class S, class... A> struct merged_size<S, axes<A...>> {
  static constexpr index_t value = static_size<shape<extent_in_shape<S, A>...>>;
};
template <class A, class First, class... Rest, class X> struct shape_rule<merged_axes<A, axes<First, Rest...>, X>> {
  using S = shape_of<X>;
  using type = with_axis_replaced<without<S, axes<Rest...>>, First, shape<extent_type<A, merged_size<S, axes<First, Rest...>>::value>>>;
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
template <class A, class S> using not_taken = std::conditional_t<contains_axis<S, A>, verdict::axis_taken<A, S>, verdict::fine>;
template <class New, class S> struct none_taken;
template <class... X, class S> struct none_taken<shape<X...>, S> { using type = first_wrong<not_taken<axis_of<X>, S>...>; };

template <class F, class T, class S> using rename_verdict = first_wrong<has_every<axes<F>, S>, not_taken<T, without<S, axes<F>>>>;

template <class A, class P, class S> struct split_rule {
  using whole = extent_in_shape<S, A>;
  static constexpr index_t size = static_size<P>;
  static constexpr bool fits = size == dynamic || size_of_extent<whole> == dynamic || size == size_of_extent<whole>;
  using type = first_wrong<has_every<axes<A>, S>, no_repeats<P>, typename none_taken<P, without<S, axes<A>>>::type,
                           std::conditional_t<fits, verdict::fine, verdict::parts_differ<whole, P>>>;
};
template <class A, class L, class S> using merge_verdict = first_wrong<no_repeats<L>, has_every<L, S>, not_taken<A, without<S, L>>>;

template <class A, index_t Begin, index_t Count, class S> struct slice_rule {
  static constexpr index_t size = size_in_shape<S, A>;
  static constexpr bool fits = Begin >= 0 && Count >= 1 && (size == dynamic || Begin + Count <= size);
  using type = first_wrong<has_every<axes<A>, S>,
                           std::conditional_t<fits, verdict::fine, verdict::outside<extent_in_shape<S, A>, Begin + Count>>>;
};

}  // namespace heed::detail
