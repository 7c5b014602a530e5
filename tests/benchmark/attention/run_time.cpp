// Extents known when the program runs: one compiled expression for every number of queries and keys.
#include "checked.hpp"
#include "cases.hpp"

namespace {
using namespace heed_benchmark;

template <int D> struct run_time_sizes {
  heed::tensor<float, Head[8], Query[], Feature[D]> q;
  heed::tensor<float, Head[8], Key[], Feature[D]> k;
  heed::tensor<float, Head[8], Key[], Value[D]> v;
  heed::tensor<float, Head[8], Query[], Value[D]> out;

  explicit run_time_sizes(long n) : q(heed::sized<Query>(n)), k(heed::sized<Key>(n)), v(heed::sized<Key>(n)), out(heed::sized<Query>(n)) {
    fill(q, 1);
    fill(k, 2);
    fill(v, 3);
  }
};

template <int D> measured run_time_attention(const size& s) {
  return {"attention/" + s.name + "/heed_run_time", {.flops = s.flops(), .expected = {{"attention/" + s.name + "/heed", 1}}}, [s] {
            auto x = std::make_shared<run_time_sizes<D>>(s.length);
            auto context = dot<Key>(heed::softmax<Key>(dot<Feature>(x->q, x->k) / std::sqrt(static_cast<float>(D))), x->v);
            return prepared{[x, context] { x->out = context; },
                            [=] { return attention_error(s, x->q.data(), x->k.data(), x->v.data(), x->out.data()); }};
          }};
}

const measured d64 = run_time_attention<64>(heads8_n1024_d64);
const measured d80 = run_time_attention<80>(heads8_n1000_d80);
const measured d67 = run_time_attention<67>(heads8_n997_d67);

}  // namespace
