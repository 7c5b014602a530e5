// The same on one thread and on two: the time that passes.
#include <string>

#include "checked.hpp"
#include "peak.hpp"

namespace {
using namespace heed_benchmark;
using heed::par;

constexpr long read_size = 128L << 20;  // (of 64 MiB a third cache of 32 may hold half)

const measured read("peak/read_two_cores_128MiB", {.bytes = read_size, .wall = true}, [] {
  auto block = std::make_shared<heed::tensor<float, Key[]>>(heed::sized<Key>(read_size / 4));
  fill(*block, 1);
  auto sums = std::make_shared<std::vector<unsigned long long>>(32);
  return prepared{[=] {
                    heed::system_threads{}(2, [&](int t) {
                      (*sums)[static_cast<std::size_t>(16 * t)] = read_bytes(block->data() + t * (read_size / 8), read_size / 2);
                    });
                  }, [] { return 0.; }};
});

// Every head is computed alike: the last is checked.
template <class Q, class K, class V> void one_and_two(std::vector<measured>& all, const std::string& name, double flops, double bytes) {
  const auto attend = [](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / std::sqrt(heed::extent<Feature>(q))), v);
  };
  const auto exact_error = [=](auto& out) {
    auto q = last_head(numbers<Q, 1>());
    auto k = last_head(numbers<K, 2>());
    auto v = last_head(numbers<V, 3>());
    const auto exact = heed::eval(heed::in_float64(attend(q, k, v)));
    return largest_error(out.data() + (out.size() - exact.size()), exact.data(), exact.size());
  };
  using result = decltype(heed::eval(attend(numbers<Q, 1>(), numbers<K, 2>(), numbers<V, 3>())));
  all.emplace_back("threads/" + name + "/one", work{.flops = flops, .bytes = bytes, .wall = true}, [=] {
    auto out = std::make_shared<result>();
    return prepared{[=, e = attend(numbers<Q, 1>(), numbers<K, 2>(), numbers<V, 3>())] { *out = e; }, [=] { return exact_error(*out); }};
  });
  work two{.flops = flops, .bytes = bytes, .expected = {{"threads/" + name + "/one", 0.5}}, .wall = true};
  if (bytes > 0) two.expected = {{"peak/read_two_cores_128MiB", bytes / read_size}};
  all.emplace_back("threads/" + name + "/two", two, [=] {
    auto out = std::make_shared<result>();
    return prepared{[=, e = par(attend(numbers<Q, 1>(), numbers<K, 2>(), numbers<V, 3>()), 2)] { *out = e; }, [=] { return exact_error(*out); }};
  });
}

const std::vector<measured> all = [] {
  std::vector<measured> made;
  one_and_two<heed::tensor<float, Head[8], Query[1024], Feature[64]>, heed::tensor<float, Head[8], Key[1024], Feature[64]>,
              heed::tensor<float, Head[8], Key[1024], Value[64]>>(made, "heads8_n1024_d64", 4. * 8 * 1024 * 1024 * 64, 0);
  one_and_two<heed::tensor<float, Query[4096], Feature[64]>, heed::tensor<float, Key[4096], Feature[64]>, heed::tensor<float, Key[4096], Value[64]>>(
      made, "heads1_n4096_d64", 4. * 4096 * 4096 * 64, 0);
  one_and_two<heed::tensor<float, Feature[128]>, heed::tensor<float, Key[100'000], Feature[128]>, heed::tensor<float, Key[100'000], Value[128]>>(
      made, "one_query_100000_keys_d128", 4. * 100'000 * 128, 2. * 100'000 * 128 * 4);
  return made;
}();

}  // namespace
