// Rows and columns exchanged while copying, in square pieces of registers: how a block of lanes meets memory that is
// contiguous along its rows.
#pragma once

#include <cstring>
#include <utility>

#include <heed/simd/xsimd.hpp>

namespace heed::simd {

namespace detail {
// Lanes floats in one register, as the compilers' own vectors: xsimd has no shuffles that stay in the quarters of a wide register.
template <int Lanes> struct floats {
  typedef float type __attribute__((vector_size(4 * Lanes)));
};
template <int Lanes> using floats_t = typename floats<Lanes>::type;

template <int Lanes> HEED_INLINE floats_t<Lanes> load_floats(const float* p) {
  floats_t<Lanes> x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
template <int Lanes> HEED_INLINE void store_floats(const floats_t<Lanes>& x, float* p) { std::memcpy(p, &x, sizeof x); }

template <int Lanes, int... I> HEED_INLINE floats_t<2 * Lanes> joined(const floats_t<Lanes>& a, const floats_t<Lanes>& b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, I...);
}
// Four columns of the rows first, first + 4, first + 8, ... one after the other.
template <int Lanes> HEED_INLINE floats_t<Lanes> every_fourth_row(const float* from, index_t stride) {
  if constexpr (Lanes == 4) return load_floats<4>(from);
  else
    return joined<Lanes / 2>(every_fourth_row<Lanes / 2>(from, stride), every_fourth_row<Lanes / 2>(from + Lanes / 2 * stride, stride),
                             std::make_integer_sequence<int, Lanes>{});
}
// In every quarter: the first (or last) two elements of a and of b in turns.
template <int Lanes, int First, int... I> HEED_INLINE floats_t<Lanes> in_turns(const floats_t<Lanes>& a, const floats_t<Lanes>& b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, (I / 4 * 4 + First + I % 4 / 2 + (I % 2) * Lanes)...);
}
/// Lanes rows of four columns.
template <int Lanes> HEED_INLINE void transpose_piece(const float* from, index_t from_stride, float* to, index_t to_stride) {
  constexpr std::make_integer_sequence<int, Lanes> all{};
  const auto a = every_fourth_row<Lanes>(from, from_stride), b = every_fourth_row<Lanes>(from + from_stride, from_stride);
  const auto c = every_fourth_row<Lanes>(from + 2 * from_stride, from_stride), d = every_fourth_row<Lanes>(from + 3 * from_stride, from_stride);
  const auto ac = in_turns<Lanes, 0>(a, c, all), bd = in_turns<Lanes, 0>(b, d, all), ac2 = in_turns<Lanes, 2>(a, c, all), bd2 = in_turns<Lanes, 2>(b, d, all);
  store_floats<Lanes>(in_turns<Lanes, 0>(ac, bd, all), to);
  store_floats<Lanes>(in_turns<Lanes, 2>(ac, bd, all), to + to_stride);
  store_floats<Lanes>(in_turns<Lanes, 0>(ac2, bd2, all), to + 2 * to_stride);
  store_floats<Lanes>(in_turns<Lanes, 2>(ac2, bd2, all), to + 3 * to_stride);
}
}  // namespace detail

/// to[column·to_stride + row] = from[row·from_stride + column], in the caller's code: for few rows and columns, whose number is known.
template <class T> HEED_INLINE void transpose_few(const T* from, index_t from_stride, index_t rows, index_t columns, T* to, index_t to_stride) {
  index_t whole_rows = 0, whole_columns = 0;
  if constexpr (std::is_same_v<T, float>) {
    constexpr int lanes = static_cast<int>(batch<float>::size);
    whole_rows = rows / 4 * 4;
    whole_columns = columns / 4 * 4;
    for (index_t c = 0; c < whole_columns; c += 4) {
      index_t r = 0;
      for (; r + lanes <= rows; r += lanes) detail::transpose_piece<lanes>(from + r * from_stride + c, from_stride, to + c * to_stride + r, to_stride);
      for (; r < whole_rows; r += 4) detail::transpose_piece<4>(from + r * from_stride + c, from_stride, to + c * to_stride + r, to_stride);
    }
  }
  for (index_t c = 0; c < columns; ++c)
    for (index_t r = c < whole_columns ? whole_rows : 0; r < rows; ++r) to[c * to_stride + r] = from[r * from_stride + c];
}

/// The same as a function that all callers share.
template <class T> HEED_LOOPS HEED_SHARED void transpose(const T* from, index_t from_stride, index_t rows, index_t columns, T* to, index_t to_stride) {
  transpose_few(from, from_stride, rows, columns, to, to_stride);
}

}  // namespace heed::simd
