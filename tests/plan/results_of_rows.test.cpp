// Results without the lanes of another: what is folded for each row, and what is made of that for its elements, are one nest.
#include <tuple>

#include <heed/heed.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class... X> void check_together(int nests, const X&... x) {
  const auto got = eval(x...);
  const auto alone = [&]<class E>(const auto& value, const E& e) { CHECK(all_close(value, in_float64(e), 1e-5, 1e-5)); };
  std::apply([&](const auto&... value) { (alone(value, x), ...); }, got);
  if (nests > 0) CHECK(plan(x...).passes <= nests);
}
template <index_t Rows, index_t Columns> void check_rows() {
  const auto x = numbers(tensor<float, Query[Rows], Key[Columns]>{}, 1);
  const auto centre = mean<Key>(x);
  const auto spread = rsqrt(var<Key>(x) + 1e-5f);
  const auto normed = (x - centre) * spread;
  const bool along = Columns > 64;
  check_together(0, normed, centre, spread);
  check_together(along ? 1 : 0, centre, normed);
  const auto largest = max<Key>(abs(x)) / 127;
  check_together(along ? 1 : 0, x / maximum(largest, 1e-3f), maximum(largest, 1e-3f));
  check_together(0, softmax<Key>(x), logsumexp<Key>(x), argmax<Key>(x));
  check_together(0, sum<Key>(x), x - sum<Query>(x));
  check_together(0, x / sqrt(sum<Query, Key>(x * x)), sum<Query, Key>(x * x));
  tensor<float, Key[Columns], Query[Rows]> turned;
  tensor<float, Query[Rows]> centres;
  assign(to(turned, centres), normed, centre);
  CHECK(all_close(turned, in_float64(normed), 1e-5, 1e-5));
  CHECK(all_close(centres, in_float64(centre), 1e-5, 1e-5));
}
}  // namespace

TEST_CASE("What does not fit costs more than anything") {
  tensor<float, Query[3], Feature[4]> q;
  tensor<float, Key[3], Feature[5]> k;
  using wrong = decltype(dot<Feature>(q, k));
  static_assert(plan_of<wrong>.temporaries > 0 && plan_of<wrong>.passes > 1 && plan_of<wrong>.flops > 1ull << 60 && plan_of<wrong>.scratch_bytes > index_t{1} << 60);
}

TEST_CASE("Rows of every length") {
  check_rows<4, 9>();
  check_rows<37, 259>();
}
TEST_CASE("known when they run, with heads, and in several threads") {
  for (const index_t keys : {1, 12, 300}) {
    const auto x = numbers(tensor<float, Head[3], Query[], Key[]>(sized<Query>(5), sized<Key>(keys)), 1);
    const auto centre = mean<Key>(x);
    const auto spread = rsqrt(var<Key>(x) + 1e-5f);
    check_together(0, (x - centre) * spread, centre, spread);
    auto [normed, centres] = eval(par((x - centre) * spread, 2), par(centre, 2));
    CHECK(all_close(normed, in_float64((x - centre) * spread), 1e-5, 1e-5));
    CHECK(all_close(centres, in_float64(centre), 1e-5, 1e-5));
  }
}
