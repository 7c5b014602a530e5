// Plain attention, heads 8, N 1024, d 64, which every program measures as "plain": what other expressions of this size are
// compared with.
#pragma once

#include "checked.hpp"

namespace heed_benchmark {

using queries = heed::tensor<float, Head[8], Query[1024], Feature[64]>;
using keys = heed::tensor<float, Head[8], Key[1024], Feature[64]>;
using values = heed::tensor<float, Head[8], Key[1024], Value[64]>;
inline queries& q() { return numbers<queries, 1>(); }
inline keys& k() { return numbers<keys, 2>(); }
inline values& v() { return numbers<values, 3>(); }

inline constexpr double plain_scores = 8. * 1024 * 1024;       // Head x Query x Key
inline constexpr double plain_flops = 4 * plain_scores * 64;  // both contractions

/// Work counted in the time of plain attention.
inline work over_plain(double flops, std::vector<share> own = {}) {
  own.push_back({"plain", flops / plain_flops});
  return {.flops = flops, .expected = std::move(own)};
}
/// `elements` times the arithmetic of a benchmark of arithmetic.cpp, which does 4096 at a time.
inline share arithmetic(const char* name, double elements) { return {std::string("arithmetic/") + name, elements / 4096}; }

}  // namespace heed_benchmark
