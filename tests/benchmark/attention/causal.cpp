#include "plain.hpp"
#include "cases.hpp"

namespace {
using namespace heed_benchmark;
using heed::position;

const measured causal("attention/" + causal_n1024.name + "/heed", over_plain(causal_n1024.flops()), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Key>(where(position<Key> <= position<Query>, dot<Feature>(q, k) / 8.f, -heed::inf)), v);
  }, q(), k(), v());
});

}  // namespace
