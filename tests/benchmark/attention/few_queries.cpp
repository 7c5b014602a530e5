// One compiled Query[] run with few queries and with many, and decoding: one query, keys in a cache of run-time length.

#include "checked.hpp"
#include "cases.hpp"
#include "peak.hpp"

namespace {
using namespace heed_benchmark;

using cached_keys = heed::tensor<float, Head[8], Key[1024], Feature[64]>;
using cached_values = heed::tensor<float, Head[8], Key[1024], Value[64]>;

// Largest error over all rows of {Head, Query, Value}.
double error_of(const auto& q, const auto& k, const auto& v, const auto& out, long heads, long rows, long count, long features) {
  double error = 0, largest = 0;
  for (long h = 0; h < heads; ++h)
    for (long i = 0; i < rows; i += rows > 64 ? 37 : 1) {
      const long row = (h * rows + i) * features, block = h * count * features;
      const auto exact = exact_row(q.data() + row, k.data() + block, v.data() + block, count, features);
      for (long f = 0; f < features; ++f) {
        const double e = exact[static_cast<std::size_t>(f)];
        error = std::max(error, std::fabs(static_cast<double>(out.data()[row + f]) - e));
        largest = std::max(largest, std::fabs(e));
      }
    }
  return error / largest;
}

struct run_time_queries {
  heed::tensor<float, Head[8], Query[], Feature[64]> q;
  heed::tensor<float, Head[8], Query[], Value[64]> out;
};

measured queries(long n) {
  return {"queries/" + std::to_string(n) + "/heed_run_time",
          {.flops = 4. * 8 * static_cast<double>(n) * 1024 * 64, .bytes = 2. * 8 * 1024 * 64 * 4,
           .expected = {{"queries/" + std::to_string(n) + "/heed", 1}}}, [n] {
            auto& k = numbers<cached_keys, 2>();
            auto& v = numbers<cached_values, 3>();
            auto x = std::make_shared<run_time_queries>(
                run_time_queries{decltype(run_time_queries::q)(heed::sized<Query>(n)), decltype(run_time_queries::out)(heed::sized<Query>(n))});
            fill(x->q, 1);
            auto context = dot<Key>(heed::softmax<Key>(dot<Feature>(x->q, k) / 8.f), v);
            return prepared{[x, context] { x->out = context; }, [=, &k, &v] { return error_of(x->q, k, v, x->out, 8, n, 1024, 64); }};
          }};
}

template <int N> measured static_queries() {
  return {"queries/" + std::to_string(N) + "/heed", {.flops = 4. * 8 * N * 1024 * 64, .bytes = 2. * 8 * 1024 * 64 * 4}, [] {
            auto& q = numbers<heed::tensor<float, Head[8], Query[N], Feature[64]>, 1>();
            auto& k = numbers<cached_keys, 2>();
            auto& v = numbers<cached_values, 3>();
            auto out = std::make_shared<heed::tensor<float, Head[8], Query[N], Value[64]>>();
            auto context = dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), v);
            return prepared{[out, context] { *out = context; }, [=, &q, &k, &v] { return error_of(q, k, v, *out, 8, N, 1024, 64); }};
          }};
}

const measured all[] = {queries(1), queries(7), queries(1000), static_queries<1>(), static_queries<7>(), static_queries<1000>()};

struct cache {
  heed::tensor<float, Head[32], Feature[128]> q;
  heed::tensor<float, Head[32], Key[], Feature[128]> k{heed::sized<Key>(4096)};
  heed::tensor<float, Head[32], Key[], Value[128]> v{heed::sized<Key>(4096)};
  heed::tensor<float, Head[32], Value[128]> out;
};

constexpr double cache_bytes = 2. * 32 * 4096 * 128 * 4;

// As many bytes are read as the cache has: of 64 MiB a third cache of 32 may hold half.
const measured read("peak/read_128MiB", {.bytes = cache_bytes}, [] {
  auto block = std::make_shared<heed::tensor<float, Key[]>>(heed::sized<Key>(static_cast<heed::index_t>(cache_bytes) / 4));
  fill(*block, 1);
  auto sum = std::make_shared<unsigned long long>();
  return prepared{[=] { *sum = read_bytes(block->data(), static_cast<long>(cache_bytes)); }, [] { return 0.; }};
});

const measured decode{"decode/heads32_n4096_d128/heed",
                      {.flops = 4. * 32 * 4096 * 128, .bytes = cache_bytes, .expected = {{"peak/read_128MiB", 1}}}, [] {
                        auto x = std::make_shared<cache>();
                        fill(x->q, 1);
                        fill(x->k, 2);
                        fill(x->v, 3);
                        auto context = dot<Key>(heed::softmax<Key>(dot<Feature>(x->q, x->k) / std::sqrt(128.f)), x->v);
                        return prepared{[x, context] { x->out = context; }, [x] { return error_of(x->q, x->k, x->v, x->out, 32, 1, 4096, 128); }};
                      }};

}  // namespace
