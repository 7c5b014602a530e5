// What may run in a loop inside the blocks of a walk, and what may not: forms of scores, results, layouts, types and masks.
#include <limits>
#include <stdexcept>
#include <tuple>
#include <type_traits>

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
  in_blocks(max<Key>(mixed));
  in_blocks(argmax<Key>(mixed));
  in_blocks(mean<Key>(mixed * mixed));
  in_blocks(sum<Key>(gelu(mixed)));
  in_blocks(max<Query>(mixed));
  in_blocks(max<Key>(where(position<Key> <= position<Query>, mixed, 0.f)));
  CHECK(agrees_on_threads(var<Key>(mixed)));
  CHECK(agrees_on_threads(max<Query, Key>(mixed)));
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

// As one product over heads and features, whatever there is more of: heads, or what they are mixed to.
TEST_CASE("scores of a head are found in one product, though they are more than any of its values") {
  const auto of_many = [](auto head_count, auto mixed_count) {
    constexpr index_t heads = head_count.value, mixed_heads = mixed_count.value;
    INFO(heads << " heads, " << mixed_heads << " mixed");
    const auto a = numbers(tensor<float, Head[heads], Query[67], Feature[5]>{}, 1);
    const auto b = numbers(tensor<float, Head[heads], Key[401], Feature[5]>{}, 2);
    const auto c = numbers(tensor<float, Mixed[mixed_heads], Key[401], Value[19]>{}, 3);
    const auto m = numbers(tensor<float, Mixed[mixed_heads], Head[heads]>{}, 4);
    auto context = dot<Key>(softmax<Key>(sum<Head, Feature>(a * b * m)), c);
    static_assert(plan_of<decltype(context)>.temporaries == 0 && plan_of<decltype(context)>.passes == 1);
    static_assert(plan_of<decltype(context)>.flops == 2ull * 67 * 401 * (heads * 5 + mixed_heads * heads + mixed_heads * 19));
    CHECK(agrees_on_threads(context));
    auto largest = max<Key>(sum<Head, Feature>(a * b * m) * 0.1f);
    static_assert(plan_of<decltype(largest)>.temporaries == 0 && plan_of<decltype(largest)>.flops == 2ull * 67 * 401 * (heads * 5 + mixed_heads * heads));
    CHECK(agrees_on_threads(largest));
  };
  of_many(std::integral_constant<index_t, 8>{}, std::integral_constant<index_t, 6>{});
  of_many(std::integral_constant<index_t, 16>{}, std::integral_constant<index_t, 2>{});
  of_many(std::integral_constant<index_t, 5>{}, std::integral_constant<index_t, 16>{});
}

TEST_CASE("what has the axis in a mask, too many steps or too few") {
  auto by_mask = dot<Key>(softmax<Key>(where(position<Key> % 4 != position<Mixed>, mixed, -inf)), v);
  CHECK(!is_in_blocks(by_mask));
  CHECK(agrees_on_threads(by_mask));
  CHECK(agrees_on_threads(max<Key>(where(position<Key> % 4 != position<Mixed>, mixed, 0.f))));
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
