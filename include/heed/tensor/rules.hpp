// What the static assertions of this folder assert. Their arguments are only the offending axes, because that is what
// compilers print: `axis_is_in<Key, shape<Query[128], Feature[64]>>`. shape/messages.hpp has the rules of expressions.
#pragma once

#include <cstddef>
#include <type_traits>

#include <heed/axes/algebra.hpp>
#include <heed/axes/axis.hpp>

namespace heed {

struct ill_shaped;  // shape/verdict.hpp: the result of a call whose axes are wrong
namespace detail {
// The same, for functions whose return type is deduced: it need not be complete before they are called.
template <class...> struct ill_shaped_for { using type = ill_shaped; };
}  // namespace detail

/// Every X is an extent `Axis[N]` or `Axis[]` of a struct.
template <class... X> inline constexpr bool extents_of_axes = ((is_extent<X> && std::is_class_v<axis_of<X>>) && ...);
/// The axis of every X is an empty struct that is defined. (What is no struct at all is no extent of an axis either.)
template <class A> inline constexpr bool axis_is_empty_struct = !std::is_class_v<A>;
template <class A> requires(std::is_class_v<A> && sizeof(A) > 0) inline constexpr bool axis_is_empty_struct<A> = std::is_empty_v<A> && !std::is_const_v<A>;
/// Elements are of an arithmetic type, without const.
template <class T> inline constexpr bool arithmetic_elements =
    std::is_arithmetic_v<T> && std::is_same_v<T, std::remove_cv_t<T>>;
/// T is not const.
template <class T> inline constexpr bool elements_are_writable = !std::is_const_v<T>;
/// The target is not const.
template <class Target> inline constexpr bool target_is_writable = !std::is_const_v<Target>;
/// There are no more and no fewer numbers than axes.
template <std::size_t Numbers, class S> inline constexpr bool one_number_for_each_axis = Numbers == S::rank;

/// Sizes are given with the axes that they belong to.
template <class... N> inline constexpr bool sizes_have_axes = sizeof...(N) == 0;

/// As many levels as axes: values in a row are of one axis.
template <std::size_t Rank> inline constexpr bool one_level_of_braces = Rank == 1;

/// A stands in the shape S.
template <class A, class S> inline constexpr bool axis_is_in = contains_axis<S, A>;
/// A stands in the shape S as `A[]`.
template <class A, class S> inline constexpr bool run_time_axis_of =
    (contains_axis<S, A>) && size_in_shape<S, A> == dynamic;
/// The list L has every run-time axis of S.
template <class L, class S> inline constexpr bool all_run_time_axes_sized = false;
template <class L, class... X> inline constexpr bool all_run_time_axes_sized<L, shape<X...>> =
    ((size_of_extent<X> != dynamic || contains_axis<L, axis_of<X>>) && ...);
/// A slice from Begin to End has an element and does not leave the extent X.
template <class X, index_t Begin, index_t End> inline constexpr bool slice_is_within =
    Begin >= 0 && Begin < End && (size_of_extent<X> == dynamic || End <= size_of_extent<X>);

}  // namespace heed
