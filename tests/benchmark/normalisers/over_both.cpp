#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured over_both("normalisers/over_both/heed", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Query, Key>(dot<Feature>(q, k) / 8.f), v);
  }, q(), k(), v());
});

}  // namespace
