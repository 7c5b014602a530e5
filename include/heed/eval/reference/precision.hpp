// What the reference evaluator has to know about an element type, as numbers: it computes in double whatever the type.
#pragma once

#include <limits>
#include <type_traits>

namespace heed::detail {

/// The arithmetic that a node's element type stands for. Integers divide and convert as in C++; bool is an integer.
struct precision {
  bool integral;
  double lowest, highest;  // what the maximum and the minimum of nothing are
  double roundoff;         // half the distance from 1 to the next number; 0 for integers
  double tiny;             // the smallest normal number: results below it may be flushed to 0
  double largest;          // beyond it a result may be infinite
};

template <class T> constexpr precision precision_of() {
  using limits = std::numeric_limits<T>;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if constexpr (std::is_integral_v<T>)
    return {true, static_cast<double>(limits::lowest()), static_cast<double>(limits::max()), 0, 0, infinity};
  else if constexpr (sizeof(T) > sizeof(double))  // long double: the reference itself is only double
    return precision_of<double>();
  else return {false, -infinity, infinity, limits::epsilon() / 2, limits::min(), static_cast<double>(limits::max())};
}

}  // namespace heed::detail
