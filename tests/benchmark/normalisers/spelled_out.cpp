#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured spelled_out("normalisers/spelled_out/heed", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return let(dot<Feature>(q, k) / 8.f, [&](auto s) {
      return let(exp(s - heed::max<Key>(s)), [&](auto e) { return dot<Key>(e / heed::sum<Key>(e), v); });
    });
  }, q(), k(), v());
});

}  // namespace
