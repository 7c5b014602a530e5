#include "checked.hpp"

namespace {
using namespace heed_benchmark;

const measured attention("attention/float64_heads8_n1024_d64/heed", {.flops = 4. * 8 * 1024 * 1024 * 64, .tolerance = 1e-13, .float64 = true}, [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.0), v); },
               numbers<heed::tensor<double, Head[8], Query[1024], Feature[64]>, 1>(), numbers<heed::tensor<double, Head[8], Key[1024], Feature[64]>, 2>(),
               numbers<heed::tensor<double, Head[8], Key[1024], Value[64]>, 3>());
});

}  // namespace
