#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

const rewrite as_written("as_written", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v) { return dot<Key>(weights.template of<Key>(dot<Feature>(q, k) / 8.f), v); },
               numbers<few_queries, 1>(), numbers<few_keys, 2>(), numbers<few_values, 3>());
});

}  // namespace
