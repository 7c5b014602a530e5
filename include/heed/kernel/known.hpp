// What is known already where a value is computed: a chain of links, each to the one before, all with the constants that were made before a loop.
#pragma once

#include <type_traits>

#include <heed/config.hpp>

namespace heed::kernel {

/// No constants: made_constants has some.
struct no_constants {
  constexpr no_constants() = default;
  constexpr explicit no_constants(const void*) {}
  static constexpr int find(int, int, bool) { return -1; }
};
/// Values computed at this point already: knows(n) says whether that of node n is among them; has_anchor(m) whether what is subtracted for
/// the running maximum of fold m is.
struct no_values {
  using made = no_constants;
  made constants;
  static constexpr bool knows(int) { return false; }
  static constexpr bool has_anchor(int) { return false; }
};
/// Constants alone.
template <class Made> struct known_constants {
  using made = Made;
  const made& constants;
  static constexpr bool knows(int) { return false; }
  static constexpr bool has_anchor(int) { return false; }
};
template <int N, class B, class Before> struct known_value {
  using made = typename Before::made;
  B value;
  const Before& before;
  const made& constants = before.constants;
  static constexpr bool knows(int n) { return n == N || Before::knows(n); }
  static constexpr bool has_anchor(int m) { return Before::has_anchor(m); }
};
/// What is subtracted for a running maximum, fold M: made once for a block's rows.
template <int M, class B, class Before> struct known_anchor {
  using made = typename Before::made;
  B value;
  const Before& before;
  const made& constants = before.constants;
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
