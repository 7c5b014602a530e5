#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured softplus("normalisers/softplus/heed", over_plain(plain_flops, {arithmetic("softplus", plain_scores)}), [] {
  return fused([](auto& q, auto& k, auto& v) {
    auto s = dot<Feature>(q, k) / 8.f;
    return dot<Key>(heed::normalize<Key>(log(1 + exp(s))), v);
  }, q(), k(), v());
});

}  // namespace
