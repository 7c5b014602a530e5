// Eight query heads share two key heads.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

struct KeyHead {};
struct Group {};

const measured grouped_heads("structure/grouped_heads/heed", over_plain(plain_flops), [] {
  auto& k = numbers<heed::tensor<float, KeyHead[2], Key[1024], Feature[64]>, 2>();
  auto& v = numbers<heed::tensor<float, KeyHead[2], Key[1024], Value[64]>, 3>();
  auto context = [](auto&& queries, auto&& keys, auto&& values) { return dot<Key>(heed::softmax<Key>(dot<Feature>(queries, keys) / 8.f), values); };
  auto out = std::make_shared<heed::tensor<float, KeyHead[2], Group[4], Query[1024], Value[64]>>();
  return prepared{[out, e = context(heed::split<Head, KeyHead[2], Group[4]>(q()), k, v)] { *out = e; }, [=, &k, &v] {
                    auto queries = heed::slice<Head, 7, 1>(q());
                    auto last_k = heed::at<KeyHead>(k, 1);
                    auto last_v = heed::at<KeyHead>(v, 1);
                    const auto exact = heed::eval(heed::in_float64(context(queries, last_k, last_v)));
                    return largest_error(out->data() + 7 * exact.size(), exact.data(), exact.size());
                  }};
});

}  // namespace
