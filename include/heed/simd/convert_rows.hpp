// Elements of one type read as another.
#pragma once

#include <type_traits>

#include <heed/simd/convert.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

/// A register of T from as many elements that lie in memory.
template <class T, class From> HEED_INLINE batch<T> load_as(const From* from) {
  if constexpr (std::is_same_v<T, From>) return batch<T>::load_unaligned(from);
  else {
    constexpr int W = static_cast<int>(batch<T>::size);
    return to<T>(load<From, W>(from)).part[0];
  }
}

/// to[r·n + i] = from[r·row_stride + i·stride] for i in [0, n).
template <class T, class From> HEED_LOOPS HEED_SHARED void convert_rows(const From* from, index_t row_stride, index_t stride, index_t rows, index_t n, T* to) {
  constexpr index_t W = static_cast<index_t>(batch<T>::size);
  for (index_t r = 0; r < rows; ++r, from += row_stride, to += n) {
    index_t i = 0;
    if (stride == 1)
      for (; i + W <= n; i += W) load_as<T>(from + i).store_unaligned(to + i);
    for (; i < n; ++i) to[i] = static_cast<T>(from[i * stride]);
  }
}

}  // namespace heed::simd
HEED_UNSET_END
