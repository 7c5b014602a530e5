#include <oneapi/dnnl/dnnl.hpp>

#include "peer.hpp"

namespace {
using namespace heed_benchmark;

void product(int n, const float* a, const float* b, float* c) { dnnl_sgemm('N', 'N', n, n, n, 1, a, n, b, n, 0, c, n); }

const measured all[] = {peer_product("onednn", 512, product), peer_product("onednn", 64, product), peer_product("onednn", 16, product)};

}  // namespace
