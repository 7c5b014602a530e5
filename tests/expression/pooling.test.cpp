// Windows over what is contracted: it is computed once, over its own axes, and not again for each window that has it.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct H {}; struct W {}; struct KH {}; struct KW {}; struct PH {}; struct PW {}; struct In {}; struct Out {};
const auto image = numbers(tensor<float, In[3], H[11], W[12]>{});
const auto filter = numbers(tensor<float, Out[5], In[3], KH[3], KW[2]>{}, 2);
const auto convolved = [](const auto& x) { return dot<In, KH, KW>(window<W, KW[2]>(window<H, KH[3]>(x)), filter); };
const auto pooled = [](auto x) { return max<PH, PW>(window<W, PW[3], 2>(window<H, PH[3], 2>(x))); };
constexpr auto once = 2 * 5 * 9 * 11 * 3 * 3 * 2;  // flops
}  // namespace

TEST_CASE("pooling a convolution computes it once") {
  auto overlapping = pooled(relu(convolved(image)));
  static_assert(has_axes<decltype(overlapping), H[4], W[5], Out[5]>);
  static_assert(plan_of<decltype(overlapping)>.temporaries == 1 && plan_of<decltype(overlapping)>.flops == once);
  CHECK(agrees(overlapping));
  auto parts = max<PH, PW>(split<H, H[3], PH[3]>(split<W, W[5], PW[2]>(slice<W, 1, 10>(convolved(image)))));
  CHECK(agrees(parts));
  auto average = mean<PH, PW>(window<W, PW[3]>(window<H, PH[3]>(exp(convolved(image)))));
  static_assert(plan_of<decltype(average)>.flops == once);
  CHECK(agrees(average));
  static_assert(plan_of<decltype(pooled(recomputed(convolved(image))))>.temporaries == 0);
  // as the operand of the next convolution, in a let, and with rows that are known when it runs
  const auto next = numbers(tensor<float, Out[5], PH[2], Value[4]>{}, 3);
  CHECK(agrees(dot<Out, PH>(window<H, PH[2]>(let(overlapping, [](auto t) { return t - mean<H>(t); })), next)));
  const tensor<float, In[3], H[], W[12]> rows = image;
  CHECK(agrees(pooled(relu(convolved(rows)))));
}

TEST_CASE("scores that are pooled inside a normaliser") {
  const auto q = numbers(tensor<float, Query[7], Feature[5]>{});
  const auto k = numbers(tensor<float, Key[13], Feature[5]>{}, 2);
  const auto v = numbers(tensor<float, Key[11], Value[3]>{}, 3);
  auto attend = [](const auto& queries, const auto& keys, const auto& values) {
    return dot<Key>(softmax<Key>(where(position<Key> <= position<Query> + 2, max<Token>(window<Key, Token[3]>(dot<Feature>(queries, keys))), -inf)), values);
  };
  CHECK(agrees(attend(q, k, v)));
  // few are stored, many are not
  using large = decltype(attend(tensor<float, Query[1024], Feature[5]>{}, tensor<float, Key[1026], Feature[5]>{}, tensor<float, Key[1024], Value[3]>{}));
  static_assert(plan_of<large>.temporaries == 0);
}

TEST_CASE("what is stored is computed whatever is chosen") {
  const tensor<float, Feature[4]> table{1, 10, 100, 1000};
  const tensor<int, Token[4]> ids{3, 2, 1, 0};
  // the first element is the sum of all, of which a condition lets one through
  CHECK(values(eval(where(position<Token> < 1, reverse<Token>(cumsum<Token>(gather<Feature>(table, ids))), 0))) == near{1111, 0, 0, 0});
}
