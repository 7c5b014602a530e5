// Masks that are data: keys that are there, and pairs of a query and a key that see each other.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

template <class Mask> Mask& mask() {
  static Mask& made = *[] {
    auto* m = new Mask;
    for (heed::index_t i = 0; i < m->size(); ++i) m->data()[i] = i * 2654435761u % 16 != 3;
    return m;
  }();
  return made;
}
const auto attend = [](auto& q, auto& k, auto& v, auto& seen) {
  return dot<Key>(heed::softmax<Key>(where(seen, dot<Feature>(q, k) / 8.f, -heed::inf)), v);
};

const measured padding("masks/padding/heed", over_plain(plain_flops, {arithmetic("multiply_add", plain_scores)}), [] {
  return fused(attend, q(), k(), v(), mask<heed::tensor<bool, Key[1024]>>());
});
const measured pairs("masks/pairs/heed", over_plain(plain_flops, {arithmetic("multiply_add", plain_scores)}), [] {
  auto out = std::make_shared<heed::tensor<float, Head[8], Query[1024], Value[64]>>();  // (of its own the result would have Query first)
  return fused(attend, out, q(), k(), v(), mask<heed::tensor<bool, Query[1024], Key[1024]>>());
});

}  // namespace
