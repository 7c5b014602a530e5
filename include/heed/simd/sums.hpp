// The sums of several registers' elements at once.
#pragma once

#include <bit>
#include <utility>

#include <heed/simd/xsimd.hpp>

namespace heed::simd {

namespace detail {
/// Of registers of Count elements that are made of blocks of Size sums: their blocks in turn, the first or the second half of those of every 16 bytes, or of all where a block
/// is as large.
template <class T, int Count, int Size, bool Second, class V, int... I> HEED_INLINE V blocks_in_turn(const V& x, const V& y, std::integer_sequence<int, I...>) {
  constexpr int of_sixteen = 16 / static_cast<int>(sizeof(T)), group = Size < of_sixteen ? of_sixteen : Count;
  return __builtin_shufflevector(x, y, (I / group * group + I % group / (2 * Size) * Size + I % Size + (I % (2 * Size) < Size ? 0 : Count) + (Second ? group / 2 : 0))...);
}
template <class T, int Count, int Size, class V> HEED_INLINE void add_blocks(V* x) {
  if constexpr (Size < Count) {
    constexpr std::make_integer_sequence<int, Count> all;
#pragma GCC unroll 16
    for (int i = 0; i < Count / (2 * Size); ++i) x[i] = blocks_in_turn<T, Count, Size, false>(x[2 * i], x[2 * i + 1], all) + blocks_in_turn<T, Count, Size, true>(x[2 * i], x[2 * i + 1], all);
    add_blocks<T, Count, 2 * Size>(x);
  }
}
}  // namespace detail

/// The sum of each of as many batches as they have elements. (A tree of exchanges: 15 pairs of them and 15 additions for 16 registers of 16.)
template <class T, class A> HEED_INLINE batch<T, A> sums_of(const batch<T, A> (&x)[batch<T, A>::size]) {
  constexpr int count = static_cast<int>(batch<T, A>::size);
  typedef T vector __attribute__((vector_size(sizeof(batch<T, A>))));
  vector v[count];
#pragma GCC unroll 16
  for (int i = 0; i < count; ++i) v[i] = std::bit_cast<vector>(x[i]);
  detail::add_blocks<T, count, 1>(v);
  return std::bit_cast<batch<T, A>>(v[0]);
}

}  // namespace heed::simd
