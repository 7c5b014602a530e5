// The same contraction with each operand stored the other way round, spelled as a sum of products, and with an epilogue.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

using a_type = heed::tensor<float, Row[512], Model[512]>;
using b_type = heed::tensor<float, Model[512], Column[512]>;
constexpr double flops = 2. * 512 * 512 * 512;
const work as_512{.flops = flops, .expected = {{"contraction/512/heed", 1}}};

const measured a_transposed("contraction/512_left_transposed/heed", as_512, [] {
  return fused([](auto& a, auto& b) { return dot<Model>(a, b); }, numbers<heed::tensor<float, Model[512], Row[512]>, 1>(), numbers<b_type, 2>());
});
const measured b_transposed("contraction/512_right_transposed/heed", as_512, [] {
  return fused([](auto& a, auto& b) { return dot<Model>(a, b); }, numbers<a_type, 1>(), numbers<heed::tensor<float, Column[512], Model[512]>, 2>());
});
const measured sum_of_products("contraction/512_sum_of_products/heed", as_512, [] {
  return fused([](auto& a, auto& b) { return heed::sum<Model>(b * a); }, numbers<a_type, 1>(), numbers<b_type, 2>());
});
const measured epilogue("contraction/512_bias_relu/heed", as_512, [] {
  return fused([](auto& a, auto& b, auto& bias) { return maximum(dot<Model>(a, b) + bias, 0); }, numbers<a_type, 1>(), numbers<b_type, 2>(),
               numbers<heed::tensor<float, Column[512]>, 3>());
});
const measured gelu_epilogue("contraction/512_bias_gelu/heed", as_512, [] {
  return fused([](auto& a, auto& b, auto& bias) { return gelu(dot<Model>(a, b) + bias); }, numbers<a_type, 1>(0.05f), numbers<b_type, 2>(),
               numbers<heed::tensor<float, Column[512]>, 3>());
});

}  // namespace
