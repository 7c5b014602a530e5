#include "rewrites.hpp"

namespace {
using namespace heed_benchmark;

struct Asking {};
struct Asked {};
struct Deep {};
struct Wide {};

const rewrite fresh_axes("fresh_axes", [](auto weights) {
  return fused([=](auto& q, auto& k, auto& v) { return dot<Asked>(weights.template of<Asked>(dot<Deep>(q, k) / 8.f), v); },
               numbers<heed::tensor<float, Head[2], Asking[1024], Deep[64]>, 1>(), numbers<heed::tensor<float, Head[2], Asked[1024], Deep[64]>, 2>(),
               numbers<heed::tensor<float, Head[2], Asked[1024], Wide[64]>, 3>());
});

}  // namespace
