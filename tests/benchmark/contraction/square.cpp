#include "plain.hpp"

namespace {
using namespace heed_benchmark;

template <int N> measured square() {
  return {"contraction/" + std::to_string(N) + "/heed", {.flops = 2. * N * N * N}, [] {
            return fused([](auto& a, auto& b) { return dot<Model>(a, b); }, numbers<heed::tensor<float, Row[N], Model[N]>, 1>(),
                         numbers<heed::tensor<float, Model[N], Column[N]>, 2>());
          }};
}

const measured all[] = {square<512>(), square<64>(), square<16>()};

}  // namespace
