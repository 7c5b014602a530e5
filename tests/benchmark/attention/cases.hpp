// The sizes of attention that heed and its peers are measured at, and plain loops in double to check results with.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "measure.hpp"

namespace heed_benchmark {

struct size {
  std::string name;
  long heads, length, features;
  bool causal = false;

  /// Multiply-adds under the mask only.
  double flops() const {
    const double n = static_cast<double>(length), scores = causal ? n * (n + 1) / 2 : n * n;
    return 4 * static_cast<double>(heads) * scores * static_cast<double>(features);
  }
};

inline const size heads8_n1024_d64{"heads8_n1024_d64", 8, 1024, 64};
inline const size heads1_n512_d64{"heads1_n512_d64", 1, 512, 64};
inline const size heads8_n4096_d64{"heads8_n4096_d64", 8, 4096, 64};
inline const size heads8_n1024_d128{"heads8_n1024_d128", 8, 1024, 128};
inline const size heads8_n1000_d80{"heads8_n1000_d80", 8, 1000, 80};
inline const size heads8_n997_d67{"heads8_n997_d67", 8, 997, 67};
inline const size causal_n1024{"causal_heads8_n1024_d64", 8, 1024, 64, true};

/// One row of the context in double: keys and values of one head, the first `count` keys.
inline std::vector<double> exact_row(const float* query, const float* k, const float* v, long count, long features) {
  std::vector<double> weights(static_cast<std::size_t>(count)), context(static_cast<std::size_t>(features));
  double maximum = -INFINITY, total = 0;
  for (long j = 0; j < count; ++j) {
    double score = 0;
    for (long f = 0; f < features; ++f) score += static_cast<double>(query[f]) * static_cast<double>(k[j * features + f]);
    weights[static_cast<std::size_t>(j)] = score /= std::sqrt(static_cast<double>(features));
    maximum = std::max(maximum, score);
  }
  for (double& w : weights) total += w = std::exp(w - maximum);
  for (long j = 0; j < count; ++j)
    for (long f = 0; f < features; ++f)
      context[static_cast<std::size_t>(f)] += weights[static_cast<std::size_t>(j)] / total * static_cast<double>(v[j * features + f]);
  return context;
}

/// Largest error of every 13th row of {Head, Query, Value}, over the largest element of these.
inline double attention_error(const size& s, const float* q, const float* k, const float* v, const float* out) {
  double error = 0, largest = 0;
  for (long row = 0; row < s.heads * s.length; row += 13) {
    const long block = row / s.length * s.length * s.features;
    const auto exact = exact_row(q + row * s.features, k + block, v + block, s.causal ? row % s.length + 1 : s.length, s.features);
    for (long f = 0; f < s.features; ++f) {
      const double e = exact[static_cast<std::size_t>(f)], difference = std::fabs(static_cast<double>(out[row * s.features + f]) - e);
      if (!(difference < INFINITY)) return INFINITY;
      error = std::max(error, difference);
      largest = std::max(largest, std::fabs(e));
    }
  }
  return error / largest;
}

/// q, k, v and the result of a peer: {Head, Query or Key, Feature or Value}.
struct arrays {
  std::vector<float> q, k, v, out;
};
using peer = std::function<void(const size&, const float* q, const float* k, const float* v, float* out)>;

inline measured peer_benchmark(const char* who, const size& s, peer attention, const char* group = "attention/") {
  return {group + s.name + "/" + who, {.flops = s.flops()}, [s, attention] {
            auto a = std::make_shared<arrays>();
            std::uint64_t state = 1;
            for (auto* x : {&a->q, &a->k, &a->v, &a->out}) {
              x->resize(static_cast<std::size_t>(s.heads * s.length * s.features));
              for (float& e : *x) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                e = 1.7320508f * (static_cast<float>(state >> 40) / static_cast<float>(1 << 23) - 1);
              }
            }
            return prepared{[=] { attention(s, a->q.data(), a->k.data(), a->v.data(), a->out.data()); },
                            [=] { return attention_error(s, a->q.data(), a->k.data(), a->v.data(), a->out.data()); }};
          }};
}

/// One head of many lengths, for the chart.
inline const std::vector<size>& lengths() {
  static const std::vector<size> all = [] {
    std::vector<size> made;
    for (long n : {32, 64, 128, 256, 512, 1024, 2048, 4096}) made.push_back({"n" + std::to_string(n), 1, n, 64});
    return made;
  }();
  return all;
}
inline std::vector<measured> peer_lengths(const char* who, peer attention) {
  std::vector<measured> all;
  for (const size& s : lengths()) all.push_back(peer_benchmark(who, s, attention, "lengths/"));
  return all;
}

}  // namespace heed_benchmark
