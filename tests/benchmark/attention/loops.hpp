// Plain loops in the order that compilers vectorise without being allowed to reorder sums: the keys are transposed once a
// head, so that the inner loops run over keys and over values.
#pragma once

#include <algorithm>
#include <cmath>

#include "attention/cases.hpp"

namespace heed_benchmark::loops {

inline void attention(const size& s, const float* q, const float* k, const float* v, float* out) {
  const long n = s.length, d = s.features;
  static std::vector<float> transposed, scores;
  transposed.resize(static_cast<std::size_t>(n * d));
  scores.resize(static_cast<std::size_t>(n));
  const float scale = 1 / std::sqrt(static_cast<float>(d));
  for (long h = 0; h < s.heads; ++h) {
    const float *keys = k + h * n * d, *values = v + h * n * d;
    for (long j = 0; j < n; ++j)
      for (long f = 0; f < d; ++f) transposed[static_cast<std::size_t>(f * n + j)] = keys[j * d + f];
    for (long i = 0; i < n; ++i) {
      const float* query = q + (h * n + i) * d;
      float *row = scores.data(), *context = out + (h * n + i) * d;
      std::fill(row, row + n, 0.f);
      for (long f = 0; f < d; ++f)
        for (long j = 0; j < n; ++j) row[j] += query[f] * scale * transposed[static_cast<std::size_t>(f * n + j)];
      const float maximum = *std::max_element(row, row + n);
      float total = 0;
      for (long j = 0; j < n; ++j) total += row[j] = std::exp(row[j] - maximum);
      std::fill(context, context + d, 0.f);
      for (long j = 0; j < n; ++j)
        for (long f = 0; f < d; ++f) context[f] += row[j] / total * values[j * d + f];
    }
  }
}

}  // namespace heed_benchmark::loops
