// assign(to(...)): into tensors and into views of them, and what a step of decoding makes of it.
#include <array>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto token = numbers(tensor<float, Model[13]>{});
const auto wq = numbers(tensor<float, Model[13], Head[3], Feature[5]>{}, 2), wk = numbers(tensor<float, Model[13], Head[3], Feature[5]>{}, 3);
}  // namespace

TEST_CASE("rows of a cache are targets beside others") {
  tensor<float, Head[3], Key[7], Feature[5]> keys;
  tensor<float, Head[3]> sums;
  std::array<float, 15> raw{};
  auto projected = dot<Model>(token, wk);
  assign(to(at<Key>(keys, 4), sums, named<Feature[5], Head[3]>(raw)), projected, sum<Feature>(projected), projected * 2);
  CHECK(all_close(at<Key>(keys, 4), projected));
  CHECK(all_close(sum<Key>(keys), projected));
  CHECK(all_close(sums, sum<Feature>(projected), 1e-5, 1e-6));
  CHECK(all_close(named<Feature[5], Head[3]>(raw), projected * 2));
  // each as if all had been computed first
  const auto before = keys;
  auto first = slice<Key, 0, 3>(keys);
  assign(to(first, slice<Key, 4, 3>(keys)), slice<Key, 4, 3>(keys), slice<Key, 0, 3>(keys) + 1);
  CHECK(equal(slice<Key, 0, 3>(keys), slice<Key, 4, 3>(before)));
  CHECK(equal(slice<Key, 4, 3>(keys), slice<Key, 0, 3>(before) + 1));
  CHECK_THROWS_AS(assign(to(slice<Key>(keys, 0, 2)), slice<Key>(before, 0, 3) * 1), shape_error);
}

TEST_CASE("a query that is projected where it is used is projected once, not for every key") {
  const auto keys = numbers(tensor<float, Head[3], Key[300], Feature[5]>{}, 4);
  auto context = [&](const auto& k) { return dot<Key>(softmax<Key>(dot<Feature>(dot<Model>(token, wq), k)), k); };
  static_assert(plan_of<decltype(context(keys))>.flops == 2 * 3 * 5 * (13 + 300 + 300));
  CHECK(agrees(context(keys)));
  CHECK(agrees(context(slice<Key>(keys, 0, 123))));
}
