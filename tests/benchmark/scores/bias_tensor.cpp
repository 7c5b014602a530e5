#include "plain.hpp"

namespace {
using namespace heed_benchmark;

using biases = heed::tensor<float, Head[8], Query[1024], Key[1024]>;

const measured bias_tensor("scores/bias_tensor/heed", over_plain(plain_flops, {{"peak/read_64MiB", 0.5}}), [] {
  return fused([](auto& q, auto& k, auto& v, auto& bias) { return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f + bias), v); },
               q(), k(), v(), numbers<biases, 4>());
});

}  // namespace
