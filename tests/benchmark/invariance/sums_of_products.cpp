#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

const rewrite sums_of_products("sums_of_products", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v) {
    return heed::sum<Key>(weights.template of<Key>(heed::sum<Feature>(k * q) / 8.f) * v);
  }, numbers<few_queries, 1>(), numbers<few_keys, 2>(), numbers<few_values, 3>());
});

}  // namespace
