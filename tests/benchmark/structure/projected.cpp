// q, k and v projected inside the expression, and the output projection around it: N 256, width 512, heads 8.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;
using heed::rename;

using words = heed::tensor<float, Token[256], Model[512]>;
using to_features = heed::tensor<float, Model[512], Head[8], Feature[64]>;
using to_values = heed::tensor<float, Model[512], Head[8], Value[64]>;
using to_model = heed::tensor<float, Head[8], Value[64], Model[512]>;

constexpr double projection = 2. * 256 * 512 * 512, attention = 4. * 8 * 256 * 256 * 64;

const auto attend = [](auto& x, auto& wq, auto& wk, auto& wv) {
  auto q = rename<Token, Query>(dot<Model>(x, wq));
  auto k = rename<Token, Key>(dot<Model>(x, wk));
  auto v = rename<Token, Key>(dot<Model>(x, wv));
  return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), v);
};
words& x() { return numbers<words, 1>(); }
to_features& wq() { return numbers<to_features, 2>(0.044f); }
to_features& wk() { return numbers<to_features, 3>(0.044f); }
to_values& wv() { return numbers<to_values, 4>(0.044f); }

// The result is {Query, Head, Value}: every head is checked.
prepared whole(auto formula, auto&... tensors) {
  using result = decltype(heed::eval(formula(tensors...)));
  auto out = std::make_shared<result>();
  return {[out, e = formula(tensors...)] { *out = e; }, [=, &tensors...] {
            const auto exact = heed::eval(heed::in_float64(formula(tensors...)));
            return largest_error(out->data(), exact.data(), exact.size());
          }};
}

const measured inputs("structure/projected_qkv/heed", over_plain(3 * projection + attention), [] { return whole(attend, x(), wq(), wk(), wv()); });
const measured both("structure/projected_qkvo/heed", over_plain(4 * projection + attention), [] {
  return whole([](auto& x, auto& wq, auto& wk, auto& wv, auto& wo) { return rename<Query, Token>(dot<Head, Value>(attend(x, wq, wk, wv), wo)); },
               x(), wq(), wk(), wv(), numbers<to_model, 5>(0.044f));
});

}  // namespace
