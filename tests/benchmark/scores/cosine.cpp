#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured cosine("scores/cosine/heed", over_plain(plain_flops, {arithmetic("multiply_add", 2 * plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v) {
    auto similarity = dot<Feature>(q, k) * rsqrt(heed::sum<Feature>(q * q)) * rsqrt(heed::sum<Feature>(k * k));
    return dot<Key>(heed::softmax<Key>(10 * similarity), v);
  }, q(), k(), v());
});

}  // namespace
