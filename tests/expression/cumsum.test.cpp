// Running sums: by hand, against float64, under index maps, in lets and attentions.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const tensor<float, Token[5]> five{1, 2, 3, 4, 5};
const tensor<float, Head[2], Token[]> rows{{1, 2, 3}, {4, 5, 6}};
}  // namespace

TEST_CASE("cumsum adds up along an axis") {
  static_assert(std::is_same_v<decltype(eval(cumsum<Token>(five))), tensor<float, Token[5]>>);
  static_assert(plan_of<decltype(cumsum<Token>(five))>.temporaries == 1);
  CHECK(values(eval(cumsum<Token>(five))) == near{1, 3, 6, 10, 15});
  CHECK(values(eval(cumsum<Token>(rows))) == near{1, 3, 6, 4, 9, 15});
  CHECK(values(eval(cumsum<Head>(rows * 2))) == near{2, 4, 6, 10, 14, 18});
  CHECK(values(eval(cumsum<Head>(cumsum<Token>(rows)))) == near{1, 3, 6, 5, 12, 21});
  // as sums: of truth values and small integers int
  static_assert(std::is_same_v<decltype(eval(cumsum<Token>(five > 2))), tensor<int, Token[5]>>);
  CHECK(values(eval(cumsum<Token>(five > 2))) == near{0, 0, 1, 2, 3});
  CHECK(values(eval(cumsum<Token>(tensor<unsigned char, Token[2]>{200, 100}))) == near{200, 300});
  // what has not the axis, and a position that has nothing else
  CHECK(values(eval(cumsum<Token>(broadcast<Token[3]>(2)))) == near{2, 4, 6});
  CHECK(values(eval(cumsum<Token>(position<Token[4]>))) == near{0, 1, 3, 6});
  CHECK(values(eval(cumsum<Token>(rows + position<Head>))) == near{1, 3, 6, 5, 11, 18});
  CHECK(values(eval(cumsum<Token>(tensor<float, Token[3]>{1, NAN, 2}))) == near{1, NAN, NAN});
  CHECK(values(eval(cumsum<Token>(tensor<float, Token[]>(sized<Token>(0))))).empty());
  tensor<float, Token[5]> t = five;
  t = cumsum<Token>(t) - t;
  CHECK(values(t) == near{0, 1, 3, 6, 10});
}

TEST_CASE("many rows at once are added up as each alone") {
  const auto many = numbers(tensor<float, Head[19], Token[6]>{});
  const tensor<float, Token[6], Head[19]> across = many;
  CHECK(equal(cumsum<Token>(many), cumsum<Token>(across)));
  CHECK(equal(cumsum<Token>(slice<Head, 3, 16>(many) > 0), slice<Head, 3, 16>(cumsum<Token>(across > 0))));
}

TEST_CASE("A long row is added up in pieces") {
  for (const index_t n : {1, 255, 2047, 2048, 2049, 7000}) {
    INFO(n << " elements");
    tensor<float, Token[]> x(sized<Token>(n));
    for (index_t i = 0; i < n; ++i) x(i) = static_cast<float>(i % 17) - 8.f + 0.125f * static_cast<float>(i % 5);
    CHECK(agrees(cumsum<Token>(x)));
    const tensor<int, Token[]> whole = cast<int>(x);
    CHECK(equal(cumsum<Token>(whole), in_float64(cumsum<Token>(whole))));
    x(n / 2) = NAN;
    const auto sums = eval(cumsum<Token>(x));
    bool right = true;
    for (index_t i = 0; i < n; ++i) right = right && (sums(i) != sums(i)) == (i >= n / 2);
    CHECK(right);
  }
  const auto few = numbers(tensor<float, Head[11], Token[2100]>{});
  const tensor<float, Token[2100], Head[11]> across = few;
  CHECK(all_close(cumsum<Token>(few), cumsum<Token>(across), 1e-5, 1e-5));
}

TEST_CASE("A running sum is a value like any other") {
  CHECK(values(eval(reverse<Token>(cumsum<Token>(reverse<Token>(five))))) == near{15, 14, 12, 9, 5});
  CHECK(values(eval(slice<Token, 1, 3>(cumsum<Token>(five)))) == near{3, 6, 10});
  CHECK(values(eval(cumsum<Token>(slice<Token>(five, 1, 3)) * at<Token>(cumsum<Token>(five), 4))) == near{30, 75, 135});
  CHECK(agrees(rename<Token, Key>(cumsum<Token>(five)) - cumsum<Token>(five)));
  CHECK(values(eval(let(cumsum<Token>(rows), [](auto c) { return c - shift<Token>(c, 1, 0); }))) == near{1, 2, 3, 4, 5, 6});
  CHECK(values(eval(let(exp(five), [](auto e) { return log(cumsum<Token>(e) - shift<Token>(cumsum<Token>(e), 1, 0)); }))) == near(std::vector<double>{1, 2, 3, 4, 5}, 1e-5));
  CHECK(values(eval(sum<Token>(window<Token, Key[2]>(cumsum<Token>(five))))) == near{20, 34});
  CHECK(values(eval(cumsum<Model>(merge<Model, Token, Head>(rows)))) == near{1, 5, 7, 12, 15, 21});
  // together with other results, and on several threads
  auto [sums, total] = eval(cumsum<Token>(rows), sum<Token>(rows));
  CHECK(values(sums) == near{1, 3, 6, 4, 9, 15});
  CHECK(values(total) == near{6, 15});
  CHECK(values(eval(par(cumsum<Token>(rows) * 2, 2))) == near{2, 6, 12, 8, 18, 30});
}

TEST_CASE("Running sums inside attentions") {
  const auto q = numbers(tensor<float, Query[13], Feature[7]>{});
  const auto k = numbers(tensor<float, Key[], Feature[7]>(sized<Key>(11)), 2);
  const auto v = numbers(tensor<float, Key[11], Value[9]>{}, 4);
  const auto gates = numbers(tensor<float, Key[11]>{}, 5);
  // a decay that is the sum of gates between query and key
  auto decay = cumsum<Key>(sigmoid(gates));
  auto scores = dot<Feature>(q, k) - decay;
  CHECK(agrees(dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf)), cumsum<Key>(v))));
  // a stored value under coordinates that no stride describes, as the operand that a micro-kernel broadcasts
  const auto x = numbers(tensor<float, Token[6], Head[], Feature[]>(sized<Head>(3), sized<Feature>(5)), 6);
  const auto w = numbers(tensor<float, Model[], Vocab[160]>(sized<Model>(15)), 7);
  CHECK(agrees(dot<Model>(merge<Model, Head, Feature>(cumsum<Token>(x)), w)));
  // of weights
  CHECK(agrees(cumsum<Key>(softmax<Key>(scores))));
}
