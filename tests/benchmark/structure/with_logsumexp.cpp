// Context and logsumexp from one pass.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

const measured with_logsumexp("structure/with_logsumexp/heed", over_plain(plain_flops), [] {
  auto scores = dot<Feature>(q(), k()) / 8.f;
  auto context = dot<Key>(heed::softmax<Key>(scores), v());
  auto total = heed::logsumexp<Key>(scores);
  auto out = std::make_shared<heed::tensor<float, Head[8], Query[1024], Value[64]>>();
  auto lse = std::make_shared<heed::tensor<float, Head[8], Query[1024]>>();
  return prepared{[=] { heed::assign(heed::to(*out, *lse), context, total); }, [=] {
                    auto one_q = last_head(q());
                    auto one_k = last_head(k());
                    auto one_v = last_head(v());
                    auto s = dot<Feature>(one_q, one_k) / 8.f;
                    const auto exact = heed::eval(heed::in_float64(dot<Key>(heed::softmax<Key>(s), one_v)));
                    const auto exact_lse = heed::eval(heed::in_float64(heed::logsumexp<Key>(s)));
                    return std::max(largest_error(out->data() + 7 * exact.size(), exact.data(), exact.size()),
                                    largest_error(lse->data() + 7 * exact_lse.size(), exact_lse.data(), exact_lse.size()));
                  }};
});

}  // namespace
