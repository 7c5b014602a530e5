// The bias of Press et al. (2022), whose slopes are computed from the head's number.
#include <heed/attention.hpp>

#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured alibi("scores/alibi/heed", over_plain(plain_flops, {arithmetic("multiply_add", plain_scores)}), [] {
  auto formula = [](auto& q, auto& k, auto& v, auto slopes) {
    return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f + slopes * -abs(heed::position<Query> - heed::position<Key>)), v);
  };
  auto out = std::make_shared<heed::tensor<float, Head[8], Query[1024], Value[64]>>();
  auto biased = dot<Key>(heed::softmax<Key>(dot<Feature>(q(), k()) / 8.f + heed::alibi<Head, Query, Key>()), v());
  return prepared{[out, biased] { *out = biased; }, [out, formula] {
                    auto one_q = last_head(q());
                    auto one_k = last_head(k());
                    auto one_v = last_head(v());  // of slope 2^-8
                    const auto exact = heed::eval(heed::in_float64(formula(one_q, one_k, one_v, 1.f / 256)));
                    return largest_error(out->data() + 7 * exact.size(), exact.data(), exact.size());
                  }};
});

}  // namespace
