// Attention of a few words, where every call and every branch shows.
#include "checked.hpp"

namespace {
using namespace heed_benchmark;

template <int N> measured tiny() {
  return {"tiny/" + std::to_string(N) + "x" + std::to_string(N) + "/heed", {.flops = 4. * N * N * N}, [] {
            return fused([](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) * 0.25f), v); },
                         numbers<heed::tensor<float, Query[N], Feature[N]>, 1>(), numbers<heed::tensor<float, Key[N], Feature[N]>, 2>(),
                         numbers<heed::tensor<float, Key[N], Value[N]>, 3>());
          }};
}

const measured all[] = {tiny<8>(), tiny<16>(), tiny<32>()};

}  // namespace
