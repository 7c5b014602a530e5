// Nested braces: `tensor<float, Query[2], Feature[2]> t{{1, 2}, {3, 4}}`.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>

#include <heed/axes/algebra.hpp>
#include <heed/tensor/shape_error.hpp>

namespace heed::detail {

template <class T, std::size_t Rank> struct nested_list_of {
  using type = std::initializer_list<typename nested_list_of<T, Rank - 1>::type>;
};
template <class T> struct nested_list_of<T, 0> { using type = T; };
template <class T, std::size_t Rank> using nested_list = typename nested_list_of<T, Rank>::type;

// The extents of a list: static ones as the shape has them, those of run-time axes from the first list of their level.
template <std::size_t Level, class T, std::size_t Rank>
void measure_list(std::initializer_list<T> list, std::array<index_t, Rank>& extents) {
  if (extents[Level] == dynamic) extents[Level] = static_cast<index_t>(list.size());
  if constexpr (Level + 1 < Rank) {
    if (list.size() > 0) measure_list<Level + 1>(*list.begin(), extents);
    else
      for (std::size_t i = Level + 1; i < Rank; ++i) extents[i] = extents[i] == dynamic ? 0 : extents[i];
  }
}

// Throws shape_error where a list has not as many entries as its axis.
template <std::size_t Level, class... X, class T, std::size_t Rank>
void check_list(shape<X...> axes, std::initializer_list<T> list, const std::array<index_t, Rank>& extents) {
  const auto count = static_cast<index_t>(list.size());
  if (count != extents[Level])
    fail(shape_error("tensor: " + std::string(axis_name<axis_of<extent_at<shape<X...>, Level>>>) + " is " +
                      std::to_string(extents[Level]) + " and its list in braces has " + std::to_string(count)));
  if constexpr (Level + 1 < Rank)
    for (const auto& inner : list) check_list<Level + 1>(axes, inner, extents);
}

template <class T> T* copy_list(T value, T* out) {
  *out = value;
  return out + 1;
}
template <class L, class T> T* copy_list(std::initializer_list<L> list, T* out) {
  for (const auto& inner : list) out = copy_list(inner, out);
  return out;
}

}  // namespace heed::detail
