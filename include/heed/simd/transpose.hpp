// Rows and columns exchanged while copying, in square pieces of registers: how a block of lanes meets memory that is
// contiguous along its rows.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include <heed/simd/fetch.hpp>
#include <heed/simd/interleaved.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

namespace detail {
/// Pieces of Rows rows in each of the Quarters of 16 bytes of a register, and of the columns that 16 bytes hold.
template <class T, int Rows, int Quarters> struct piece {
  static constexpr int bytes = static_cast<int>(sizeof(T)), columns = 16 / bytes, rows = Rows * Quarters, count = columns * Quarters;
  static_assert(Rows == columns || (Quarters == 1 && Rows < columns));
  using vector = units_t<bytes, count>;

  template <int N, int... I> static HEED_INLINE units_t<bytes, 2 * N> joined(const units_t<bytes, N>& a, const units_t<bytes, N>& b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, I...);
  }
  // The first 16 bytes of the rows first, first + Rows, first + 2 Rows, ... one after the other.
  template <int N> static HEED_INLINE units_t<bytes, N> every_few_rows(const T* from, index_t stride) {
    if constexpr (N == columns) {
      units_t<bytes, N> x;
      std::memcpy(&x, from, sizeof x);
      return x;
    } else {
      constexpr index_t half = N / 2 / columns * Rows;
      return joined<N / 2>(every_few_rows<N / 2>(from, stride), every_few_rows<N / 2>(from + half * stride, stride), std::make_integer_sequence<int, N>{});
    }
  }
  // In every quarter: the first (or last) half of a and of b in turns.
  template <int First, int... I> static HEED_INLINE vector in_turns(const vector& a, const vector& b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (I / columns * columns + First + I % columns / 2 + (I % 2) * count)...);
  }
  // Each step moves one binary digit of the row from the number of the register into the place in it, and one of the column out of it.
  template <int... I> static HEED_INLINE void exchange(vector (&a)[Rows], std::integer_sequence<int, I...>) {
    constexpr std::make_integer_sequence<int, count> all{};
#pragma GCC unroll 4
    for (int step = Rows; step > 1; step /= 2) {
      vector b[Rows];
      ((b[2 * I] = in_turns<0>(a[I], a[I + Rows / 2], all), b[2 * I + 1] = in_turns<columns / 2>(a[I], a[I + Rows / 2], all)), ...);
      ((a[2 * I] = b[2 * I], a[2 * I + 1] = b[2 * I + 1]), ...);
    }
  }
  template <int... I> static HEED_INLINE void turn(const T* from, index_t from_stride, T* to, index_t to_stride, std::integer_sequence<int, I...>) {
    vector a[Rows] = {every_few_rows<count>(from + I * from_stride, from_stride)...};
    exchange(a, std::make_integer_sequence<int, Rows / 2>{});
    constexpr int in_one = columns / Rows;
    for (int c = 0; c < in_one; ++c) (std::memcpy(to + (I * in_one + c) * to_stride, reinterpret_cast<const char*>(&a[I]) + c * rows * bytes, rows * bytes), ...);
  }
  /// As many rows, all columns: at least those of a piece. (The exchange stands here once: g++ takes 20 ms for each.)
  static HEED_INLINE void turn_rows(const T* from, index_t from_stride, index_t all, T* to, index_t to_stride) {
    for (index_t left = all;;) {
      turn(from, from_stride, to, to_stride, std::make_integer_sequence<int, Rows>{});
      left -= columns;
      if (left <= 0) return;
      if (left < columns) {  // some columns again
        from += left;
        to += left * to_stride;
      } else {
        from += columns;
        to += columns * to_stride;
      }
    }
  }
};
}  // namespace detail

/// to[column·to_stride + row] = from[row·from_stride + column], in the caller's code: for few rows and columns, whose number is known.
/// A few rows to their end, then the next: rows that are a power of two apart share a set of the first cache, which holds no more of them.
template <class T> HEED_INLINE void transpose_few(const T* from, index_t from_stride, index_t rows, index_t columns, T* to, index_t to_stride) {
  constexpr int in_quarter = 16 / static_cast<int>(sizeof(T));
  constexpr int registers_quarters = static_cast<int>(batch<float>::size) / 4;
  using small = detail::piece<T, in_quarter < 8 ? in_quarter : 8, 1>;
  using large = detail::piece<T, in_quarter < 8 ? in_quarter : 8, sizeof(T) == 1 ? 1 : registers_quarters>;
  if (rows < small::rows || columns < small::columns) {
    for (index_t c = 0; c < columns; ++c)
      for (index_t r = 0; r < rows; ++r) to[c * to_stride + r] = from[r * from_stride + c];
    return;
  }
  index_t r = 0;
  for (; r + large::rows <= rows; r += large::rows) large::turn_rows(from + r * from_stride, from_stride, columns, to + r, to_stride);
  for (; r < rows; r += small::rows) {
    const index_t at = r + small::rows <= rows ? r : rows - small::rows;
    small::turn_rows(from + at * from_stride, from_stride, columns, to + at, to_stride);
  }
}

/// The same as a function that all callers share.
/// From memory, that which lies behind rows side by side is asked for, into the second cache: rows that are begun and left do not look like a stream. (Turned in
/// blocks, 32 MiB in rows of 64 float32 came at 8 GB/s, and come at 17.)
template <bool FromMemory = false, class T> HEED_LOOPS HEED_SHARED void transpose(const T* from, index_t from_stride, index_t rows, index_t columns, T* to, index_t to_stride) {
  constexpr index_t at_once = 16, ahead = 32768, bytes = static_cast<index_t>(sizeof(T));
  if constexpr (FromMemory)
    if (columns * bytes >= 2 * line_size && from_stride >= columns && from_stride <= columns + columns / 2) {
      for (index_t r = 0; r < rows; r += at_once) {
        const index_t count = rows - r < at_once ? rows - r : at_once;
        const T* const next = from + r * from_stride;
        for (index_t i = ahead; i < ahead + count * from_stride * bytes; i += line_size)
          __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(next) + static_cast<std::uintptr_t>(i)), 0, 1);
        transpose<false>(next, from_stride, count, columns, to + r, to_stride);
      }
      return;
    }
  if constexpr (FromMemory) transpose<false>(from, from_stride, rows, columns, to, to_stride);
  else transpose_few(from, from_stride, rows, columns, to, to_stride);
}

/// to[column·to_stride + row] = from[row·from_stride + column·from_step]: a few rows are gathered side by side, and turned. (Written as they are read they
/// would go to as many lines of the cache as there are columns.)
template <class T> HEED_LOOPS HEED_SHARED void transpose_apart(const T* from, index_t from_stride, index_t rows, index_t from_step, index_t columns, T* to, index_t to_stride) {
  constexpr index_t most_rows = 16, most_columns = 64;
  alignas(64) T gathered[most_rows * most_columns];
  for (index_t r = 0; r < rows; r += most_rows)
    for (index_t c = 0; c < columns; c += most_columns) {
      const index_t row_count = rows - r < most_rows ? rows - r : most_rows, column_count = columns - c < most_columns ? columns - c : most_columns;
      for (index_t i = 0; i < row_count; ++i) {
        const T* row = from + (r + i) * from_stride + c * from_step;
        for (index_t k = 0; k < column_count; ++k) gathered[i * most_columns + k] = row[k * from_step];
      }
      transpose(gathered, most_columns, row_count, column_count, to + c * to_stride + r, to_stride);
    }
}

}  // namespace heed::simd
HEED_UNSET_END
