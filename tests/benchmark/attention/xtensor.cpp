// xtensor without xtensor-blas: contractions are sums of a broadcast product, here over blocks of 32 queries.
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include "cases.hpp"

namespace {
using namespace heed_benchmark;

void attention(const size& s, const float* q, const float* k, const float* v, float* out) {
  using xt::all;
  using xt::newaxis;
  const auto n = static_cast<std::size_t>(s.length), d = static_cast<std::size_t>(s.features);
  for (long h = 0; h < s.heads; ++h) {
    const long head = h * s.length * s.features;
    const auto queries = xt::adapt(q + head, n * d, xt::no_ownership(), std::array{n, d});
    const auto keys = xt::adapt(k + head, n * d, xt::no_ownership(), std::array{n, d});
    const auto values = xt::adapt(v + head, n * d, xt::no_ownership(), std::array{n, d});
    auto context = xt::adapt(out + head, n * d, xt::no_ownership(), std::array{n, d});
    for (std::size_t first = 0; first < n; first += 32) {
      const auto rows = [&] { return xt::range(first, std::min(first + 32, n)); };
      const xt::xtensor<float, 2> block = xt::view(queries, rows(), all()) / std::sqrt(static_cast<float>(d));
      const xt::xtensor<float, 2> scores = xt::sum(xt::view(block, all(), newaxis(), all()) * xt::view(keys, newaxis(), all(), all()), {2});
      const xt::xtensor<float, 1> maxima = xt::amax(scores, {1});
      const xt::xtensor<float, 2> phi = xt::exp(scores - xt::view(maxima, all(), newaxis()));
      const xt::xtensor<float, 1> totals = xt::sum(phi, {1});
      const xt::xtensor<float, 2> weights = phi / xt::view(totals, all(), newaxis());
      xt::noalias(xt::view(context, rows(), all())) =
          xt::sum(xt::view(weights, all(), all(), newaxis()) * xt::view(values, newaxis(), all(), all()), {1});
    }
  }
}

const measured all_sizes[] = {peer_benchmark("xtensor", heads1_n512_d64, attention)};

}  // namespace
