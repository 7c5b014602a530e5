// What integers of data can be in a block: the least and the largest of the few elements that a block reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// Bounds that are inclusive; where `known` is false there are none.
struct data_bounds {
  index_t lo = 0, hi = 0;
  bool known = false;
};

/// Elements of a block: for each of `count` dimensions where it starts, how many there are, and how far apart in memory.
struct data_box {
  static constexpr int most = 16;
  // of more elements no bounds are taken: they would cost as much as the block
  static constexpr index_t largest_of_integers = 2048, largest_of_bytes = 32768;
  const index_t largest;
  index_t first[most], number[most], stride[most];
  int count = 0;

  explicit data_box(index_t limit) : largest(limit) {}
  bool add(index_t from, index_t n, index_t step) {
    if (count == most || n > largest) return false;
    first[count] = from;
    number[count] = n;
    stride[count++] = step;
    return true;
  }
};

namespace detail {
typedef std::uint64_t truth_values __attribute__((vector_size(32)));

template <class T> void bound_row(const T* p, index_t n, index_t stride, T& lo, T& hi) {
  if (stride == 1)
    for (index_t i = 0; i < n; ++i) {  // on its own, so that it becomes vectors
      lo = std::min(lo, p[i]);
      hi = std::max(hi, p[i]);
    }
  else
    for (index_t i = 0; i < n; ++i) {
      lo = std::min(lo, p[i * stride]);
      hi = std::max(hi, p[i * stride]);
    }
}
// Truth values that lie side by side are looked at many at a time.
inline void bound_row(const bool* p, index_t n, index_t stride, bool& lo, bool& hi) {
  index_t i = 0;
  if (stride == 1) {
    constexpr std::uint64_t all_true = 0x0101010101010101;
    while (i + 32 <= n && (lo || !hi)) {
      truth_values all = truth_values{} + all_true, any{};
      for (const index_t end = i + 256 <= n ? i + 256 : n; i + 32 <= end; i += 32) {
        truth_values x;
        std::memcpy(&x, p + i, sizeof x);
        all &= x;
        any |= x;
      }
      lo = lo && (all[0] & all[1] & all[2] & all[3]) == all_true;
      hi = hi || (any[0] | any[1] | any[2] | any[3]) != 0;
    }
    for (; i + 8 <= n && (lo || !hi); i += 8) {
      std::uint64_t x;
      std::memcpy(&x, p + i, sizeof x);
      lo = lo && x == all_true;
      hi = hi || x != 0;
    }
  }
  for (; i < n && (lo || !hi); ++i) {
    lo = lo && p[i * stride];
    hi = hi || p[i * stride];
  }
}
}  // namespace detail

/// Bounds of the elements of a box; unknown where they are too many, none, or do not fit an index.
template <class T> data_bounds bounds_of(const T* base, data_box box) {
  index_t points = 1;
  int row = 0;  // the dimension that is walked innermost
  for (int k = 0; k < box.count; ++k) {
    points *= box.number[k];
    base += box.first[k] * box.stride[k];
    if (box.number[k] > 1 && (box.number[row] == 1 || box.stride[k] == 1)) row = k;
    if (points > box.largest || points <= 0) return {};
  }
  index_t at[data_box::most]{};
  T lo = *base, hi = *base;
  const index_t n = box.count > 0 ? box.number[row] : 1, stride = box.count > 0 ? box.stride[row] : 1;
  for (;;) {
    detail::bound_row(base, n, stride, lo, hi);
    if constexpr (std::is_same_v<T, bool>)
      if (hi && !lo) break;
    int k = 0;
    for (; k < box.count; ++k) {
      if (k == row) continue;
      base += box.stride[k];
      if (++at[k] < box.number[k]) break;
      base -= box.stride[k] * box.number[k];
      at[k] = 0;
    }
    if (k == box.count) break;
  }
  if constexpr (sizeof(T) >= sizeof(index_t)) {  // beyond what a double holds there are no bounds
    constexpr T exact = T{1} << 53;
    if (hi > exact || (std::is_signed_v<T> && lo < T(0) - exact)) return {};
  }
  return {static_cast<index_t>(lo), static_cast<index_t>(hi), true};
}

}  // namespace heed::kernel
