// Where one element stands, and sizes that users give: shared by tensors and views.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <heed/config.hpp>
#include <heed/tensor/layout.hpp>
#include <heed/tensor/rules.hpp>
#include <heed/tensor/shape_error.hpp>

namespace heed::detail {

inline constexpr bool checks_bounds = HEED_CHECK_BOUNDS != 0;

template <class X, class I> constexpr index_t checked_index(I i, index_t extent) {
  const auto index = static_cast<index_t>(i);
  if (index < 0 || index >= extent) throw_out_of_range(axis_name<axis_of<X>>, index, extent);
  return index;
}

// The distance of the element at these indices from the first one, in elements. `checked` is an argument, so that
// objects compiled with and without checks can be linked. The indices are integers of any type.
template <bool checked, class... X, index_t... Strides, class... I>
constexpr index_t element_offset(const layout<shape<X...>, Strides...>& where, I... indices) {
  return [&]<std::size_t... N>(std::index_sequence<N...>) {
    if constexpr (checked) (void(checked_index<X>(indices, where.extent(N))), ...);
    return (index_t{0} + ... + (static_cast<index_t>(indices) * where.stride(N)));
  }(std::index_sequence_for<X...>{});
}

// `extents` with the sizes that are given in place.
template <class... X, class... A>
constexpr std::array<index_t, sizeof...(X)> with_sizes(shape<X...>, std::array<index_t, sizeof...(X)> extents, sized_axis<A>... sizes) {
  auto put = [&](auto axis, index_t size) {
    constexpr index_t where = decltype(axis)::value;
    if constexpr (where >= 0) extents[static_cast<std::size_t>(where)] = size;
  };
  (put(std::integral_constant<index_t, index_of_axis<shape<X...>, A>>{}, sizes.size), ...);
  return extents;
}

// Throws shape_error for a negative extent, and where the elements would not fit into the address space.
template <class T, class... X>
constexpr void check_extents(shape<X...>, const std::array<index_t, sizeof...(X)>& extents) {
  index_t bytes = static_cast<index_t>(sizeof(T));
  auto check = [&](std::string_view axis, index_t extent) {
    if (extent < 0) throw shape_error("the extent of " + std::string(axis) + " is negative: " + std::to_string(extent));
    if (extent > 0 && bytes > PTRDIFF_MAX / extent)
      throw shape_error("with " + std::to_string(extent) + " along " + std::string(axis) + " a tensor of " + extents_as_text(shape<X...>{}) +
                        " has more elements than memory has addresses");
    if (extent > 0) bytes *= extent;
  };
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    (check(axis_name<axis_of<X>>, extents[N]), ...);
  }(std::index_sequence_for<X...>{});
}

// Copies the elements whose positions both layouts have; both are row-major.
template <std::size_t Level, class Layout, class T>
void copy_common(const Layout& from, const T* source, const Layout& to, T* target) {
  if constexpr (Level == Layout::rank) *target = *source;
  else {
    const index_t count = from.extent(Level) < to.extent(Level) ? from.extent(Level) : to.extent(Level);
    for (index_t i = 0; i < count; ++i)
      copy_common<Level + 1>(from, source + i * from.stride(Level), to, target + i * to.stride(Level));
  }
}

}  // namespace heed::detail
