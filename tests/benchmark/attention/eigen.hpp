// Eigen: blocks of 64 queries, as its users write it.
#pragma once

#include <Eigen/Dense>

#include "attention/cases.hpp"

namespace heed_benchmark::eigen {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline void attention(const size& s, const float* q, const float* k, const float* v, float* out) {
  static matrix scores;
  for (long h = 0; h < s.heads; ++h) {
    const long head = h * s.length * s.features;
    const Eigen::Map<const matrix> keys(k + head, s.length, s.features), values(v + head, s.length, s.features);
    for (long first = 0; first < s.length; first += 64) {
      const long rows = std::min(64L, s.length - first), at = head + first * s.features;
      const Eigen::Map<const matrix> queries(q + at, rows, s.features);
      Eigen::Map<matrix> context(out + at, rows, s.features);
      scores.noalias() = queries * keys.transpose();
      scores *= 1 / std::sqrt(static_cast<float>(s.features));
      for (long r = 0; r < rows; ++r) {
        auto row = scores.row(r).array();
        row = (row - row.maxCoeff()).exp();
        row *= 1 / row.sum();
      }
      context.noalias() = scores * values;
    }
  }
}

}  // namespace heed_benchmark::eigen
