// Plain attention in xtensor, whose sums of broadcast products are its contractions (xtensor-blas has others).
#include <cmath>

#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

void plain(const xt::xtensor<float, 3>& q, const xt::xtensor<float, 3>& k, const xt::xtensor<float, 3>& v, xt::xtensor<float, 3>& out) {
  using xt::all, xt::newaxis, xt::view;
  xt::xtensor<float, 3> scores = xt::sum(view(q, all(), all(), newaxis(), all()) * view(k, all(), newaxis(), all(), all()), {3}) / std::sqrt(64.f);
  xt::xtensor<float, 3> weights = xt::exp(scores - view(xt::amax(scores, {2}), all(), all(), newaxis()));
  weights /= view(xt::eval(xt::sum(weights, {2})), all(), all(), newaxis());
  out = xt::sum(view(weights, all(), all(), all(), newaxis()) * view(v, all(), newaxis(), all(), all()), {2});
}
