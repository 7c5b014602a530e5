// Masks are expressions over positions. Blocks of keys that a mask excludes are never computed, so that a causal mask
// saves half of the work and a sliding window makes the time grow with the window, not with the text.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <random>

#include <heed/heed.hpp>

struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};

using queries = heed::tensor<float, Head[2], Query[2048], Feature[64]>;
using keys = heed::tensor<float, Head[2], Key[2048], Feature[64]>;
using values = heed::tensor<float, Head[2], Key[2048], Value[64]>;
using contexts = heed::tensor<float, Head[2], Query[2048], Value[64]>;

void fill_with_random_numbers(auto& tensor, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  for (float& element : tensor) element = normal(generator);
}

/// Runs the expression, prints its time, and checks it against plain loops in float64.
bool run(const char* name, const auto& expression) {
  contexts out;
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    out = expression;
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  const auto exact = heed::eval(heed::in_float64(expression));
  const double error = heed::eval(max<Head, Query, Value>(abs(out - exact)))();
  std::cout << std::setw(24) << std::left << name << std::fixed << std::setprecision(2) << std::setw(8) << std::right
            << best << " ms, largest difference to float64 " << std::scientific << error << '\n';
  return error < 1e-5;
}

int main() {
  queries q;
  keys k;
  values v;
  fill_with_random_numbers(q, 1);
  fill_with_random_numbers(k, 2);
  fill_with_random_numbers(v, 3);

  using heed::position;
  auto scores = dot<Feature>(q, k) / std::sqrt(64.f);  // {Head, Query, Key}

  // Bool expressions over {Query, Key}: true where a query may see a key.
  auto causal = position<Key> <= position<Query>;
  auto window = position<Query> - position<Key> < 128;

  auto attend = [&](auto masked) { return dot<Key>(softmax<Key>(masked), v); };  // {Head, Query, Value}
  auto distance = cast<float>(position<Query> - position<Key>);

  bool right = run("every key", attend(scores));
  right &= run("causal", attend(where(causal, scores, -heed::inf)));
  right &= run("causal, the last 128", attend(where(causal && window, scores, -heed::inf)));
  right &= run("causal, far keys less", attend(where(causal, scores - 0.01f * distance, -heed::inf)));

  // Where a mask excludes every key the weights are 0, not NaN.
  const contexts nothing = attend(where(position<Key> < 0, scores, -heed::inf));
  const float largest = heed::eval(max<Head, Query, Value>(abs(nothing)))();
  std::cout << "no key at all: the largest element is " << std::defaultfloat << largest << '\n';
  return right && largest == 0 ? 0 : 1;
}
