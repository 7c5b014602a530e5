// Rows of a table of 64 MiB, normalised: the arithmetic is hidden behind the memory, so a copy is what it is held against. And of one that stays in the second
// cache: what it costs to compute in float64, in two registers for one of float32.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

using table = heed::tensor<float, Row[16384], Column[1024]>;
using few_rows = heed::tensor<float, Row[64], Column[1024]>;

const work over_copy{.bytes = 2. * (64 << 20), .expected = {{"peak/copy_64MiB", 1}}};

// Rows are computed alike, so the first 64 are checked.
prepared by_rows(auto formula) {
  auto& x = numbers<table, 1>();
  auto out = std::make_shared<table>();
  return {[out, e = formula(x)] { *out = e; }, [out, &x, formula] {
            auto first = heed::slice<Row, 0, 64>(x);
            const auto exact = heed::eval(heed::in_float64(formula(first)));
            return largest_error(out->data(), exact.data(), exact.size());
          }};
}

const measured softmax("rows/softmax_64MiB/heed", over_copy, [] { return by_rows([](auto& x) { return heed::softmax<Column>(x); }); });

const measured layer_norm("rows/layer_norm_64MiB/heed", over_copy, [] {
  return by_rows([](auto& x) { return (x - heed::mean<Column>(x)) * rsqrt(heed::var<Column>(x) + 1e-5f); });
});

const measured chain("rows/chain_of_six_64MiB/heed", over_copy, [] {
  return by_rows([](auto& x) { return maximum(x * 2 + 1, 0) * abs(x - 3) - 0.5f; });
});

const auto standardised = [](const auto& x) { return (x - heed::mean<Column>(x)) * rsqrt(heed::var<Column>(x) + 1e-5f); };
const measured cached("rows/layer_norm_256KiB/heed", {}, [] { return fused([](auto& x) { return standardised(x); }, numbers<few_rows, 1>()); });
const measured cached_in_float64("rows/layer_norm_256KiB_in_float64/heed", {.expected = {{"rows/layer_norm_256KiB/heed", 2}}}, [] {
  return fused([](auto& x) { return heed::cast<float>(standardised(heed::cast<double>(x))); }, numbers<few_rows, 1>());
});
// What is dear and the same for a row, the logarithms of sums of weights, is computed once for it: three passes that fold weights, and little more.
const measured weights_summed("rows/logsumexp_256KiB/heed", {}, [] { return fused([](auto& x) { return heed::logsumexp<Column>(x); }, numbers<few_rows, 1>()); });
const measured divergence("rows/kl_divergence_256KiB/heed", {.expected = {{"rows/logsumexp_256KiB/heed", 4}}}, [] {
  return fused([](auto& x, auto& y) { return heed::sum<Column>(heed::softmax<Column>(x) * (heed::log_softmax<Column>(x) - heed::log_softmax<Column>(y))); },
               numbers<few_rows, 1>(), numbers<few_rows, 2>());
});
const measured polynomial("rows/polynomial_256KiB/heed", {}, [] { return fused([](auto& x) { return 1.5f + x * (2.5f + x * (0.25f + x * 3)); }, numbers<few_rows, 1>()); });
const measured polynomial_in_float64("rows/polynomial_256KiB_in_float64/heed", {.expected = {{"rows/polynomial_256KiB/heed", 2}}}, [] {
  return fused([](auto& x) {
    auto y = heed::cast<double>(x);
    return heed::cast<float>(1.5 + y * (2.5 + y * (0.25 + y * 3)));
  }, numbers<few_rows, 1>());
});

}  // namespace
