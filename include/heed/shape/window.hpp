// Axes of windows, reversals and diagonals.
#pragma once

#include <heed/node/window.hpp>
#include <heed/shape/index.hpp>

namespace heed::detail {

// How many elements of the axis a window covers.
constexpr index_t span_of_window(index_t taps, index_t dilation) { return (taps - 1) * dilation + 1; }
// How many windows an axis has; dynamic where its extent is.
constexpr index_t count_of_windows(index_t size, index_t taps, index_t stride, index_t dilation) {
  return size == dynamic ? dynamic : (size - span_of_window(taps, dilation)) / stride + 1;
}

template <class A, class E, index_t Stride, index_t Dilation, class X> struct shape_rule<windowed<A, E, Stride, Dilation, X>> {
  static constexpr index_t count = count_of_windows(size_in_shape<shape_of<X>, A>, size_of_extent<E>, Stride, Dilation);
  using type = with_axis_replaced<shape_of<X>, A, shape<extent_type<A, count>, E>>;
};
template <class A, class E, class X> struct shape_rule<windowed_at_run_time<A, E, X>> {
  using type = with_axis_replaced<shape_of<X>, A, shape<A[], E>>;
};
template <class A, class X> struct shape_rule<reversed<A, X>> : shape_rule<X> {};
// Of the two extents the one that says more, under the name Out, where A stood.
template <class A, class B, class Out, class X> struct shape_rule<diagonal_of<A, B, Out, X>> {
  using S = shape_of<X>;
  using second = typename retarget<extent_in_shape<S, B>, A>::type;
  using both = typename more_static<extent_in_shape<S, A>, shape<second>>::type;
  using type = with_axis_replaced<without<S, axis_list<B>>, A, shape<typename retarget<both, Out>::type>>;
};

template <class A, class E, index_t S, index_t D, class X> struct element_rule<windowed<A, E, S, D, X>> : element_rule<X> {};
template <class A, class E, class X> struct element_rule<windowed_at_run_time<A, E, X>> : element_rule<X> {};
template <class A, class X> struct element_rule<reversed<A, X>> : element_rule<X> {};
template <class A, class B, class Out, class X> struct element_rule<diagonal_of<A, B, Out, X>> : element_rule<X> {};

// The verdicts.
template <class A, class E, index_t Stride, index_t Dilation, class S> struct window_rule {
  static constexpr index_t size = size_in_shape<S, A>;
  static constexpr bool steps = Stride >= 1 && Dilation >= 1;
  static constexpr index_t span = steps ? span_of_window(size_of_extent<E>, Dilation) : 1;
  using type = first_wrong<has_closed_axis<A, S>, unless<is_static_extent<E>, rule::part_has_extent<axis_of<E>>>, is_new<axis_of<E>, S>,
                           unless<steps, rule::steps_are_positive<Stride, Dilation>>,
                           unless<size == dynamic || span <= size, rule::window_is_within<extent_in_shape<S, A>, span>>>;
};
template <class A, class B, class Out, class S> using diagonal_verdict =
    first_wrong<names_axes<axis_list<A, B>, S>, has_every<axis_list<A, B>, S>, is_bare<Out>, is_new<Out, without<S, axis_list<A, B>>>,
                unless<sizes_agree(size_in_shape<S, A>, size_in_shape<S, B>), rule::diagonal_is_square<extent_in_shape<S, A>, extent_in_shape<S, B>>>>;

}  // namespace heed::detail
