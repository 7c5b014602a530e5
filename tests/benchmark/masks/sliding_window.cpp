// Each query sees itself and the 127 keys before it, of 4096: the flops counted are those inside the window.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;
using heed::position;

constexpr double window = 128, length = 4096;
constexpr double scores = 8 * (length * window - window * (window - 1) / 2);

const measured sliding_window("masks/sliding_window128_n4096/heed", over_plain(4 * scores * 64), [] {
  return fused([](auto& q, auto& k, auto& v) {
    auto inside = position<Key> <= position<Query> && position<Query> - position<Key> < 128;
    return dot<Key>(heed::softmax<Key>(where(inside, dot<Feature>(q, k) / 8.f, -heed::inf)), v);
  }, numbers<heed::tensor<float, Head[8], Query[4096], Feature[64]>, 1>(), numbers<heed::tensor<float, Head[8], Key[4096], Feature[64]>, 2>(),
     numbers<heed::tensor<float, Head[8], Key[4096], Value[64]>, 3>());
});

}  // namespace
