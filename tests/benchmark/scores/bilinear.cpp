#include "plain.hpp"

namespace {
using namespace heed_benchmark;

constexpr double projection = 2. * 8 * 1024 * 64 * 64;

const measured bilinear("scores/bilinear/heed", over_plain(plain_flops + projection), [] {
  return fused([](auto& q, auto& w, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Hidden>(dot<Feature>(q, w), k) / 8.f), v); },
               q(), numbers<heed::tensor<float, Feature[64], Hidden[64]>, 4>(0.125f),
               numbers<heed::tensor<float, Head[8], Key[1024], Hidden[64]>, 5>(), v());
});

}  // namespace
