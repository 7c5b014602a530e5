// Elements that lie a few apart, as the coordinates of points, the colours of pixels and the parts of complex numbers do: registers are read and written whole, and turned
// in between. (One at a time they take ten times as long: 10000 vectors of space divided by their lengths 34 us, and 6.)
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include <heed/simd/lanes.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

namespace detail {
// What elements of so many bytes are moved as.
template <int Bytes> struct unit;
template <> struct unit<1> { using type = std::uint8_t; };
template <> struct unit<2> { using type = std::uint16_t; };
template <> struct unit<4> { using type = float; };
template <> struct unit<8> { using type = double; };

// Count elements in one register, as the compilers' own vectors: xsimd has no shuffles of two registers.
template <int Bytes, int Count> struct units {
  typedef typename unit<Bytes>::type type __attribute__((vector_size(Bytes * Count)));
};
template <int Bytes, int Count> using units_t = typename units<Bytes, Count>::type;

// Elements of T in the registers that such are turned in: bytes and pairs of them in the smallest, which has one instruction for all orders.
template <class T> inline constexpr int elements_turned = static_cast<int>((sizeof(T) <= 2 ? 16 : sizeof(batch<float>)) / sizeof(T));
template <class T, int W> inline constexpr int elements_turned_of = sizeof(T) <= 2 || W >= elements_turned<T> ? elements_turned<T> : W;
#if defined(__x86_64__) && !defined(__SSSE3__)
template <class T> inline constexpr bool turns = sizeof(T) >= 4;
#else
template <class T> inline constexpr bool turns = true;
#endif

/// Count elements, `Stride` apart from `First` on, of the Span that registers of N have been read from; where N does not divide Span the last of them has some again.
template <int Bytes, int N, int Stride, int Count, int First, int Span> struct every_few {
  static constexpr int parts = (Span + N - 1) / N;
  static constexpr int offset(int part) { return (part + 1) * N <= Span ? part * N : Span - N; }
  static constexpr int part_of(int element) {
    int part = 0;
    while (First + element * Stride >= offset(part) + N) ++part;
    return part;
  }
  // Where element e of what has been found in parts up to this one comes from: what was found before, or this part. -1: neither.
  static constexpr int from(int e, int part) {
    if (e >= Count || part_of(e) > part) return -1;
    const int here = First + e * Stride - offset(part_of(e));
    return part_of(e) == part ? (part == 0 ? 0 : N) + here : part == 1 ? here : e;
  }
  using vector = units_t<Bytes, N>;
  template <int Part, int... E> static HEED_INLINE vector join(const vector& found, const vector& next, std::integer_sequence<int, E...>) { return __builtin_shufflevector(found, next, from(E, Part)...); }
  template <int Part = 1> static HEED_INLINE vector take(const vector (&read)[parts], const vector& found) {
    constexpr std::make_integer_sequence<int, N> all{};
    if constexpr (parts == 1) return join<0>(found, found, all);
    else if constexpr (Part == parts) return found;
    else return take<Part + 1>(read, join<Part>(found, read[Part], all));
  }
};

/// Register `Out` of N elements of Rows rows side by side, an element of each in turns.
template <int Bytes, int N, int Rows, int Out> struct in_turns {
  using vector = units_t<Bytes, N>;
  static constexpr int from(int e, int row) {
    const int all = Out * N + e;
    if (all % Rows > row) return -1;
    return all % Rows == row ? N + all / Rows : row == 1 ? all / Rows : e;
  }
  template <int Row, int... E> static HEED_INLINE vector join(const vector& found, const vector& next, std::integer_sequence<int, E...>) { return __builtin_shufflevector(found, next, from(E, Row)...); }
  template <int Row = 1> static HEED_INLINE vector take(const vector (&read)[Rows], const vector& found) {
    if constexpr (Row == Rows) return found;
    else return take<Row + 1>(read, join<Row>(found, read[Row], std::make_integer_sequence<int, N>{}));
  }
};
}  // namespace detail

/// Whether W elements of T that lie `stride` apart are read in whole registers: not those that lie in less than one. (Eight apart it would take half as long again as
/// one at a time.)
template <class T, int W> constexpr bool is_read_whole(index_t stride) {
  constexpr int n = detail::elements_turned_of<T, W>;
  return detail::turns<T> && !std::is_same_v<T, bool> && W > 1 && stride > 1 && stride <= 4 && (W < n ? (W - 1) * stride + 1 >= n : W % n == 0);
}
/// W elements, `Stride` apart. No more is read than lies between them.
template <int Stride, class T, int W> HEED_INLINE lanes_of<T, W> load_whole(const T* from) {
  constexpr int n = detail::elements_turned_of<T, W>, count = W < n ? W : n, bytes = static_cast<int>(sizeof(T));
  using elements = detail::every_few<bytes, n, Stride, count, 0, (count - 1) * Stride + 1>;
  alignas(64) lanes_of<T, W> r;
  [&]<int... Part>(std::integer_sequence<int, Part...>) HEED_INLINED {
    for (int i = 0; i < W / count; ++i) {
      typename elements::vector read[elements::parts];
      (std::memcpy(&read[Part], from + i * count * Stride + elements::offset(Part), sizeof read[0]), ...);
      const auto all = elements::take(read, read[0]);
      std::memcpy(reinterpret_cast<char*>(&r.part) + i * count * bytes, &all, static_cast<std::size_t>(count * bytes));
    }
  }(std::make_integer_sequence<int, elements::parts>{});
  return r;
}

/// Rows that are turned so: others are by `transpose`.
template <class T> constexpr bool are_few_side_by_side(index_t rows) { return rows == 2 || rows == 3 || (sizeof(T) < 4 && rows == 4); }
/// to[row·to_stride + i] = from[i·Rows + row].
template <int Rows, class T> HEED_INLINE void take_apart(const T* from, index_t count, T* to, index_t to_stride) {
  constexpr int n = detail::elements_turned<T>, bytes = static_cast<int>(sizeof(T));
  if constexpr (detail::turns<T>)
    [&]<int... R>(std::integer_sequence<int, R...>) HEED_INLINED {
      for (; count >= n; count -= n, from += n * Rows, to += n) {
        detail::units_t<bytes, n> read[Rows];
        (std::memcpy(&read[R], from + R * n, sizeof read[0]), ...);
        const auto put = [&](const auto& row, int r) HEED_INLINED { std::memcpy(to + r * to_stride, &row, sizeof row); };
        (put(detail::every_few<bytes, n, Rows, n, R, n * Rows>::take(read, read[0]), R), ...);
      }
    }(std::make_integer_sequence<int, Rows>{});
  for (; count > 0; --count, from += Rows, ++to)
    for (index_t r = 0; r < Rows; ++r) to[r * to_stride] = from[r];
}
/// to[i·Rows + row] = from[row·from_stride + i].
template <int Rows, class T> HEED_INLINE void put_together(const T* from, index_t from_stride, index_t count, T* to) {
  constexpr int n = detail::elements_turned<T>, bytes = static_cast<int>(sizeof(T));
  if constexpr (detail::turns<T>)
    [&]<int... R>(std::integer_sequence<int, R...>) HEED_INLINED {
      for (; count >= n; count -= n, from += n, to += n * Rows) {
        detail::units_t<bytes, n> read[Rows];
        (std::memcpy(&read[R], from + R * from_stride, sizeof read[0]), ...);
        const auto put = [&](const auto& all, int k) HEED_INLINED { std::memcpy(to + k * n, &all, sizeof all); };
        (put(detail::in_turns<bytes, n, Rows, R>::take(read, read[0]), R), ...);
      }
    }(std::make_integer_sequence<int, Rows>{});
  for (; count > 0; --count, ++from, to += Rows)
    for (index_t r = 0; r < Rows; ++r) to[r] = from[r * from_stride];
}
/// The same of any count, as functions that all callers share.
template <int Rows, class T> HEED_LOOPS HEED_SHARED void take_any_apart(const T* from, index_t count, T* to, index_t to_stride) { take_apart<Rows>(from, count, to, to_stride); }
template <int Rows, class T> HEED_LOOPS HEED_SHARED void put_any_together(const T* from, index_t from_stride, index_t count, T* to) { put_together<Rows>(from, from_stride, count, to); }

}  // namespace heed::simd
HEED_UNSET_END
