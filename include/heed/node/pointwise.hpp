// Point-wise nodes: one element of each operand gives one element of the result.
#pragma once

#include <concepts>

#include <heed/config.hpp>
#include <heed/node/children.hpp>
#include <heed/node/op.hpp>
#include <heed/tensor/concepts.hpp>

namespace heed {

/// One of heed's own element-wise operations.
template <op Op, class... X> struct HEED_LAZY elementwise {
  using heed_operand = void;
  [[no_unique_address]] children<X...> of;

  /// `if (a == b)` does not ask whether all elements are equal: it is refused, in a sentence.
  template <std::same_as<bool> B> constexpr explicit operator B() const {
    static_assert(expression_is<B>, "an expression is no bool, == compares element by element: write heed::equal(a, b) or all_close(a, b), or eval(x)() for an x without axes");
    return false;
  }
  template <class E> constexpr void operator=(const E&) {
    static_assert(expression_is_assigned<E>, "an expression is a formula, and keeps it: give the new one a name of its own, as in auto y = x / 8, or assign to a tensor");
  }
  template <detail::resizable_container C> constexpr operator C() const {
    static_assert(detail::container_has_axes<C>, "a container has no axes; name them, as in heed::named<Query[128]>(container) = x");
    __builtin_unreachable();
  }
  template <class... I> constexpr float operator()(I...) const {
    static_assert(expression_has_elements<I...>, "an expression has no elements before it is evaluated: write eval(x)(i, j)");
    return 0;
  }
};

/// A function of the user's that takes scalars (or batches, where it is wrapped in `batchwise`).
template <class F, class... X> struct HEED_LAZY mapped {
  using heed_operand = void;
  F function;
  [[no_unique_address]] children<X...> of;
};

/// Marks a function that takes SIMD batches of its argument types and returns one.
template <class F> struct batchwise_function { F function; };
namespace detail {
template <class F> inline constexpr bool is_batchwise = false;
template <class F> inline constexpr bool is_batchwise<batchwise_function<F>> = true;
}  // namespace detail

/// Conversion to element type T.
template <class T, class X> struct HEED_LAZY converted {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

}  // namespace heed
