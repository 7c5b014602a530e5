// How `named` reads xtensor's containers, adaptors and strided views: their shape, their strides, no copy.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <array>
#include <cstddef>
#include <type_traits>

#include <heed/interop/xtensor_headers.hpp>
#include <heed/tensor/named.hpp>

namespace heed {

namespace detail {
template <class E> concept any_xtensor = xt::is_xexpression<E>::value;

// Elements that stand in memory: a pointer to the very elements, and strides. Not so xt::real(x), or a view with xt::keep.
template <class E, class P> inline constexpr bool points_at_elements =
    std::is_pointer_v<P> && std::is_same_v<std::remove_cv_t<std::remove_pointer_t<P>>, std::remove_cv_t<typename E::value_type>>;
template <class E> concept xtensor_in_memory = any_xtensor<E> && requires(E& e) {
  e.strides();
  e.data_offset();
  requires points_at_elements<E, std::remove_cvref_t<decltype(e.data())>>;
};

// Objects that refer to elements which someone else owns.
template <class E> inline constexpr bool refers_only = false;
template <class E> inline constexpr bool refers_only<E&> = true;
template <class P, class A> inline constexpr bool refers_only<xt::xbuffer_adaptor<P, xt::no_ownership, A>> = true;
template <class E, class... S> inline constexpr bool refers_only<xt::xview<E, S...>> = refers_only<E>;
template <class E, class S, xt::layout_type L, class F> inline constexpr bool refers_only<xt::xstrided_view<E, S, L, F>> = refers_only<E>;
template <class E, class S, xt::layout_type L, class F> inline constexpr bool refers_only<xt::xdynamic_view<E, S, L, F>> = refers_only<E>;
template <class C, xt::layout_type L, class S, class T> inline constexpr bool refers_only<xt::xarray_adaptor<C, L, S, T>> = refers_only<C>;
template <class C, std::size_t N, xt::layout_type L, class T> inline constexpr bool refers_only<xt::xtensor_adaptor<C, N, L, T>> = refers_only<C>;

// The extents that a shape's type knows.
template <class S> struct shape_known {
  static constexpr std::ptrdiff_t rank = xt::static_dimension<S>::value;
  static constexpr auto extents() {
    std::array<index_t, static_cast<std::size_t>(rank < 0 ? 0 : rank)> all{};
    all.fill(dynamic);
    return all;
  }
};
template <std::size_t... N> struct shape_known<xt::fixed_shape<N...>> {
  static constexpr std::ptrdiff_t rank = sizeof...(N);
  static constexpr auto extents() { return std::array<index_t, sizeof...(N)>{static_cast<index_t>(N)...}; }
};
}  // namespace detail

/// xtensor's arrays and expressions: xtensor_fixed, xtensor, xarray, adaptors, views. Only of those in memory are there
/// data and strides.
template <detail::any_xtensor E> struct memory_access<E> {
  using known = detail::shape_known<std::decay_t<typename E::shape_type>>;

  template <class M> static auto data(M& x) requires detail::xtensor_in_memory<M> { return x.data() + x.data_offset(); }
  template <class M> static index_t stride(const M& x, std::size_t dimension) requires detail::xtensor_in_memory<M> {
    return static_cast<index_t>(x.strides()[dimension]);
  }
  static std::size_t rank(const E& x) { return x.dimension(); }
  static index_t extent(const E& x, std::size_t dimension) { return static_cast<index_t>(x.shape()[dimension]); }

  static constexpr auto static_extents() requires(known::rank >= 0) { return known::extents(); }
  template <class S> static constexpr std::array<index_t, S::rank> static_strides() {
    std::array<index_t, S::rank> strides{};
    strides.fill(dynamic_stride);
    if constexpr (E::static_layout == xt::layout_type::row_major) strides = detail::strides_from_extents(S{});
    else if constexpr (E::static_layout == xt::layout_type::column_major) strides = detail::column_major_strides(S{});
    return strides;
  }
};
template <detail::any_xtensor E> inline constexpr bool borrowed_memory<E> = detail::refers_only<E>;

}  // namespace heed

HEED_QUIET_END
