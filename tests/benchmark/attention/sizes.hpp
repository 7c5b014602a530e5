// heed's attention at the sizes of cases.hpp, checked row by row in double.
#pragma once

#include "checked.hpp"
#include "cases.hpp"

namespace heed_benchmark {

template <int H, int N, int D> measured static_attention(const size& s) {
  using out_type = heed::tensor<float, Head[H], Query[N], Value[D]>;
  return {"attention/" + s.name + "/heed", {.flops = s.flops()}, [s] {
            auto& q = numbers<heed::tensor<float, Head[H], Query[N], Feature[D]>, 1>();
            auto& k = numbers<heed::tensor<float, Head[H], Key[N], Feature[D]>, 2>();
            auto& v = numbers<heed::tensor<float, Head[H], Key[N], Value[D]>, 3>();
            auto out = std::make_shared<out_type>();
            auto context = dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / std::sqrt(static_cast<float>(D))), v);
            return prepared{[out, context] { *out = context; },
                            [=, &q, &k, &v] { return attention_error(s, q.data(), k.data(), v.data(), out->data()); }};
          }};
}

}  // namespace heed_benchmark
