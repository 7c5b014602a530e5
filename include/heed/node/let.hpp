// One value, used more than once.
#pragma once

#include <heed/config.hpp>
#include <heed/node/op.hpp>
#include <heed/tensor/concepts.hpp>

namespace heed {

/// Stands for the value of the `let` whose tag it carries, inside that let's body.
/// T: its element type; S: its shape; Weak: whether its element type gives way (see shape/element.hpp).
template <class Tag, class T, class S, bool Weak> struct HEED_LAZY variable {
  using heed_operand = void;
};

/// The body, with `variable<Tag, …>` standing for the definition.
template <class Tag, class X, class Body> struct HEED_LAZY let_node {
  using heed_operand = void;
  [[no_unique_address]] X definition;
  [[no_unique_address]] Body body;

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
