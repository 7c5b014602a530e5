#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured twice("normalisers/twice/heed", over_plain(1.5 * plain_flops, {arithmetic("exp", 2 * plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f)), v);
  }, q(), k(), v());
});

}  // namespace
