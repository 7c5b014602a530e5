// Lets. The definition is computed where it is first used, and once, unless it has a position or length whose extent
// depends on where it is used.
#pragma once

#include <optional>

#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

/// A let's definition, as extents ask for it, and its value, once it is known.
template <class Scalar, class Tag, class X, class Outer> struct let_value : let_scope<Tag, X, Outer> {
  mutable std::optional<dense<Scalar>> value{};
};

template <class Scalar, class Tag, class X, class Body, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const let_node<Tag, X, Body>& n, const L& lets) {
  return value(run, n.body, let_value<Scalar, Tag, X, L>{{n.definition, lets}});
}
template <class Scalar, class Tag, class T, class S, bool W, class X, class Outer>
dense<Scalar> computed(evaluator<Scalar>& run, const variable<Tag, T, S, W>&, const let_value<Scalar, Tag, X, Outer>& let) {
  if (let.value) return *let.value;
  const auto before = run.scope.begin_closed();
  auto around = std::exchange(run.conditions, {});
  dense<Scalar> result = value(run, let.definition, let.outer);
  run.conditions = std::move(around);
  if (run.scope.end_closed(before)) let.value = result;
  return result;
}
template <class Scalar, class Tag, class T, class S, bool W, class Other, class X, class Outer>
requires(!std::is_same_v<Tag, Other>)
dense<Scalar> computed(evaluator<Scalar>& run, const variable<Tag, T, S, W>& n, const let_value<Scalar, Other, X, Outer>& let) {
  return computed(run, n, let.outer);
}

// What is said of a value is not the value.
template <class Scalar, class H, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const hinted<H, X>& n, const L& lets) { return value(run, n.of, lets); }
template <class Scalar, class X, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const in_float64_node<X>& n, const L& lets) { return value(run, n.of, lets); }

}  // namespace heed::detail::loops
