// What tests of operations hold in common: operands with reproducible elements, and planned results against plain loops.
#pragma once

#include <string>

#include <heed/eval/error_bound.hpp>
#include <heed/heed.hpp>

/// t with elements in [-0.4, 0.6), others for another seed.
template <class T> T numbers(T t, int seed = 1) {
  for (heed::index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<float>((i * 7919 + seed * 131) % 61) / 61 - 0.4f;
  return t;
}

/// Whether the planned result is that of plain loops in float64, within the rounding that its elements may have.
template <class E> bool agrees(const E& expression) {
  const auto planned = heed::eval(expression);
  const auto exact = heed::eval_with_bound(expression);
  if (planned.size() != exact.value.size()) return false;
  for (heed::index_t i = 0; i < planned.size(); ++i)
    if (!heed::is_within_bound(static_cast<double>(planned.data()[i]), exact.value.data()[i], exact.bound.data()[i])) return false;
  return true;
}

/// What evaluating throws as a shape_error, "none" if nothing.
template <class E> std::string error_of(const E& expression) {
  try {
    (void)heed::eval(expression);
  } catch (const heed::shape_error& e) {
    return e.what();
  }
  return "none";
}
