// A heed expression as a benchmark: fused into an existing tensor, held against in_float64.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>

#include <heed/heed.hpp>

#include "axes.hpp"
#include "measure.hpp"

namespace heed_benchmark {

/// Numbers in [-sqrt 3, sqrt 3), of variance 1: the scores of attention then have variance 1 as well.
template <class Tensor> void fill(Tensor& tensor, std::uint64_t seed, float scale = 1) {
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  const float unit = scale * 1.7320508f / static_cast<float>(1 << 23);
  for (heed::index_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    tensor.data()[i] = (static_cast<float>(state >> 40) - static_cast<float>(1 << 23)) * unit;
  }
}

/// The tensor of this type and seed, filled when first asked for; never destroyed, because expressions refer to it.
template <class Tensor, int seed, class... Size> Tensor& numbers(float scale = 1, Size... size) {
  static Tensor& tensor = *[&] {
    auto* made = new Tensor(size...);
    fill(*made, seed, scale);
    return made;
  }();
  return tensor;
}

/// Largest |found - exact| over largest |exact| (which may be 0 throughout); infinite where either is no number.
template <class Found> double largest_error(const Found* found, const double* exact, heed::index_t count) {
  double largest = 0, error = 0;
  for (heed::index_t i = 0; i < count; ++i) {
    const double difference = std::fabs(static_cast<double>(found[i]) - exact[i]);
    if (!(difference < INFINITY)) return INFINITY;
    error = std::max(error, difference);
    largest = std::max(largest, std::fabs(exact[i]));
  }
  return largest > 0 ? error / largest : error;
}

/// The last head of a tensor that has heads. Every head is computed alike, so one is held against float64.
template <class Tensor> decltype(auto) last_head(Tensor& tensor) {
  if constexpr (heed::contains_axis<typename Tensor::shape_type, Head>)
    return heed::slice<Head, static_cast<int>(heed::size_in_shape<typename Tensor::shape_type, Head>) - 1, 1>(tensor);
  else return (tensor);
}

/// The benchmark of `out = formula(tensors...)`. Out's first axis is Head, where it has heads.
template <class Out, class Formula, class... Tensor> prepared fused(Formula formula, std::shared_ptr<Out> out, Tensor&... tensors) {
  return {[out, expression = formula(tensors...)] { *out = expression; },
          [out, formula, &tensors...] {
            auto of_one_head = std::tuple<decltype(last_head(tensors))...>(last_head(tensors)...);
            const auto exact = std::apply([&](auto&... x) { return heed::eval(heed::in_float64(formula(x...))); }, of_one_head);
            return largest_error(out->data() + (out->size() - exact.size()), exact.data(), exact.size());
          }};
}
/// The same into a new tensor of the expression's own shape.
template <class Formula, class... Tensor> prepared fused(Formula formula, Tensor&... tensors) {
  using result = decltype(heed::eval(formula(tensors...)));
  return fused(formula, std::make_shared<result>(heed::eval(formula(tensors...))), tensors...);
}

}  // namespace heed_benchmark
