// OpenBLAS on one thread: scores of a block of queries by sgemm, softmax of its rows, context by sgemm. A block of scores
// stays in the cache; of causal scores only the keys up to the block's last query are computed.
#pragma once

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "attention/cases.hpp"

namespace heed_benchmark::openblas {

inline constexpr long block = 64;

// rows x count scores, in place; row r of a causal block sees the keys up to first + r.
inline void softmax_rows(float* scores, long rows, long count, long first, bool causal) {
  for (long r = 0; r < rows; ++r) {
    float* row = scores + r * count;
    const long seen = causal ? first + r + 1 : count;
    float maximum = row[0], total = 0;
    for (long j = 0; j < seen; ++j) maximum = std::max(maximum, row[j]);
    for (long j = 0; j < seen; ++j) total += row[j] = std::exp(row[j] - maximum);
    const float scale = 1 / total;
    for (long j = 0; j < seen; ++j) row[j] *= scale;
    for (long j = seen; j < count; ++j) row[j] = 0;
  }
}

inline void attention(const size& s, const float* q, const float* k, const float* v, float* out) {
  static const bool one_thread = [] { return openblas_set_num_threads(1), true; }();
  (void)one_thread;
  static std::vector<float> scores;
  scores.resize(static_cast<std::size_t>(block * s.length));
  const int d = static_cast<int>(s.features);
  for (long h = 0; h < s.heads; ++h) {
    const long head = h * s.length * s.features;
    for (long first = 0; first < s.length; first += block) {
      const long rows = std::min(block, s.length - first), count = s.causal ? first + rows : s.length;
      const int m = static_cast<int>(rows), n = static_cast<int>(count);
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, d, 1 / std::sqrt(static_cast<float>(d)), q + head + first * d, d,
                  k + head, d, 0, scores.data(), n);
      softmax_rows(scores.data(), rows, count, first, s.causal);
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, d, n, 1, scores.data(), n, v + head, d, 0, out + head + first * d, d);
    }
  }
}

}  // namespace heed_benchmark::openblas
