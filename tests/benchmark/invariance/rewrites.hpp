// Rewrites that keep an expression's meaning must keep its speed. Each file here is one rewrite, applied to attention with
// three normalisers and timed against the expression as written; "x expected" is the ratio, at most 1.3.
#pragma once

#include "checked.hpp"

namespace heed_benchmark {

/// Weights from scores, over the axis K.
struct plain_weights {
  static constexpr const char* name = "plain";
  template <class K> static auto of(auto s) { return heed::softmax<K>(s); }
};
struct soft_capped {
  static constexpr const char* name = "soft_cap";
  template <class K> static auto of(auto s) { return heed::softmax<K>(20 * tanh(s / 20)); }
};
struct standardised {  // a pass of its own for mean and variance
  static constexpr const char* name = "standardised";
  template <class K> static auto of(auto s) {
    return let(s, [](auto t) { return heed::softmax<K>((t - heed::mean<K>(t)) * rsqrt(heed::var<K>(t) + 1e-5f)); });
  }
};

using few_queries = heed::tensor<float, Head[2], Query[1024], Feature[64]>;
using few_keys = heed::tensor<float, Head[2], Key[1024], Feature[64]>;
using few_values = heed::tensor<float, Head[2], Key[1024], Value[64]>;

/// One rewrite of the three expressions. `make(weights)` prepares it.
template <class Make> struct rewrite {
  rewrite(const char* name, Make make)
      : all{one<plain_weights>(name, make), one<soft_capped>(name, make), one<standardised>(name, make)} {}

 private:
  template <class Weights> static measured one(const char* name, Make make) {
    const std::string expression = std::string("invariance/") + Weights::name + "/";
    work w{.flops = 4. * 2 * 1024 * 1024 * 64};
    if (std::string(name) != "as_written") w.expected = {{expression + "as_written", 1}};
    return {expression + name, w, [make] { return make(Weights{}); }};
  }
  measured all[3];
};

}  // namespace heed_benchmark
