// Attention, softmax(Q K^T / sqrt(d)) V, written over named axes: the axes say what is summed, the planner makes one
// fused loop nest of it, and no Query x Key array exists.
#include <cmath>
#include <iostream>
#include <random>

#include <heed/heed.hpp>

// Between such markers stands what the README quotes.
// [attention]
struct Head {};  // An axis is an empty struct; Axis[N] is an axis with its extent.
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
// [/attention]

void fill_with_random_numbers(auto& tensor, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  for (float& element : tensor) element = normal(generator);
}

int main() {
  // [attention]
  heed::tensor<float, Head[8], Query[512], Feature[64]> q;
  heed::tensor<float, Head[8], Key[512], Feature[64]> k;
  heed::tensor<float, Head[8], Key[512], Value[64]> v;
  // [/attention]
  fill_with_random_numbers(q, 1);
  fill_with_random_numbers(k, 2);
  fill_with_random_numbers(v, 3);

  // [attention]
  // Expressions: nothing is computed yet. Head is in both operands and not summed, so it stays.
  auto scores = dot<Feature>(q, k) / std::sqrt(64.f);  // {Head, Query, Key}
  auto context = dot<Key>(softmax<Key>(scores), v);    // {Head, Query, Value}

  static_assert(heed::has_axes<decltype(context), Head[8], Query[512], Value[64]>);
  static_assert(heed::plan_of<decltype(context)>.temporaries == 0);  // no array of scores, none of weights
  // [/attention]

  std::cout << heed::explain(context) << '\n';

  // [attention]
  heed::tensor<float, Head[8], Query[512], Value[64]> out = context;  // now it runs
  // [/attention]

  // The same expression in plain loops over doubles is what every fused result is held against.
  const auto exact = heed::eval(heed::in_float64(context));
  const double error = heed::eval(max<Head, Query, Value>(abs(out - exact)))();
  std::cout << "largest difference to plain loops in float64: " << error << '\n';
  return error < 1e-5 ? 0 : 1;
}
