#include <Eigen/Dense>

#include "peer.hpp"

namespace {
using namespace heed_benchmark;

void product(int n, const float* a, const float* b, float* c) {
  using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<matrix>(c, n, n).noalias() = Eigen::Map<const matrix>(a, n, n) * Eigen::Map<const matrix>(b, n, n);
}

const measured all[] = {peer_product("eigen", 512, product), peer_product("eigen", 64, product), peer_product("eigen", 16, product)};

}  // namespace
