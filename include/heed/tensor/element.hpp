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

template <bool checked, std::size_t... N, class... X, index_t... Strides, class... I>
constexpr index_t offset_of(std::index_sequence<N...>, const layout<shape<X...>, Strides...>& where, I... indices) {
  if constexpr (checked) (void(checked_index<X>(indices, where.extent(N))), ...);
  return (index_t{0} + ... + (static_cast<index_t>(indices) * where.stride(N)));
}
// The distance of the element at these indices from the first one, in elements. `checked` is an argument, so that
// objects compiled with and without checks can be linked. The indices are integers of any type.
template <bool checked, class Layout, class... I> constexpr index_t element_offset(const Layout& where, I... indices) {
  return offset_of<checked>(std::make_index_sequence<Layout::rank>{}, where, indices...);
}

// Puts the size that is given where its axis stands. Throws shape_error where it is negative.
template <class... X, class A, std::size_t Rank>
constexpr void put_size(shape<X...>, std::array<index_t, Rank>& extents, sized_axis<A> given) {
  constexpr index_t where = index_of_axis<shape<X...>, A>;
  if (given.size < 0)
    fail(shape_error("sized<" + std::string(axis_name<A>) + ">: the size is negative: " + std::to_string(given.size)));
  if constexpr (where >= 0) extents[static_cast<std::size_t>(where)] = given.size;
}
template <class S, class... A>
constexpr std::array<index_t, S::rank> with_sizes(S axes, std::array<index_t, S::rank> extents,
                                                  sized_axis<A>... given) {
  (put_size(axes, extents, given), ...);
  return extents;
}

// Throws shape_error where elements of type T along these extents would not fit into the address space.
template <class T, class... X>
constexpr void check_extents(shape<X...> axes, const std::array<index_t, sizeof...(X)>& extents) {
  index_t bytes = static_cast<index_t>(sizeof(T));
  for (const index_t extent : extents) {
    if (extent > 0 && bytes > PTRDIFF_MAX / extent)
      fail(shape_error("more elements than memory has addresses: " + extents_as_text(axes, extents)));
    if (extent > 0) bytes *= extent;
  }
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
