// Variants of attention, each a line: masks, biases, caps and turned positions change the scores, and whatever the line says
// is planned as one fused pass over the keys.
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <random>

#include <heed/attention.hpp>

using namespace heed::axes;  // Head, Query, Key, Feature, Value ...

void fill_with_random_numbers(auto& tensor, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  for (float& element : tensor) element = normal(generator);
}

/// Runs the expression on all cores, prints its time, and checks it against plain loops in float64.
bool run(const char* name, const auto& expression) {
  heed::tensor<float, Head[4], Query[512], Value[64]> out;
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    out = heed::par(expression);
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  const bool right = heed::all_close(out, heed::in_float64(expression), 1e-3, 1e-4);
  std::cout << std::setw(40) << std::left << name << std::fixed << std::setprecision(2) << std::setw(8) << std::right << best << " ms"
            << (right ? "" : ", and it is wrong") << '\n';
  return right;
}

int main() {
  heed::tensor<float, Head[4], Query[512], Feature[64]> q;
  heed::tensor<float, Head[4], Key[512], Feature[64]> k;
  heed::tensor<float, Head[4], Key[512], Value[64]> v;
  heed::tensor<int, Query[512]> document;  // which text of several in the sequence
  fill_with_random_numbers(q, 1);
  fill_with_random_numbers(k, 2);
  fill_with_random_numbers(v, 3);
  for (int i = 0; i < 512; ++i) document(i) = i / 200;

  using namespace heed;
  bool right = run("plain", attention<Key, Feature>(q, k, v));
  // [variants]
  right &= run("soft cap, a window of the last 128", attention<Key, Feature>(q, k, v, softcap(20), sliding_window<Query, Key>(127, 0)));
  right &= run("several texts, linear biases", attention<Key, Feature>(q, k, v, alibi<Head, Query, Key>(), causal<Query, Key>() && same_document<Query, Key>(document)));
  right &= run("turned positions", attention<Key, Feature>(rotary<Query, Feature>(q), rotary<Key, Feature>(k), v, causal<Query, Key>()));
  right &= run("cosine scores, a sink", dot<Key>(softmax_with_sink<Key>(temperature(cosine<Feature>(q, k), 0.1f), 1), v));
  // [/variants]
  return right ? 0 : 1;
}
