// Rows and columns exchanged while copying, in square pieces of registers: how a block of lanes meets memory that is
// contiguous along its rows.
#pragma once

#include <heed/simd/xsimd.hpp>

namespace heed::simd {

namespace detail {
// A register of four floats, where the machine has one (SSE, NEON).
template <class T> struct quarter { using type = void; };
template <> struct quarter<float> { using type = xsimd::make_sized_batch_t<float, 4>; };

template <class B> HEED_INLINE void transpose_piece(const float* from, index_t from_stride, float* to, index_t to_stride) {
  const B a = B::load_unaligned(from), b = B::load_unaligned(from + from_stride);
  const B c = B::load_unaligned(from + 2 * from_stride), d = B::load_unaligned(from + 3 * from_stride);
  const B ac = xsimd::zip_lo(a, c), bd = xsimd::zip_lo(b, d), ac2 = xsimd::zip_hi(a, c), bd2 = xsimd::zip_hi(b, d);
  xsimd::zip_lo(ac, bd).store_unaligned(to);
  xsimd::zip_hi(ac, bd).store_unaligned(to + to_stride);
  xsimd::zip_lo(ac2, bd2).store_unaligned(to + 2 * to_stride);
  xsimd::zip_hi(ac2, bd2).store_unaligned(to + 3 * to_stride);
}
}  // namespace detail

/// to[column·to_stride + row] = from[row·from_stride + column]
template <class T> HEED_LOOPS HEED_SHARED void transpose(const T* from, index_t from_stride, index_t rows, index_t columns, T* to, index_t to_stride) {
  index_t whole_rows = 0, whole_columns = 0;
  if constexpr (!std::is_void_v<typename detail::quarter<T>::type>) {
    using B = typename detail::quarter<T>::type;
    whole_rows = rows / 4 * 4;
    whole_columns = columns / 4 * 4;
    for (index_t c = 0; c < whole_columns; c += 4)
      for (index_t r = 0; r < whole_rows; r += 4)
        detail::transpose_piece<B>(from + r * from_stride + c, from_stride, to + c * to_stride + r, to_stride);
  }
  for (index_t c = 0; c < columns; ++c)
    for (index_t r = c < whole_columns ? whole_rows : 0; r < rows; ++r) to[c * to_stride + r] = from[r * from_stride + c];
}

}  // namespace heed::simd
