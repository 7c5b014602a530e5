// A transformer layer out of ordinary functions: each takes expressions and returns one, and the whole layer is planned
// as a whole. What a function uses twice it binds with let, so that it is computed once.
#include <cmath>
#include <iostream>
#include <random>
#include <utility>

#include <heed/heed.hpp>

struct Token {};
struct Model {};
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Hidden {};

const auto layer_norm = [](auto&& x) {  // {..., Model}
  return let(std::forward<decltype(x)>(x), [](auto t) { return (t - mean<Model>(t)) * rsqrt(var<Model>(t) + 1e-5f); });
};

const auto attend = [](auto&& x, const auto& wq, const auto& wk, const auto& wv, const auto& wo) {  // x {Token, Model}
  return let(std::forward<decltype(x)>(x), [&](auto t) {
    // Self-attention needs the words twice, as those who ask and as those who are asked: two axes, hence two names.
    auto q = heed::rename<Token, Query>(dot<Model>(t, wq));  // {Query, Head, Feature}
    auto k = heed::rename<Token, Key>(dot<Model>(t, wk));    // {Key, Head, Feature}
    auto v = heed::rename<Token, Key>(dot<Model>(t, wv));    // {Key, Head, Value}

    // A forgotten rename would be found here, at compile time, in one line.
    auto scores = expect<Query, Head, Key>(dot<Feature>(q, k) / std::sqrt(extent<Feature>(q)));
    return heed::rename<Query, Token>(dot<Head, Value>(dot<Key>(softmax<Key>(scores), v), wo));
  });
};

const auto feed_forward = [](auto&& x, const auto& up, const auto& down) {
  auto hidden = dot<Model>(std::forward<decltype(x)>(x), up);  // {Token, Hidden}
  return dot<Hidden>(maximum(hidden, 0.f), down);
};

void fill_with_random_numbers(auto& tensor, unsigned seed, float scale) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal(0, scale);
  for (float& element : tensor) element = normal(generator);
}

int main() {
  heed::tensor<float, Model[256], Head[4], Feature[64]> wq, wk;
  heed::tensor<float, Model[256], Head[4], Value[64]> wv;
  heed::tensor<float, Head[4], Value[64], Model[256]> wo;
  heed::tensor<float, Model[256], Hidden[1024]> up;
  heed::tensor<float, Hidden[1024], Model[256]> down;
  heed::tensor<float, Token[], Model[256]> x{heed::sized<Token>(200)};  // the number of words is known at run time
  fill_with_random_numbers(wq, 1, 1 / 16.f);
  fill_with_random_numbers(wk, 2, 1 / 16.f);
  fill_with_random_numbers(wv, 3, 1 / 16.f);
  fill_with_random_numbers(wo, 4, 1 / 16.f);
  fill_with_random_numbers(up, 5, 1 / 16.f);
  fill_with_random_numbers(down, 6, 1 / 32.f);
  fill_with_random_numbers(x, 7, 1);

  std::cout << heed::explain(x + attend(layer_norm(x), wq, wk, wv, wo)) << '\n';

  heed::tensor<double, Token[], Model[256]> exact{heed::sized<Token>(200)};
  exact = heed::in_float64(x + attend(layer_norm(x), wq, wk, wv, wo));
  exact = heed::in_float64(exact + feed_forward(layer_norm(exact), up, down));

  // x stands on both sides: the value is as if the right side had been computed first.
  x = x + attend(layer_norm(x), wq, wk, wv, wo);
  x += feed_forward(layer_norm(x), up, down);

  const double error = heed::eval(max<Token, Model>(abs(x - exact)))();
  std::cout << "two sublayers over " << extent<Token>(x) << " words, largest difference to float64: " << error << '\n';
  return error < 1e-4 ? 0 : 1;
}
