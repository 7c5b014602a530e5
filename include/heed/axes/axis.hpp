// Axes and extents: `Query` is an axis, `Query[128]` and `Query[]` are extents of it.
#pragma once

#include <cstddef>
#include <type_traits>

#include <heed/axes/own_operators.hpp>

namespace heed {

using index_t = std::ptrdiff_t;

/// The extent of an axis whose size is known when the program runs (`Key[]`).
inline constexpr index_t dynamic = -1;

/// What an extent `Axis[N]` or `Axis[]` says: its axis and its size (`dynamic` for `Axis[]`).
template <class X> struct extent_traits {
  static constexpr bool is_extent = false;
  using axis = X;
  static constexpr index_t size = dynamic;
};
template <class A, std::size_t N> struct extent_traits<A[N]> {
  static constexpr bool is_extent = true;
  using axis = A;
  static constexpr index_t size = static_cast<index_t>(N);
};
template <class A> struct extent_traits<A[]> {
  static constexpr bool is_extent = true;
  using axis = A;
  static constexpr index_t size = dynamic;
};

/// An axis whose extent nothing has given yet: what `position<Key>` alone has.
template <class A> struct open {};
template <class A> struct extent_traits<open<A>> {
  static constexpr bool is_extent = true;
  using axis = A;
  static constexpr index_t size = dynamic;
};
template <class X> inline constexpr bool is_open = false;
template <class A> inline constexpr bool is_open<open<A>> = true;

/// `Query` of `Query`, `Query[]` and `Query[128]`.
template <class X> using axis_of = typename extent_traits<X>::axis;
/// 128 of `Query[128]`, `dynamic` of `Query[]`.
template <class X> inline constexpr index_t size_of_extent = extent_traits<X>::size;
template <class X> inline constexpr bool is_extent = extent_traits<X>::is_extent;
template <class X> inline constexpr bool is_static_extent = is_extent<X> && size_of_extent<X> != dynamic;

namespace detail {
template <class A, index_t N> struct make_extent { using type = A[static_cast<std::size_t>(N)]; };
template <class A> struct make_extent<A, dynamic> { using type = A[]; };
}  // namespace detail
/// `A[N]`, or `A[]` where N is `dynamic`.
template <class A, index_t N> using extent_type = typename detail::make_extent<A, N>::type;

/// A second axis of the same kind as A, as covariance and self-attention need it; an axis itself.
template <class A> struct prime {};

/// A list of axes (not of extents): what an operation was called with.
template <class... A> struct axis_list {
  static constexpr std::size_t size = sizeof...(A);
};

/// The axes of a value with their extents, in order: `shape<Query[128], Feature[64]>`.
template <class... X> struct shape {
  static constexpr std::size_t rank = sizeof...(X);
};

/// The size of a run-time axis, for constructors: `tensor<float, Key[]>{sized<Key>(n)}`.
template <class A> struct sized_axis { index_t size; };
template <class A, class N> requires std::is_integral_v<N> constexpr sized_axis<A> sized(N n) { return {static_cast<index_t>(n)}; }

}  // namespace heed
