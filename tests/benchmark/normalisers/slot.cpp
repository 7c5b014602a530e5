#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured slot("normalisers/slot/heed", over_plain(1.5 * plain_flops, {arithmetic("exp", plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Query>(dot<Feature>(q, k) / 8.f), v);
  }, q(), k(), v());
});

}  // namespace
