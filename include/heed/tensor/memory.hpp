// How `named` reads memory that someone else owns; interop headers specialise it for arrays with axes of their own.
#pragma once

#include <cstddef>
#include <string_view>  // brings std::ranges::enable_borrowed_range, without the whole of <ranges>
#include <type_traits>
#include <utility>

#include <heed/axes/axis.hpp>
#include <heed/tensor/view.hpp>

namespace heed {

/// How to read memory of type M (no const, no reference). The primary template serves all that has data() and size() and
/// has its elements one after the other: std::vector, std::array, std::span, tensors. A specialisation for an array that
/// knows its own axes has `data(m)` and
///
///     static std::size_t rank(const M&);
///     static index_t extent(const M&, std::size_t dimension);
///     static index_t stride(const M&, std::size_t dimension);      // counted in elements
///     static constexpr std::array<index_t, …> static_extents();
///     template <class Shape> static constexpr std::array<index_t, Shape::rank> static_strides();
///
/// The last two may be left out: they say which extents and strides the type knows (`dynamic` and `dynamic_stride` for the
/// others).
template <class M> struct memory_access {
  template <class C> static constexpr auto data(C& memory) -> decltype(memory.data()) { return memory.data(); }
  template <class C> static constexpr auto size(C& memory) -> decltype(static_cast<index_t>(memory.size())) {
    return static_cast<index_t>(memory.size());
  }
};
template <class T, std::size_t N> struct memory_access<T[N]> {
  template <class U, std::size_t Count> static constexpr auto data(U (&memory)[Count]) {
    if constexpr (std::is_array_v<U>) return memory_access<std::remove_cv_t<U>>::data(memory[0]);
    else return static_cast<U*>(memory);
  }
  static constexpr index_t size(const T (&)[N]) {
    return static_cast<index_t>(sizeof(T[N]) / sizeof(std::remove_all_extents_t<T>));
  }
};
template <class T, class Layout> struct memory_access<view<T, Layout>> {
  using memory_type = view<T, Layout>;
  static constexpr T* data(const memory_type& x) { return x.data(); }
  static constexpr std::size_t rank(const memory_type&) { return Layout::rank; }
  static constexpr index_t extent(const memory_type& x, std::size_t dimension) { return x.layout().extent(dimension); }
  static constexpr index_t stride(const memory_type& x, std::size_t dimension) { return x.layout().stride(dimension); }
};

/// Objects that only refer to memory, so that a temporary one may be named: std::span and other borrowed ranges, views.
template <class M> inline constexpr bool borrowed_memory = std::ranges::enable_borrowed_range<M>;
template <class T, class Layout> inline constexpr bool borrowed_memory<view<T, Layout>> = true;

/// How many elements memory of type M has, where the type knows it: arrays, std::array, std::span<T, N>.
template <class M> inline constexpr index_t elements_in_type = dynamic;
template <class T, std::size_t N> inline constexpr index_t elements_in_type<T[N]> = static_cast<index_t>(sizeof(T[N]) / sizeof(std::remove_all_extents_t<T>));
template <class M> requires requires { std::tuple_size<M>::value; } inline constexpr index_t elements_in_type<M> = static_cast<index_t>(std::tuple_size<M>::value);
template <class M> requires(borrowed_memory<M> && M::extent != static_cast<std::size_t>(-1)) inline constexpr index_t elements_in_type<M> = static_cast<index_t>(M::extent);

namespace detail {
template <class M> using access_of = memory_access<std::remove_cvref_t<M>>;
template <class M> concept sized_memory = requires(M& memory) {
  access_of<M>::data(memory);
  access_of<M>::size(memory);
};
template <class M> concept shaped_memory = requires(M& memory) {
  access_of<M>::data(memory);
  access_of<M>::rank(memory);
  access_of<M>::extent(memory, 0);
  access_of<M>::stride(memory, 0);
};

template <class T> constexpr T* element_pointer(T* const& pointer) { return pointer; }
template <class C> constexpr auto element_pointer(C& memory) -> decltype(access_of<C>::data(memory)) {
  return access_of<C>::data(memory);
}
template <class C> auto element_pointer_type(int) -> decltype(detail::element_pointer(std::declval<C&>()));
template <class C> void element_pointer_type(...);
}  // namespace detail

/// What memory of type M, const or not, has as elements, const or not; void where `named` cannot read it.
template <class M> using element_of_memory = std::remove_pointer_t<decltype(detail::element_pointer_type<M>(0))>;
template <class M> inline constexpr bool readable_memory = std::is_arithmetic_v<element_of_memory<M>>;
/// What M&& refers to is still there after the call.
template <class M> inline constexpr bool memory_outlives_call =
    std::is_lvalue_reference_v<M> || std::is_pointer_v<M> || borrowed_memory<std::remove_cvref_t<M>>;

}  // namespace heed
