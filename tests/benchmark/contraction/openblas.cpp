#include <cblas.h>

#include "peer.hpp"

namespace {
using namespace heed_benchmark;

void product(int n, const float* a, const float* b, float* c) {
  static const bool one_thread = [] { return openblas_set_num_threads(1), true; }();
  (void)one_thread;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
}

const measured all[] = {peer_product("openblas", 512, product), peer_product("openblas", 64, product), peer_product("openblas", 16, product)};

}  // namespace
