// Which constants a loop has among its operands.
#pragma once

#include <heed/plan/scalar.hpp>

namespace heed::kernel {

/// A constant node as an operand of some type, or its inverse.
struct constant_use {
  int node = 0;
  planner::scalar type{};
  bool inverse = false;
  int item = 0;        // where it stands among those that are known when it runs; below 0: never
  double literal = 0;  // then this is its value
  constexpr double value(const double* later) const {
    const double x = item < 0 ? literal : later[item];
    return inverse ? 1 / x : x;
  }
};
struct constant_uses {
  constant_use at[16]{};
  int count = 0;
  /// Which one it is, -1: none.
  constexpr int find(int node, planner::scalar type, bool inverse) const {
    for (int i = 0; i < count; ++i)
      if (at[i].node == node && at[i].type == type && at[i].inverse == inverse) return i;
    return -1;
  }
  constexpr void add(const constant_use& c) {
    if (count < 16 && find(c.node, c.type, c.inverse) < 0) at[count++] = c;
  }
};

}  // namespace heed::kernel
