// What is known already where a value is computed: a chain of links, each to the one before, all with the constants that were made before a loop.
#pragma once

#include <type_traits>

#include <heed/config.hpp>
#include <heed/kernel/constant_uses.hpp>

namespace heed::kernel {

/// The constants of a loop that has none, and their vectors.
struct no_constants {
  static constexpr constant_uses uses{};
  using vectors = no_constants;
  constexpr no_constants() = default;
  constexpr no_constants(const double*, const constant_uses&) {}
};
/// Values computed at this point already: knows(n) says whether that of node n is among them; has_anchor(m) whether what is subtracted for
/// the running maximum of fold m is. loop: whose constants they are.
struct no_values {
  using loop = no_constants;
  no_constants constants;
  static constexpr bool knows(int) { return false; }
  static constexpr bool has_anchor(int) { return false; }
};
/// Constants alone.
template <class Loop> struct known_constants {
  using loop = Loop;
  const typename loop::vectors& constants;
  static constexpr bool knows(int) { return false; }
  static constexpr bool has_anchor(int) { return false; }
};
template <int N, class B, class Before> struct known_value {
  using loop = typename Before::loop;
  B value;
  const Before& before;
  const typename loop::vectors& constants = before.constants;
  static constexpr bool knows(int n) { return n == N || Before::knows(n); }
  static constexpr bool has_anchor(int m) { return Before::has_anchor(m); }
};
/// What is subtracted for a running maximum, fold M: made once for a block's rows.
template <int M, class B, class Before> struct known_anchor {
  using loop = typename Before::loop;
  B value;
  const Before& before;
  const typename loop::vectors& constants = before.constants;
  static constexpr bool knows(int n) { return Before::knows(n); }
  static constexpr bool has_anchor(int m) { return m == M || Before::has_anchor(m); }
};

/// The value of node N, where it is known.
template <int N, int M, class B, class Before> HEED_INLINE const auto& known(const known_value<M, B, Before>& k) {
  if constexpr (N == M) return k.value;
  else return known<N>(k.before);
}
template <int N, int M, class B, class Before> HEED_INLINE const auto& known(const known_anchor<M, B, Before>& k) { return known<N>(k.before); }
/// The anchor of fold M, where there is one.
template <int M, int N, class B, class Before> HEED_INLINE const auto& anchor_of(const known_anchor<N, B, Before>& k) {
  if constexpr (M == N) return k.value;
  else return anchor_of<M>(k.before);
}
template <int M, int N, class B, class Before> HEED_INLINE const auto& anchor_of(const known_value<N, B, Before>& k) { return anchor_of<M>(k.before); }

}  // namespace heed::kernel
