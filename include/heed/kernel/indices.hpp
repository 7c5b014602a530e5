// Numbers that a loop at compile time runs through, chosen before anything is instantiated for them.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <heed/config.hpp>

namespace heed::kernel {

template <int... I> struct indices {
  static constexpr int count = sizeof...(I);
  /// Calls f(std::integral_constant<int, i>) for each.
  template <class F> static HEED_INLINE void each(F&& f) {
    (f(std::integral_constant<int, I>{}), ...);
    (void)f;
  }
  /// Calls f(i) for each: where no types depend on it, one function for all.
  template <class F> static HEED_INLINE void each_number(F&& f) {
    (f(I), ...);
    (void)f;
  }
};

namespace detail {
// (no templates: there are many choices)
constexpr int count_bits(std::uint64_t bits) {
  int n = 0;
  for (; bits != 0; bits &= bits - 1) ++n;
  return n;
}
constexpr int bit_at(std::uint64_t bits, int k) {
  int i = 0;
  while ((bits >> i & 1) == 0 || k-- != 0) ++i;
  return i;
}
template <std::uint64_t Bits, class S = std::make_integer_sequence<int, count_bits(Bits)>> struct indices_of_bits;
template <std::uint64_t Bits, int... I> struct indices_of_bits<Bits, std::integer_sequence<int, I...>> { using type = indices<bit_at(Bits, I)...>; };
template <class S> struct as_indices;
template <int... I> struct as_indices<std::integer_sequence<int, I...>> { using type = indices<I...>; };
}  // namespace detail

/// 0, 1, ..., Count - 1.
template <int Count> using indices_to = typename detail::as_indices<std::make_integer_sequence<int, Count>>::type;
/// The numbers of the bits that are set.
template <std::uint64_t Bits> using indices_in = typename detail::indices_of_bits<Bits>::type;

}  // namespace heed::kernel
