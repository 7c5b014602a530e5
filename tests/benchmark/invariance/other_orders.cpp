#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

const rewrite other_orders("other_orders", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v) { return dot<Key>(weights.template of<Key>(dot<Feature>(q, k) / 8.f), v); },
               numbers<heed::tensor<float, Feature[64], Head[2], Query[1024]>, 1>(),
               numbers<heed::tensor<float, Feature[64], Key[1024], Head[2]>, 2>(),
               numbers<heed::tensor<float, Value[64], Key[1024], Head[2]>, 3>());
});

}  // namespace
