// Whether memory fits the extents and strides that a user gives it; all of this throws shape_error where it does not.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <heed/tensor/memory.hpp>
#include <heed/tensor/shape_error.hpp>

namespace heed::detail {

template <class S>
[[noreturn]] void throw_unfit(S axes, const std::array<index_t, S::rank>& extents, const std::string& why) {
  fail(shape_error("named<" + extents_as_text(axes, extents) + ">: " + why));
}

// An array that knows its own axes: each has the extent that is wanted; those that are `dynamic` become what it has.
template <class S, class M> constexpr void fit_extents(S axes, std::array<index_t, S::rank>& extents, const M& memory) {
  using access = access_of<M>;
  if (static_cast<std::size_t>(access::rank(memory)) != S::rank)
    throw_unfit(
        axes, extents,
        "there are " + std::to_string(S::rank) + " axes and the array has " + std::to_string(access::rank(memory)));
  for (std::size_t i = 0; i < S::rank; ++i) {
    const auto there = static_cast<index_t>(access::extent(memory, i));
    if (extents[i] != dynamic && extents[i] != there)
      throw_unfit(axes, extents, "dimension " + std::to_string(i) + " of the array is " + std::to_string(there));
  }
  for (std::size_t i = 0; i < S::rank; ++i) extents[i] = static_cast<index_t>(access::extent(memory, i));
}

// A container of `size` elements: as many as the axes have. One extent at most is `dynamic`, and follows.
template <class S> constexpr void fit_size(S axes, std::array<index_t, S::rank>& extents, index_t size) {
  index_t count = 1;
  std::size_t open = S::rank;
  for (std::size_t i = 0; i < S::rank; ++i)
    if (extents[i] == dynamic) open = i;
    else count *= extents[i];
  if (open == S::rank) {
    if (count != size)
      throw_unfit(axes, extents,
                  "these are " + std::to_string(count) + " elements and the memory has " + std::to_string(size));
  } else {
    if (count == 0 ? size != 0 : size % count != 0)
      throw_unfit(
          axes, extents,
          "the memory has " + std::to_string(size) + " elements, which is no multiple of " + std::to_string(count));
    extents[open] = count == 0 ? 0 : size / count;
  }
}

// Strides that are not given (`dynamic_stride`) go row-major around the axes after them.
template <std::size_t Rank>
constexpr void complete_strides(const std::array<index_t, Rank>& extents, std::array<index_t, Rank>& strides) {
  for (std::size_t i = Rank; i-- > 0;)
    if (strides[i] == dynamic_stride) strides[i] = i + 1 == Rank ? 1 : extents[i + 1] * strides[i + 1];
}

// A container of `size` elements has all that these extents and strides reach.
template <class S>
constexpr void fit_strides(S axes, const std::array<index_t, S::rank>& extents,
                           const std::array<index_t, S::rank>& strides, index_t size) {
  index_t first = 0, last = 0;
  for (std::size_t i = 0; i < S::rank; ++i) {
    if (extents[i] == 0) return;
    (strides[i] < 0 ? first : last) += (extents[i] - 1) * strides[i];
  }
  if (first < 0 || last >= size)
    throw_unfit(axes, extents,
                "with these strides it reaches from element " + std::to_string(first) + " to " + std::to_string(last) +
                    " and the memory has " + std::to_string(size));
}

}  // namespace heed::detail
