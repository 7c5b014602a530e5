// shift: by hand, against float64, at and beyond the edges.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const tensor<float, Token[5]> five{1, 2, 3, 4, 5};
const tensor<float, Token[]> some{1, 2, 3}, nothing(sized<Token>(0));
}  // namespace

TEST_CASE("shift moves elements along an axis") {
  const auto by = [](index_t n) { return values(eval(shift<Token>(five, n, 0))); };
  CHECK(by(1) == near{0, 1, 2, 3, 4});
  CHECK(by(-2) == near{3, 4, 5, 0, 0});
  CHECK(by(0) == near{1, 2, 3, 4, 5});
  CHECK(by(5) == near{0, 0, 0, 0, 0});
  CHECK(by(-1000) == near{0, 0, 0, 0, 0});
  static_assert(std::is_same_v<decltype(eval(shift<Token>(five, 1, 0))), tensor<float, Token[5]>>);
  // of computed values, run-time extents; the fill value may be any expression, and is not moved
  CHECK(values(eval(shift<Token>(some * some, 2, -inf))) == near{-INFINITY, -INFINITY, 1});
  CHECK(values(eval(shift<Token>(some * 2, 1, some))) == near{1, 2, 4});
  CHECK(values(eval(shift<Token>(cast<float>(position<Token[4]>), 1, NAN))) == near{NAN, 0, 1, 2});
  CHECK(values(eval(shift<Token>(nothing, 1, 7))).empty());
  static_assert(std::is_same_v<decltype(eval(shift<Token>(tensor<int, Token[2]>{}, 1, 0.5))), tensor<float, Token[2]>>);
  CHECK(values(eval(shift<Token>(tensor<int, Token[3]>{4, 5, 6}, 1, -1))) == near{-1, 4, 5});
  CHECK(values(eval(shift<Token>(five > 2, -1, true))) == near{0, 1, 1, 1, 1});
  // a shift of a shift forgets what fell off; of a slice it does not see beyond it
  CHECK(values(eval(shift<Token>(shift<Token>(five, 2, 0), -2, 9))) == near{1, 2, 3, 9, 9});
  CHECK(values(eval(shift<Token>(slice<Token>(five, 1, 3), 1, 0))) == near{0, 2, 3});
  CHECK(values(eval(reverse<Token>(shift<Token>(reverse<Token>(five), 1, 0)))) == near{2, 3, 4, 5, 0});
  // many vectors: those away from the edges, at an edge, and beyond it; neighbours and elements that are apart
  auto moves = [](const auto& x) {
    int wrong = 0;
    for (const int n : {0, 1, 37, -61, 170, -203}) {
      tensor<float, Head[2], Token[203]> moved = shift<Token>(x, n, 7);
      for (int h = 0; h < 2; ++h)
        for (int i = 0; i < 203; ++i) wrong += moved(h, i) != (i - n >= 0 && i - n < 203 ? at<Head>(at<Token>(x, i - n), h)() : 7);
    }
    return wrong == 0;
  };
  const auto apart = numbers(tensor<float, Token[203], Head[2]>{});
  const tensor<float, Head[2], Token[]> beside = apart;
  CHECK(moves(apart));
  CHECK(moves(beside));
  // reductions inside and outside
  CHECK(eval(sum<Token>(shift<Token>(five - max<Token>(five), 1, 100)))() == 90);
  // a target that stands in its own expression
  tensor<float, Token[5]> t = five;
  t = shift<Token>(t, 1, 0) + t;
  CHECK(values(t) == near{1, 3, 5, 7, 9});
}

TEST_CASE("Shifts inside attentions and lets") {
  const auto q = numbers(tensor<float, Query[], Feature[7]>(sized<Query>(13)));
  const auto k = numbers(tensor<float, Key[11], Feature[7]>{}, 2);
  const auto v = numbers(tensor<float, Key[11], Value[9]>{}, 4);
  const auto sink = numbers(tensor<float, Query[]>(sized<Query>(13)), 6);
  // tokens mixed with the ones before them; a contraction in a let that is read in three places
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(q, k + shift<Key>(k, 2, 0))), shift<Key>(v, -3, 1))));
  CHECK(agrees(let(dot<Value>(v, v), [](auto t) { return t * shift<Key>(t, 1, 0) - shift<Key>(t, -1, 0); })));
  CHECK(agrees(shift<Feature>(shift<Query>(exp(q), 1, 0.5f), -1, sink)));
}
