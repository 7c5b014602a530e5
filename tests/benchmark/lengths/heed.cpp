// One compiled expression at every length: extents are known when it runs.
#include "attention/cases.hpp"
#include "checked.hpp"

namespace {
using namespace heed_benchmark;

struct sequences {
  heed::tensor<float, Query[], Feature[64]> q;
  heed::tensor<float, Key[], Feature[64]> k;
  heed::tensor<float, Key[], Value[64]> v;
  heed::tensor<float, Query[], Value[64]> out;
};

const std::vector<measured> all = [] {
  std::vector<measured> made;
  for (const size& s : lengths())
    made.emplace_back("lengths/" + s.name + "/heed", work{.flops = s.flops()}, [s] {
      const auto queries = heed::sized<Query>(s.length);
      const auto keys = heed::sized<Key>(s.length);
      auto x = std::make_shared<sequences>(sequences{decltype(sequences::q)(queries), decltype(sequences::k)(keys), decltype(sequences::v)(keys), decltype(sequences::out)(queries)});
      fill(x->q, 1);
      fill(x->k, 2);
      fill(x->v, 3);
      auto context = dot<Key>(heed::softmax<Key>(dot<Feature>(x->q, x->k) / 8.f), x->v);
      return prepared{[x, context] { x->out = context; }, [=] { return attention_error(s, x->q.data(), x->k.data(), x->v.data(), x->out.data()); }};
    });
  return made;
}();

}  // namespace
