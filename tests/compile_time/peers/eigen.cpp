// Plain attention in Eigen: a product, a row-wise softmax, a product, for each head.
#include <cmath>

#include <Eigen/Dense>

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void plain(const matrix* q, const matrix* k, const matrix* v, matrix* out) {
  for (int h = 0; h < 8; ++h) {
    matrix weights = q[h] * k[h].transpose() / std::sqrt(64.f);
    weights = (weights.colwise() - weights.rowwise().maxCoeff()).array().exp().matrix();
    weights.array().colwise() /= weights.rowwise().sum().array();
    out[h].noalias() = weights * v[h];
  }
}
