// What may run in a loop inside the blocks of a walk, and what may not: forms of scores, results, layouts, types and masks.
#include <limits>
#include <stdexcept>
#include <tuple>

#include <heed/attention.hpp>
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Mixed {};

const auto q = numbers(tensor<float, Head[3], Query[67], Feature[5]>{}, 1);
const auto k = numbers(tensor<float, Head[3], Key[401], Feature[5]>{}, 2);
const auto v = numbers(tensor<float, Mixed[4], Key[401], Value[19]>{}, 3);
const auto w = numbers(tensor<float, Mixed[4], Head[3]>{}, 4);
const auto scores = dot<Feature>(q, k);
const auto mixed = dot<Head>(w, scores);

template <class... E> bool is_in_blocks(const E&... e) { return explain(e...).find("for Mixed[4], in each block") != std::string::npos; }
template <class E> bool agrees_on_threads(const E& e) { return agrees(e) && heed::equal(eval(par(e, 3)), eval(e)); }
template <class E> void in_blocks(const E& e) {
  INFO(explain(e));
  CHECK(is_in_blocks(e));
  CHECK(agrees_on_threads(e));
}
}  // namespace

TEST_CASE("functions of scores, normalisers, biases and masks") {
  in_blocks(dot<Key>(softmax<Key>(dot<Head>(w, relu(scores))), v));
  in_blocks(dot<Key>(softmax<Key>(sum<Head>(tanh(scores + w))), v));
  in_blocks(dot<Key>(normalize<Key>(exp(-mixed)), v));
  in_blocks(dot<Key>(sigmoid(mixed) - 0.5f, v));
  const auto of_mixed = numbers(tensor<float, Mixed[4], Query[67], Key[401]>{}, 5);
  const auto of_heads = numbers(tensor<float, Head[3], Query[67], Key[401]>{}, 6);
  in_blocks(dot<Key>(softmax<Key>(mixed + of_mixed), v));
  in_blocks(dot<Key>(softmax<Key>(dot<Head>(w, scores + of_heads)), v));
  in_blocks(dot<Key>(softmax<Key>(where(causal<Query, Key>(bottom_right), mixed, -inf)), v));
  in_blocks(dot<Key>(softmax<Key>(where(sliding_window<Query, Key>(40, 3, top_left), mixed, -inf)), v));
  in_blocks(dot<Key>(softmax<Key>(where(position<Key> % 3 != 1, mixed, -inf)), v));
  // a scale for each step, of scores that lack it
  const auto scale = numbers(tensor<float, Mixed[4]>{}, 7);
  const auto one_head = numbers(tensor<float, Query[67], Feature[5]>{}, 8);
  CHECK(agrees_on_threads(dot<Key>(softmax<Key>(scale * tanh(dot<Feature>(one_head, at<Head>(k, 1)))), v)));
  in_blocks(dot<Key>(softmax<Key>(dot<Head>(w, abs(scores) * at<Mixed>(w, 2))), v));
}

TEST_CASE("several results, folds of other kinds, and layouts") {
  auto context = dot<Key>(softmax<Key>(mixed), v);
  auto lse = logsumexp<Key>(mixed);
  CHECK(is_in_blocks(context, lse));
  const auto both = eval(context, lse);
  CHECK(heed::equal(std::get<0>(both), eval(context)));
  CHECK(heed::equal(std::get<1>(both), eval(lse)));
  in_blocks(lse);
  CHECK(agrees_on_threads(max<Key>(mixed)));
  CHECK(agrees_on_threads(argmax<Key>(mixed)));
  CHECK(agrees_on_threads(var<Key>(mixed)));
  CHECK(agrees_on_threads(sum<Key>(gelu(mixed))));
  CHECK(agrees_on_threads(softmax<Key>(mixed)));
  CHECK(agrees_on_threads(dot<Key>(dot<Mixed>(rename<Head, Token>(w), softmax<Key>(mixed)), rename<Mixed, Token>(slice<Mixed>(v, 0, 3)))));
  const tensor<float, Batch[2], Query[67], Head[3], Feature[5]> qs = q + position<Batch>;
  const tensor<float, Key[401], Head[3], Feature[5]> ks = k;
  const tensor<float, Batch[2], Key[401], Value[19], Mixed[4]> vs = v - position<Batch>;
  in_blocks(dot<Key>(softmax<Key>(dot<Head>(w, dot<Feature>(qs, ks))), vs));
  tensor<float, Value[19], Query[67], Mixed[4]> turned = context;
  CHECK(heed::equal(turned, eval(context)));
  const auto wide = numbers(tensor<float, Mixed[9], Head[3]>{}, 9);
  in_blocks(dot<Key>(softmax<Key>(dot<Head>(slice<Mixed>(wide, 2, 4), scores)), v));
  const tensor<double, Head[3], Key[401], Feature[5]> of_double = k;
  in_blocks(dot<Key>(softmax<Key>(dot<Head>(w, dot<Feature>(q, of_double))), v));
}

TEST_CASE("what has the axis in a mask, too many steps or too few") {
  auto by_mask = dot<Key>(softmax<Key>(where(position<Key> % 4 != position<Mixed>, mixed, -inf)), v);
  CHECK(!is_in_blocks(by_mask));
  CHECK(agrees_on_threads(by_mask));
  const auto many = numbers(tensor<float, Mixed[17], Head[3]>{}, 5);
  const auto values = numbers(tensor<float, Mixed[17], Key[401], Value[3]>{}, 6);
  CHECK(agrees_on_threads(dot<Key>(softmax<Key>(dot<Head>(many, scores)), values)));
  const auto one = numbers(tensor<float, Mixed[1], Head[3]>{}, 5);
  CHECK(agrees_on_threads(dot<Key>(softmax<Key>(dot<Head>(one, scores)), slice<Mixed>(v, 1, 1))));
  // values of a run-time number of columns: how much is held is not known before
  const auto open = numbers(tensor<float, Mixed[4], Key[401], Value[]>(sized<Value>(11)), 7);
  CHECK(agrees_on_threads(dot<Key>(softmax<Key>(mixed), open)));
}

TEST_CASE("NaN and infinities stay in their heads; what is read may be written; a function may throw") {
  auto some = v;
  some(2, 17, 3) = std::numeric_limits<float>::quiet_NaN();
  auto others = q;
  others(1, 5, 2) = std::numeric_limits<float>::infinity();
  const auto context = eval(dot<Key>(softmax<Key>(mixed), some));
  for (index_t m = 0; m < 4; ++m)
    for (index_t i = 0; i < 67; ++i) CHECK(std::isnan(context(m, i, 3)) == (m == 2));
  const auto infinite = eval(dot<Key>(softmax<Key>(dot<Head>(w, dot<Feature>(others, k))), v));
  for (index_t m = 0; m < 4; ++m)
    for (index_t i = 0; i < 67; ++i) CHECK(std::isnan(infinite(m, i, 0)) == (i == 5));
  tensor<float, Mixed[4], Query[401], Value[19]> result = rename<Key, Query>(v);
  const auto all = numbers(tensor<float, Head[3], Query[401], Feature[5]>{}, 9);
  const auto expected = eval(dot<Key>(softmax<Key>(dot<Head>(w, dot<Feature>(all, k))), rename<Query, Key>(result)));
  result = dot<Key>(softmax<Key>(dot<Head>(w, dot<Feature>(all, k))), rename<Query, Key>(result));
  CHECK(heed::equal(result, expected));
  int calls = 0;
  const auto throwing = [&calls](float x) {
    if (++calls == 100000) throw std::runtime_error("enough");
    return x;
  };
  CHECK_THROWS_AS(eval(dot<Key>(softmax<Key>(pointwise(throwing, mixed)), v)), std::runtime_error);
  CHECK(agrees(dot<Key>(softmax<Key>(mixed), v)));
}
