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
constexpr int how_many(int count, bool (*chosen)(int)) {
  int n = 0;
  for (int i = 0; i < count; ++i) n += chosen(i);
  return n;
}
constexpr int chosen_at(int k, bool (*chosen)(int)) {
  int i = 0;
  while (!chosen(i) || k-- != 0) ++i;
  return i;
}
template <bool (*Chosen)(int), class S> struct choose_indices;
template <bool (*Chosen)(int), int... I> struct choose_indices<Chosen, std::integer_sequence<int, I...>> { using type = indices<chosen_at(I, Chosen)...>; };
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

/// 0, 1, ..., Count - 1, and those of them for which Chosen is true.
template <int Count> using indices_to = typename detail::as_indices<std::make_integer_sequence<int, Count>>::type;
template <int Count, bool (*Chosen)(int)> using chosen_indices =
    typename detail::choose_indices<Chosen, std::make_integer_sequence<int, detail::how_many(Count, Chosen)>>::type;

/// The numbers of the bits that are set.
template <std::uint64_t Bits> using indices_in = typename detail::indices_of_bits<Bits>::type;

}  // namespace heed::kernel
