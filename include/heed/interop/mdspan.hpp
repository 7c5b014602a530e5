// How `named` reads mdspan: std::mdspan, and whatever else has its members, such as the reference implementation of
// Kokkos. Nothing of theirs is included.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <heed/axes/name.hpp>
#include <heed/tensor/named.hpp>

namespace heed {

namespace detail {
// Elements at a pointer; accessors that hand out something else (atomic or scaled elements) have no pointer to them.
template <class M> concept mdspan_like = requires(const M& m) {
  typename M::extents_type;
  typename M::layout_type;
  typename M::mapping_type;
  m.extents().extent(0);
  m.stride(0);
  M::extents_type::rank();
  M::extents_type::static_extent(0);
  requires std::is_same_v<std::remove_cvref_t<decltype(m.data_handle())>, typename M::element_type*>;
};

// layout_right and layout_left of std or of Kokkos, by name.
template <class L> inline constexpr bool is_layout_right = axis_name<L> == "layout_right";
template <class L> inline constexpr bool is_layout_left = axis_name<L> == "layout_left";
}  // namespace detail

/// mdspan: its extents and strides.
template <detail::mdspan_like M> struct memory_access<M> {
  using extents_type = typename M::extents_type;
  static constexpr std::size_t dimensions = extents_type::rank();

  static constexpr auto data(const M& m) { return m.data_handle(); }
  static constexpr std::size_t rank(const M&) { return dimensions; }
  static constexpr index_t extent(const M& m, std::size_t dimension) { return static_cast<index_t>(m.extents().extent(dimension)); }
  static constexpr index_t stride(const M& m, std::size_t dimension) { return static_cast<index_t>(m.stride(dimension)); }

  static constexpr std::array<index_t, dimensions> static_extents() {
    std::array<index_t, dimensions> all{};
    // std::dynamic_extent is the largest std::size_t
    for (std::size_t i = 0; i < dimensions; ++i)
      all[i] = extents_type::static_extent(i) == static_cast<std::size_t>(-1) ? dynamic : static_cast<index_t>(extents_type::static_extent(i));
    return all;
  }
  template <class S> static constexpr std::array<index_t, S::rank> static_strides() {
    std::array<index_t, S::rank> strides{};
    strides.fill(dynamic_stride);
    if constexpr (S::rank > 0) {
      if constexpr (detail::is_layout_right<typename M::layout_type>) strides = detail::strides_from_extents(S{});
      else if constexpr (detail::is_layout_left<typename M::layout_type>) strides = detail::column_major_strides(S{});
    }
    return strides;
  }
};
template <detail::mdspan_like M> inline constexpr bool borrowed_memory<M> = true;

}  // namespace heed

HEED_QUIET_END
