#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

const rewrite computed_leaf("computed_leaf", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v, auto& more) {
    return dot<Key>(weights.template of<Key>(dot<Feature>(q + more, k * 0.5f) / 8.f), v - 1);
  }, numbers<few_queries, 1>(), numbers<few_keys, 2>(), numbers<few_values, 3>(),
     numbers<heed::tensor<float, Feature[64]>, 4>());
});

}  // namespace
