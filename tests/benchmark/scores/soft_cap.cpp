#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured soft_cap("scores/soft_cap/heed", over_plain(plain_flops, {arithmetic("tanh", plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(20 * tanh(dot<Feature>(q, k) / 8.f / 20)), v); },
               q(), k(), v());
});

}  // namespace
