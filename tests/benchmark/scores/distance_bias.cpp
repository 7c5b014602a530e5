#include "plain.hpp"

namespace {
using namespace heed_benchmark;
using heed::position;

const measured distance_bias("scores/distance_bias/heed", over_plain(plain_flops, {arithmetic("multiply_add", plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v, auto& slope) {
    return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f - abs(position<Query> - position<Key>) * slope), v);
  }, q(), k(), v(), numbers<heed::tensor<float, Head[8]>, 4>(0.02f));
});

}  // namespace
