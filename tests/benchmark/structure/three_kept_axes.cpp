// Values with three axes of their own, 64 elements a key as in plain attention, and 512.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

struct Height {};
struct Width {};
struct Channel {};

const auto attend = [](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), v); };

const measured small("structure/three_kept_axes_4x4x4/heed", over_plain(plain_flops), [] {
  return fused(attend, q(), k(), numbers<heed::tensor<float, Head[8], Key[1024], Height[4], Width[4], Channel[4]>, 3>());
});
const measured large("structure/three_kept_axes_8x8x8/heed", over_plain(2 * plain_scores * (64 + 512)), [] {
  return fused(attend, q(), k(), numbers<heed::tensor<float, Head[8], Key[1024], Height[8], Width[8], Channel[8]>, 3>());
});

}  // namespace
