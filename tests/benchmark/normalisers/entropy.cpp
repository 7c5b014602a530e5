// The entropy of the weights: the scores twice, no product with v.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured entropy("normalisers/entropy/heed", over_plain(plain_flops, {arithmetic("exp", plain_scores), arithmetic("log", plain_scores)}), [] {
  return fused([](auto& q, auto& k) {
    return let(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), [&](auto w) { return -heed::sum<Key>(w * log(w)); });
  }, q(), k());
});

}  // namespace
