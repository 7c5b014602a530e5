// at, slice and extent of tensors that have a name and of views. (Those of expressions are in expression/.)
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <heed/axes/algebra.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/element.hpp>
#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>

namespace heed {
namespace detail {
template <class X> using layout_type_of = typename std::remove_cvref_t<X>::layout_type;
template <class X> using shape_type_of = typename std::remove_cvref_t<X>::shape_type;
template <class X, class Layout>
using view_like_type = view<std::remove_pointer_t<decltype(std::declval<X&>().data())>, Layout>;

// The axes of X without A, with the strides that they have.
template <class Layout, class A> struct layout_without {
  using shape_type = typename Layout::shape_type;
  static constexpr auto gone = static_cast<std::size_t>(index_of_axis<shape_type, A>);
  static constexpr auto drop(const typename Layout::extents_type& numbers) {
    std::array<index_t, Layout::rank - 1> rest{};
    for (std::size_t i = 0; i + 1 < Layout::rank; ++i) rest[i] = numbers[i < gone ? i : i + 1];
    return rest;
  }
  static constexpr auto value = drop(Layout::static_strides);
  using type = typename layout_with<without<shape_type, axis_list<A>>, layout_without>::type;
};
// The axes of X with extent A[N], or A[] where N is `dynamic`, and the strides that they have.
template <class Layout, class A, index_t N> struct layout_resized {
  static constexpr auto value = Layout::static_strides;
  using type = typename layout_with<with_axis_replaced<typename Layout::shape_type, A, shape<extent_type<A, N>>>,
                                    layout_resized>::type;
};

// What `at` and `slice` return: ill_shaped where the axis is not there or the slice does not fit.
template <class A, class X, bool ok = axis_is_in<A, shape_type_of<X>>> struct at_result { using type = ill_shaped; };
template <class A, class X> struct at_result<A, X, true> {
  using type = view_like_type<X, typename layout_without<layout_type_of<X>, A>::type>;
};
template <class A, index_t N, class X, bool ok> struct slice_result { using type = ill_shaped; };
template <class A, index_t N, class X> struct slice_result<A, N, X, true> {
  using type = view_like_type<X, typename layout_resized<layout_type_of<X>, A, N>::type>;
};
template <class A, index_t Begin, index_t Count, class S> inline constexpr bool slice_fits =
    (axis_is_in<A, S>) && (slice_is_within<extent_in_shape<S, A>, Begin, Begin + Count>);
template <class A, class X> using at_of = typename at_result<A, X>::type;
template <class A, index_t Begin, index_t Count, class X> using slice_of =
    typename slice_result<A, Count, X, slice_fits<A, Begin, Count, shape_type_of<X>>>::type;
template <class A, class X> using run_time_slice_of =
    typename slice_result<A, dynamic, X, axis_is_in<A, shape_type_of<X>>>::type;

template <class A, class X> inline constexpr auto axis_index =
    static_cast<std::size_t>(index_of_axis<shape_type_of<X>, A>);
template <class A> constexpr void check_index(index_t i, index_t extent) {
  if (i < 0 || i >= extent)
    fail(shape_error("at<" + std::string(axis_name<A>) + ">: " + std::to_string(i) + " is outside " + std::string(axis_name<A>) +
                      ", which is " + std::to_string(extent)));
}
template <class A> constexpr void check_slice(index_t begin, index_t count, index_t extent) {
  if (begin < 0 || count < 0 || begin > extent || count > extent - begin)
    fail(shape_error("slice<" + std::string(axis_name<A>) + ">: " + std::to_string(count) + " from " +
                      std::to_string(begin) + " is outside " + std::string(axis_name<A>) + ", which is " +
                      std::to_string(extent)));
}
template <class A, class Result, class X> constexpr Result sliced_view(X& x, index_t begin, index_t count) {
  auto extents = x.layout().extents();
  extents[axis_index<A, X>] = count;
  return Result(x.data() + begin * x.layout().stride(axis_index<A, X>),
                typename Result::layout_type(extents, x.layout().strides()));
}
}  // namespace detail

/// The size of x along A; where it is static, a constant expression (before C++23 not of a reference, such as a parameter).
template <class Axis, tensor_or_view X> constexpr index_t extent(const X& x) {
  using S = detail::shape_type_of<X>;
  static_assert(axis_is_in<Axis, S>, "extent<Axis>: the operand has no such axis");
  if constexpr (!axis_is_in<Axis, S>) return 0;
  else if constexpr (size_in_shape<S, Axis> != dynamic) return size_in_shape<S, Axis>;
  else return x.layout().extent(detail::axis_index<Axis, X>);
}

/// Fixes axis A at index i: a view of the memory of x, without A. Assigning to it writes into x. An index outside the
/// extent throws shape_error.
template <class Axis, addressable X, detail::integer I>
constexpr detail::at_of<Axis, X> at(X&& x, I index) {
  using S = detail::shape_type_of<X>;
  using result = detail::at_of<Axis, X>;
  static_assert(axis_is_in<Axis, S>, "at<Axis>: the operand has no such axis");
  if constexpr (axis_is_in<Axis, S>) {
    constexpr auto n = detail::axis_index<Axis, X>;
    const auto i = static_cast<index_t>(index);
    detail::check_index<Axis>(i, x.layout().extent(n));
    using rest = detail::layout_without<detail::layout_type_of<X>, Axis>;
    return result(x.data() + i * x.layout().stride(n),
                  typename result::layout_type(rest::drop(x.layout().extents()), rest::drop(x.layout().strides())));
  } else {
    return result{};
  }
}

/// `slice<Query, 16, 32>(x)`: the 32 elements along Query from the 16th on, a view of the memory of x with Query[32].
/// Where the extent of x is known at run time only, a slice that leaves it throws shape_error.
template <class Axis, index_t Begin, index_t Count, addressable X>
constexpr detail::slice_of<Axis, Begin, Count, X> slice(X&& x) {
  using S = detail::shape_type_of<X>;
  using result = detail::slice_of<Axis, Begin, Count, X>;
  static_assert(axis_is_in<Axis, S>, "slice<Axis, Begin, Count>: the operand has no such axis");
  if constexpr (!axis_is_in<Axis, S>) {
    return result{};
  } else {
    using whole = extent_in_shape<S, Axis>;
    static_assert(slice_is_within<whole, Begin, Begin + Count>,
                  "slice<Axis, Begin, Count>: the slice is empty or leaves the axis");
    if constexpr (slice_is_within<whole, Begin, Begin + Count>) {
      if constexpr (!is_static_extent<whole>) detail::check_slice<Axis>(Begin, Count, extent<Axis>(x));
      return detail::sliced_view<Axis, result>(x, Begin, Count);
    } else {
      return result{};
    }
  }
}

/// `slice<Query>(x, begin, count)`: a view of the memory of x with Query[]. A slice that leaves x throws shape_error.
template <class Axis, addressable X, detail::integer Begin, detail::integer Count>
constexpr detail::run_time_slice_of<Axis, X> slice(X&& x, Begin begin, Count count) {
  using S = detail::shape_type_of<X>;
  using result = detail::run_time_slice_of<Axis, X>;
  static_assert(axis_is_in<Axis, S>, "slice<Axis>: the operand has no such axis");
  if constexpr (axis_is_in<Axis, S>) {
    const auto from = static_cast<index_t>(begin), n = static_cast<index_t>(count);
    detail::check_slice<Axis>(from, n, extent<Axis>(x));
    return detail::sliced_view<Axis, result>(x, from, n);
  } else {
    return result{};
  }
}

}  // namespace heed
