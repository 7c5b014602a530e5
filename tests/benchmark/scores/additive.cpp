// Additive scores: Query x Key x Hidden values of tanh, far more than the contraction with v costs.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

constexpr double scores = 512. * 512, flops = 2 * scores * 64 + 2 * scores * 64;

const measured additive("scores/additive_n512/heed", over_plain(flops, {arithmetic("tanh", scores * 64)}), [] {
  return fused([](auto& a, auto& b, auto& w, auto& v) { return dot<Key>(heed::softmax<Key>(heed::sum<Hidden>(w * tanh(a + b))), v); },
               numbers<heed::tensor<float, Query[512], Hidden[64]>, 1>(), numbers<heed::tensor<float, Key[512], Hidden[64]>, 2>(),
               numbers<heed::tensor<float, Hidden[64]>, 3>(0.3f), numbers<heed::tensor<float, Key[512], Value[64]>, 4>());
});

}  // namespace
