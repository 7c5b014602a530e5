#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

const rewrite let_around("let_around", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v) {
    return let(dot<Feature>(q, k), [&](auto products) {
      return let(products / 8.f, [&](auto s) { return let(weights.template of<Key>(s), [&](auto w) { return dot<Key>(w, v); }); });
    });
  }, numbers<few_queries, 1>(), numbers<few_keys, 2>(), numbers<few_values, 3>());
});

}  // namespace
