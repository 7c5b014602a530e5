#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured standardised("normalisers/standardised/heed", over_plain(1.5 * plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return let(dot<Feature>(q, k) / 8.f, [&](auto s) {
      return dot<Key>(heed::softmax<Key>((s - heed::mean<Key>(s)) * rsqrt(heed::var<Key>(s) + 1e-5f)), v);
    });
  }, q(), k(), v());
});

}  // namespace
