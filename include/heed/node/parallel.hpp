// The request to evaluate on several threads.
#pragma once

#include <type_traits>

#include <heed/config.hpp>

namespace heed {

/// X, to be evaluated by `threads` tasks of an executor: an Executor by value, or `Executor&` for one that the user keeps.
template <class X, class Executor> struct HEED_LAZY parallel {
  using heed_operand = void;
  [[no_unique_address]] X of;
  int threads;
  Executor run;
};

namespace detail {
template <class N> inline constexpr bool is_parallel = false;
template <class X, class E> inline constexpr bool is_parallel<parallel<X, E>> = true;

// What is computed, however it is run.
template <class X, class N = X> struct evaluated_of { using type = X; };
template <class X, class N, class E> struct evaluated_of<X, parallel<N, E>> { using type = N; };
template <class X> using evaluated = typename evaluated_of<X, std::remove_cvref_t<X>>::type;
template <class N> constexpr const N& without_parallel(const N& n) { return n; }
template <class X, class E> constexpr const X& without_parallel(const parallel<X, E>& n) { return n.of; }
}  // namespace detail

}  // namespace heed
