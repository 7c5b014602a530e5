// Folds: reductions over axes, and contractions (a product, summed).
#pragma once

#include <concepts>

#include <heed/config.hpp>
#include <heed/node/op.hpp>
#include <heed/tensor/concepts.hpp>

namespace heed {

/// A reduction of X over the axes L = axis_list<A...>.
template <fold_op Op, class L, class X> struct HEED_LAZY fold {
  using heed_operand = void;
  [[no_unique_address]] X of;

  /// `if (any_of<Query>(x))` is refused, in a sentence.
  template <std::same_as<bool> B> constexpr explicit operator B() const {
    static_assert(expression_is<B>, "an expression is no bool: write eval(x)() for the value of an x without axes");
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

/// dot<A...>(left, right): the sum over the axes L = axis_list<A...>, which both have, of the product.
template <class L, class X, class Y> struct HEED_LAZY contraction {
  using heed_operand = void;
  [[no_unique_address]] X left;
  [[no_unique_address]] Y right;

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

}  // namespace heed
