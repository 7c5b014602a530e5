// Loops of the results inside the blocks of a walk: what a block holds of other axes is computed once for all their steps.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Mixed {};

const auto q = numbers(tensor<float, Head[3], Query[29], Feature[5]>{}, 1);
const auto k = numbers(tensor<float, Head[3], Key[301], Feature[5]>{}, 2);
const auto v = numbers(tensor<float, Mixed[4], Key[301], Value[7]>{}, 3);
const auto w = numbers(tensor<float, Mixed[4], Head[3]>{}, 4);

template <class E> bool is_in_blocks(const E& e) { return explain(e).find("for Mixed[4], in each block") != std::string::npos; }
}  // namespace

TEST_CASE("scores that are mixed before they are normalised are computed once, and the same on threads") {
  auto mixed = dot<Key>(softmax<Key>(dot<Head>(w, dot<Feature>(q, k))), v);
  static_assert(plan_of<decltype(mixed)>.passes == 1 && plan_of<decltype(mixed)>.temporaries == 0);
  static_assert(plan_of<decltype(mixed)>.flops == 2ull * 29 * 301 * (3 * 5 + 4 * 3 + 4 * 7));
  CHECK(is_in_blocks(mixed));
  CHECK(agrees(mixed));
  CHECK(heed::equal(eval(par(mixed, 3)), eval(mixed)));
}

TEST_CASE("a mask, run-time extents and a bias of the mixed heads") {
  for (const index_t queries : {0, 1, 2, 65})
    for (const index_t keys : {0, 1, 130}) {
      INFO(queries << " queries, " << keys << " keys");
      const auto a = numbers(tensor<float, Head[3], Query[], Feature[5]>(sized<Query>(queries)), 1);
      const auto b = numbers(tensor<float, Head[3], Key[], Feature[5]>(sized<Key>(keys)), 2);
      const auto c = numbers(tensor<float, Mixed[4], Key[], Value[7]>(sized<Key>(keys)), 3);
      auto causal = dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, dot<Head>(w, dot<Feature>(a, b)) - 0.1f * sum<Head>(w), -inf)), c);
      if (queries == 65 && keys > 0) CHECK(is_in_blocks(causal));
      CHECK(agrees(causal));
    }
}
