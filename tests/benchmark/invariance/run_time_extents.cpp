#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

const rewrite run_time_extents("run_time_extents", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v) { return dot<Key>(weights.template of<Key>(dot<Feature>(q, k) / 8.f), v); },
               numbers<heed::tensor<float, Head[2], Query[], Feature[64]>, 1>(1, heed::sized<Query>(1024)),
               numbers<heed::tensor<float, Head[2], Key[], Feature[64]>, 2>(1, heed::sized<Key>(1024)),
               numbers<heed::tensor<float, Head[2], Key[], Value[64]>, 3>(1, heed::sized<Key>(1024)));
});

}  // namespace
