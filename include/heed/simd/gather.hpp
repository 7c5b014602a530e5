// A lane each from a row of its own.
#pragma once

#include <cstdint>

#include <heed/simd/arithmetic.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

/// Lane i of row at[i]; rows are `stride` elements apart, lanes `apart`. Lanes from n on are 0, and their memory is not touched.
template <class T, int W> HEED_INLINE lanes<T, W> look_up(const T* from, const lanes<std::int32_t, W>& at, index_t stride, index_t apart, index_t rows, index_t n) {
  if constexpr (std::is_same_v<T, float> && in_registers<float, W> && in_registers<std::int32_t, W>) {
    using index = typename lanes<std::int32_t, W>::batch;
    constexpr index_t most = index_t{1} << 30;
    if (n >= W && rows * (stride < 0 ? -stride : stride) < most && W * (apart < 0 ? -apart : apart) < most) {
      const lanes<std::int32_t, W> where =
          add(multiply(at, all<std::int32_t, W>(static_cast<std::int32_t>(stride))), count_from<std::int32_t, W>(0, static_cast<std::int32_t>(apart)));
      lanes<T, W> r;
      for (int i = 0; i < r.count; ++i) r.part[i] = lanes<T, W>::batch::gather(from, index(where.part[i]));
      return r;
    }
  }
  (void)rows;
  alignas(64) std::int32_t row[W];
  alignas(64) T b[W];
  at.store(row);
  for (index_t i = 0; i < W; ++i) b[i] = i < n ? from[row[i] * stride + i * apart] : T(0);
  return load<T, W>(b);
}

}  // namespace heed::simd
HEED_UNSET_END
