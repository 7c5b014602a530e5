// The same self-attention as plain loops over floats: what the fused result is checked and timed against.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace text {

struct sizes {
  std::size_t words, model, heads, feature;
};

/// out[i][j] += sum over k of a[i][k] * b[k][j], in the loop order that compilers vectorise.
inline void multiply(std::size_t rows, std::size_t inner, std::size_t columns, const float* a, const float* b,
                     float* out) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < inner; ++k) {
      const float factor = a[i * inner + k];
      for (std::size_t j = 0; j < columns; ++j) out[i * columns + j] += factor * b[k * columns + j];
    }
  }
}

/// x {Token, Model}; wq, wk {Model, Head, Feature}; wv {Model, Head, Value}; wo {Head, Value, Model}. As many values as
/// features. One array a step; of the Query x Key weights only a row is kept, so that the caches are not the story.
inline std::vector<float> plain_attention(sizes s, std::span<const float> x, std::span<const float> wq,
                                          std::span<const float> wk, std::span<const float> wv,
                                          std::span<const float> wo) {
  const std::size_t width = s.heads * s.feature;
  std::vector<float> q(s.words * width), k(s.words * width), v(s.words * width), context(s.words * width);
  multiply(s.words, s.model, width, x.data(), wq.data(), q.data());
  multiply(s.words, s.model, width, x.data(), wk.data(), k.data());
  multiply(s.words, s.model, width, x.data(), wv.data(), v.data());

  std::vector<float> keys(s.words * width);  // {Head, Feature, Key}: the loop over keys below is the innermost one
  for (std::size_t key = 0; key < s.words; ++key) {
    for (std::size_t c = 0; c < width; ++c) keys[c * s.words + key] = k[key * width + c];
  }

  std::vector<float> weights(s.words);
  const float scale = 1 / std::sqrt(static_cast<float>(s.feature));
  for (std::size_t head = 0; head < s.heads; ++head) {
    for (std::size_t query = 0; query < s.words; ++query) {
      std::fill(weights.begin(), weights.end(), 0.f);
      multiply(1, s.feature, s.words, &q[query * width + head * s.feature], &keys[head * s.feature * s.words],
               weights.data());
      float largest = weights[0];
      for (const float score : weights) largest = std::max(largest, score);
      float sum = 0;
      for (float& weight : weights) sum += weight = std::exp((weight - largest) * scale);
      float* row = &context[query * width + head * s.feature];
      for (std::size_t key = 0; key < s.words; ++key) {
        const float weight = weights[key] / sum;
        for (std::size_t c = 0; c < s.feature; ++c) row[c] += weight * v[key * width + head * s.feature + c];
      }
    }
  }
  std::vector<float> out(s.words * s.model);
  multiply(s.words, width, s.model, context.data(), wo.data(), out.data());
  return out;
}

}  // namespace text
