// Where the elements of a shape stand in memory: extents and strides, each in the type where it is known there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <heed/axes/algebra.hpp>
#include <heed/axes/axis.hpp>

namespace heed {

/// A stride that is known when the program runs. (`dynamic`, -1, is a possible stride.)
inline constexpr index_t dynamic_stride = PTRDIFF_MIN;

namespace detail {
// The numbers that a type does not know; an empty class where it knows all of them.
template <std::size_t N> struct run_time_numbers {
  std::array<index_t, N> numbers{};
  constexpr index_t number(std::size_t i) const { return numbers[i]; }
  constexpr void set_number(std::size_t i, index_t n) { numbers[i] = n; }
};
template <> struct run_time_numbers<0> {
  constexpr index_t number(std::size_t) const { return 0; }
  constexpr void set_number(std::size_t, index_t) {}
};

template <index_t Unknown, index_t... Known>
inline constexpr std::size_t unknown_count = (std::size_t{0} + ... + std::size_t{Known == Unknown ? 1u : 0u});

// Which of the stored numbers belongs to entry i, counting from `first`.
template <std::size_t N>
constexpr std::array<std::size_t, N> slots(const std::array<index_t, N>& known, index_t unknown, std::size_t first) {
  std::array<std::size_t, N> slot{};
  for (std::size_t i = 0; i < N; ++i) slot[i] = known[i] == unknown ? first++ : 0;
  return slot;
}
}  // namespace detail

/// The extents of `Shape` and their strides, counted in elements, in the order of its axes. What is static takes no
/// storage, so that the layout of a static tensor is an empty class. Run-time numbers are not checked here.
template <class Shape, index_t... Strides> class layout;

template <class... X, index_t... Strides>
class layout<shape<X...>, Strides...> : detail::run_time_numbers<detail::unknown_count<dynamic, size_of_extent<X>...> +
                                                                 detail::unknown_count<dynamic_stride, Strides...>> {
  static_assert(sizeof...(X) == sizeof...(Strides), "layout: one stride for each extent");
  static constexpr std::size_t run_time_extents = detail::unknown_count<dynamic, size_of_extent<X>...>;

 public:
  using shape_type = shape<X...>;
  static constexpr std::size_t rank = sizeof...(X);
  using extents_type = std::array<index_t, rank>;
  /// Sizes in the order of the axes; `dynamic` where the type does not know them.
  static constexpr extents_type static_extents = {size_of_extent<X>...};
  /// Strides in the order of the axes; `dynamic_stride` where the type does not know them.
  static constexpr extents_type static_strides = {Strides...};
  static constexpr bool has_static_extents = run_time_extents == 0;
  static constexpr bool has_static_strides = detail::unknown_count<dynamic_stride, Strides...> == 0;

  /// Run-time axes have extent 0.
  constexpr layout() = default;
  /// Strides that the type does not know are those of row-major order. Static extents are not read.
  constexpr explicit layout(const extents_type& extents) {
    for (std::size_t i = rank; i-- > 0;) {
      set_extent(i, extents[i]);
      set_stride(i, i + 1 == rank ? 1 : extent(i + 1) * stride(i + 1));
    }
  }
  constexpr explicit layout(const extents_type& extents, const extents_type& strides) {
    for (std::size_t i = 0; i < rank; ++i) {
      set_extent(i, extents[i]);
      set_stride(i, strides[i]);
    }
  }

  constexpr index_t extent(std::size_t i) const {
    if constexpr (has_static_extents) return static_extents[i];
    else return static_extents[i] != dynamic ? static_extents[i] : this->number(extent_slots[i]);
  }
  constexpr index_t stride(std::size_t i) const {
    if constexpr (has_static_strides) return static_strides[i];
    else return static_strides[i] != dynamic_stride ? static_strides[i] : this->number(stride_slots[i]);
  }
  constexpr extents_type extents() const {
    extents_type all{};
    for (std::size_t i = 0; i < rank; ++i) all[i] = extent(i);
    return all;
  }
  constexpr extents_type strides() const {
    extents_type all{};
    for (std::size_t i = 0; i < rank; ++i) all[i] = stride(i);
    return all;
  }
  /// The number of elements; 1 where there are no axes.
  constexpr index_t size() const {
    index_t product = 1;
    for (std::size_t i = 0; i < rank; ++i) product *= extent(i);
    return product;
  }
  /// Whether the elements stand one after the other in the order of the axes.
  constexpr bool is_row_major() const {
    index_t expected = 1;
    for (std::size_t i = rank; i-- > 0; expected *= extent(i))
      if (extent(i) != 1 && stride(i) != expected && size() != 0) return false;
    return true;
  }

  friend constexpr bool operator==(const layout& a, const layout& b) {
    for (std::size_t i = 0; i < rank; ++i)
      if (a.extent(i) != b.extent(i) || a.stride(i) != b.stride(i)) return false;
    return true;
  }

 private:
  static constexpr auto extent_slots = detail::slots(static_extents, dynamic, 0);
  static constexpr auto stride_slots = detail::slots(static_strides, dynamic_stride, run_time_extents);

  constexpr void set_extent(std::size_t i, index_t n) {
    if (static_extents[i] == dynamic) this->set_number(extent_slots[i], n);
  }
  constexpr void set_stride(std::size_t i, index_t n) {
    if (static_strides[i] == dynamic_stride) this->set_number(stride_slots[i], n);
  }
};

namespace detail {
// Row-major strides as far as they follow from static extents; an axis of which `given` is true has a run-time stride.
template <class... X>
constexpr std::array<index_t, sizeof...(X)> strides_from_extents(shape<X...>,
                                                                 std::array<bool, sizeof...(X)> given = {}) {
  constexpr std::size_t rank = sizeof...(X);
  const std::array<index_t, rank> sizes = {size_of_extent<X>...};
  std::array<index_t, rank> strides{};
  index_t next = 1;
  for (std::size_t i = rank; i-- > 0;) {
    strides[i] = given[i] ? dynamic_stride : next;
    next = strides[i] == dynamic_stride || sizes[i] == dynamic ? dynamic_stride : strides[i] * sizes[i];
  }
  return strides;
}

// The same for the order in which the first axis varies fastest.
template <class... X> constexpr std::array<index_t, sizeof...(X)> column_major_strides(shape<X...>) {
  constexpr std::size_t rank = sizeof...(X);
  const std::array<index_t, rank> sizes = {size_of_extent<X>...};
  std::array<index_t, rank> strides{};
  index_t next = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    strides[i] = next;
    next = next == dynamic_stride || sizes[i] == dynamic ? dynamic_stride : next * sizes[i];
  }
  return strides;
}

template <class Shape> struct row_major_strides { static constexpr auto value = strides_from_extents(Shape{}); };

// The layout of a shape with the strides in `Strides::value`, an array.
template <class Shape, class Strides, class = std::make_index_sequence<Shape::rank>> struct layout_with;
template <class Shape, class Strides, std::size_t... I> struct layout_with<Shape, Strides, std::index_sequence<I...>> {
  using type = layout<Shape, Strides::value[I]...>;
};
}  // namespace detail

/// Row-major order: `shape<Key[], Feature[64]>` has the strides 64 and 1, and no storage but for the extent of Key;
/// `shape<Head[8], Key[], Feature[64]>` has a run-time stride for Head.
template <class Shape>
using row_major_layout = typename detail::layout_with<Shape, detail::row_major_strides<Shape>>::type;

}  // namespace heed
