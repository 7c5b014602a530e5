// Caches in which one head's rows lie among those of the others, {Key, Head, Feature}: all heads are computed block by block, for the queries of one block of lanes.
#include <heed/attention.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Shared {};

template <class E> bool is_in_blocks(const E& e) { return explain(e).find("for Head[4], in each block") != std::string::npos; }
template <class E> bool holds_in_blocks(const E& e) { return is_in_blocks(e) && agrees(e); }
// The number of threads changes nothing.
template <class E> bool holds_on_threads(const E& e) { return heed::equal(eval(par(e, 2)), eval(par(e, 5))) && all_close(eval(par(e, 2)), eval(e), 1e-5, 1e-5); }

const auto q = numbers(tensor<float, Head[4], Feature[21]>{}, 1);
auto keys_of(index_t n) { return numbers(tensor<float, Key[], Head[4], Feature[21]>(sized<Key>(n)), 2); }
auto values_of(index_t n) { return numbers(tensor<float, Key[], Head[4], Value[33]>(sized<Key>(n)), 3); }
}  // namespace

TEST_CASE("one query's heads are computed block by block, of any number of keys") {
  for (const index_t n : {0, 1, 2, 63, 64, 65, 257, 2001}) {
    CAPTURE(n);
    const auto k = keys_of(n);
    const auto v = values_of(n);
    CHECK(holds_in_blocks(attention<Key, Feature>(q, k, v)));
    CHECK(holds_on_threads(attention<Key, Feature>(q, k, v)));
  }
  // of known extents, where they are more than the second cache holds
  const auto k = numbers(tensor<float, Key[1801], Head[4], Feature[96]>{}, 2);
  const auto v = numbers(tensor<float, Key[1801], Head[4], Value[48]>{}, 3);
  const auto w = numbers(tensor<float, Head[4], Feature[96]>{}, 1);
  CHECK(holds_in_blocks(attention<Key, Feature>(w, k, v)));
  CHECK(!is_in_blocks(attention<Key, Feature>(w, slice<Key, 0, 64>(k), slice<Key, 0, 64>(v))));
  auto [context, lse] = eval(attention<Key, Feature>(w, k, v), logsumexp<Key>(dot<Feature>(w, k)));
  CHECK(all_close(context, in_float64(attention<Key, Feature>(w, k, v)), 1e-5, 1e-5));
  CHECK(all_close(lse, in_float64(logsumexp<Key>(dot<Feature>(w, k))), 1e-5, 1e-5));
}

TEST_CASE("so are those of few queries, and of a block of lanes; more are computed head by head") {
  const auto k = keys_of(1200);
  const auto v = values_of(1200);
  CHECK(holds_in_blocks(attention<Key, Feature>(numbers(tensor<float, Head[4], Shared[2], Feature[21]>{}, 4), k, v)));
  const auto three = attention<Key, Feature>(numbers(tensor<float, Shared[3], Head[4], Feature[21]>{}, 4), k, v);
  CHECK(holds_in_blocks(three));
  CHECK(holds_on_threads(three));
  const auto block = attention<Key, Feature>(numbers(tensor<float, Query[9], Head[4], Feature[21]>{}, 4), k, v, causal<Query, Key>(bottom_right));
  CHECK(holds_in_blocks(block));
  CHECK(holds_on_threads(block));
  const auto many = attention<Key, Feature>(numbers(tensor<float, Head[4], Query[200], Feature[21]>{}, 4), k, v);
  CHECK(!is_in_blocks(many));
  CHECK(agrees(many));
}
