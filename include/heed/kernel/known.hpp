// What is known already where a value is computed: a chain of links, each to the one before.
#pragma once

#include <cstddef>
#include <type_traits>

#include <heed/config.hpp>

namespace heed::kernel {

/// Values computed at this point already: knows(n) says whether that of node n is among them.
struct no_values {
  static constexpr bool knows(int) { return false; }
};
template <int N, class B, class Before> struct known_value {
  B value;
  const Before& before;
  static constexpr bool knows(int n) { return n == N || Before::knows(n); }
};
template <int N, int M, class B, class Before> HEED_INLINE const auto& known(const known_value<M, B, Before>& k) {
  if constexpr (N == M) return k.value;
  else return known<N>(k.before);
}

/// A constant in every lane, as elements of type T or (Inverse) one over it: made once, before a loop.
template <int N, class T, bool Inverse, class B, class Before> struct known_constant {
  B value;
  const Before& before;
  static constexpr bool knows(int n) { return Before::knows(n); }
};
template <int N, int M, class T, bool Inverse, class B, class Before> HEED_INLINE const auto& known(const known_constant<M, T, Inverse, B, Before>& k) {
  return known<N>(k.before);
}
/// The lanes of such a constant, or nullptr where it has not been made.
template <int N, class T, bool Inverse> constexpr std::nullptr_t find_constant(const no_values&) { return nullptr; }
template <int N, class T, bool Inverse, int M, class B, class Before> HEED_INLINE auto find_constant(const known_value<M, B, Before>& k) {
  return find_constant<N, T, Inverse>(k.before);
}
template <int N, class T, bool Inverse, int M, class U, bool I, class B, class Before> HEED_INLINE auto find_constant(const known_constant<M, U, I, B, Before>& k) {
  if constexpr (N == M && std::is_same_v<T, U> && Inverse == I) return &k.value;
  else return find_constant<N, T, Inverse>(k.before);
}

/// What is subtracted for a running maximum, fold M: made once for a block's rows.
template <int M, class B, class Before> struct known_anchor {
  B value;
  const Before& before;
  static constexpr bool knows(int n) { return Before::knows(n); }
};
template <int N, int M, class B, class Before> HEED_INLINE const auto& known(const known_anchor<M, B, Before>& k) { return known<N>(k.before); }
template <int N, class T, bool Inverse, int M, class B, class Before> HEED_INLINE auto find_constant(const known_anchor<M, B, Before>& k) {
  return find_constant<N, T, Inverse>(k.before);
}
/// The lanes of such an anchor, or nullptr.
template <int M> constexpr std::nullptr_t find_anchor(const no_values&) { return nullptr; }
template <int M, int N, class T, bool Inverse, class B, class Before> constexpr std::nullptr_t find_anchor(const known_constant<N, T, Inverse, B, Before>&) { return nullptr; }
template <int M, int N, class B, class Before> HEED_INLINE auto find_anchor(const known_value<N, B, Before>& k) { return find_anchor<M>(k.before); }
template <int M, int N, class B, class Before> HEED_INLINE auto find_anchor(const known_anchor<N, B, Before>& k) {
  if constexpr (M == N) return &k.value;
  else return find_anchor<M>(k.before);
}

}  // namespace heed::kernel
