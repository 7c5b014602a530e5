#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured squared("normalisers/squared/heed", over_plain(1.5 * plain_flops, {arithmetic("exp", plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return let(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), [&](auto w) { return dot<Key>(w * w, v); });
  }, q(), k(), v());
});

}  // namespace
