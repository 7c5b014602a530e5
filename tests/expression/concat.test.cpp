// concat and stack: by hand, against float64, with operands that are empty and a target that grows.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const tensor<float, Token[5]> five{1, 2, 3, 4, 5};
const tensor<float, Token[]> some{1, 2, 3}, nothing(sized<Token>(0));
}  // namespace

TEST_CASE("concat puts values one behind the other") {
  auto both = concat<Token>(five, some);
  static_assert(std::is_same_v<decltype(eval(both)), tensor<float, Token[]>>);
  CHECK(values(eval(both)) == near{1, 2, 3, 4, 5, 1, 2, 3});
  CHECK(extent<Token>(both) == 8);
  static_assert(std::is_same_v<decltype(eval(concat<Token>(five, five * 1))), tensor<float, Token[10]>>);
  CHECK(values(eval(concat<Token>(five, five * 10))) == near{1, 2, 3, 4, 5, 10, 20, 30, 40, 50});
  CHECK(values(eval(concat<Token>(nothing, some))) == near{1, 2, 3});
  CHECK(values(eval(concat<Token>(some, nothing * 2))) == near{1, 2, 3});
  CHECK(values(eval(concat<Token>(slice<Token>(some, 3, 0), some + nothing.size()))) == near{1, 2, 3});
  CHECK(values(eval(concat<Token>(some, broadcast<Token[1]>(0), some * position<Token>))) == near{1, 2, 3, 0, 0, 2, 6});
  CHECK(values(eval(slice<Token, 3, 4>(concat<Token>(five, five * 10)))) == near{4, 5, 10, 20});
  CHECK(eval(max<Token>(concat<Token>(some - 1, -five)))() == 2);
  // other axes broadcast by name, in whatever order
  const tensor<float, Head[2], Token[2]> a{{1, 2}, {3, 4}};
  const tensor<float, Token[], Head[2]> b{{5, 6}};
  auto wide = concat<Token>(a, b);
  static_assert(has_axes<decltype(wide), Head[2], Token[]>);
  CHECK(values(eval(wide)) == near{1, 2, 5, 3, 4, 6});
  CHECK(values(eval(concat<Token>(a, slice<Token, 0, 1>(five)))) == near{1, 2, 1, 3, 4, 1});
  CHECK(values(eval(sum<Token>(concat<Token>(a, b)))) == near{8, 13});
}

TEST_CASE("A tensor grows while it is an operand") {
  tensor<float, Head[2], Token[]> cache(sized<Token>(0));
  tensor<float, Head[2], Token[1]> added{{1}, {2}};
  cache = concat<Token>(cache, added);
  CHECK(values(cache) == near{1, 2});
  for (int i = 0; i < 3; ++i) {
    added = added + 2;
    cache = concat<Token>(cache, added);
  }
  CHECK(extent<Token>(cache) == 4);
  CHECK(values(cache) == near{1, 3, 5, 7, 2, 4, 6, 8});
  // and shrinks: by a view of itself, by an expression of itself
  cache = slice<Token>(cache, 1, 3);
  CHECK(values(cache) == near{3, 5, 7, 4, 6, 8});
  cache = slice<Token>(cache * 1, 1, 2);
  CHECK(values(cache) == near{5, 7, 6, 8});
  // two targets that read each other
  tensor<float, Token[]> x{1, 2}, y{3};
  assign(to(x, y), concat<Token>(y, x), concat<Token>(x, x));
  CHECK(values(x) == near{3, 1, 2});
  CHECK(values(y) == near{1, 2, 1, 2});
}

TEST_CASE("stack makes operands the elements of a new axis, the first") {
  auto s = stack<Head>(five, 1, five * five);
  static_assert(std::is_same_v<decltype(eval(s)), tensor<float, Head[3], Token[5]>>);
  CHECK(values(eval(s)) == near{1, 2, 3, 4, 5, 1, 1, 1, 1, 1, 1, 4, 9, 16, 25});
  CHECK(values(eval(sum<Head>(stack<Head>(some, mean<Token>(some))))) == near{3, 4, 5});
  CHECK(values(eval(at<Head>(s, 2))) == near{1, 4, 9, 16, 25});
  CHECK(values(eval(stack<Head>(tensor<int, Token[1]>{3}))) == near{3});
  // even and odd elements side by side again: what a rotation of pairs needs
  const tensor<float, Token[3], Feature[2]> pairs{{1, 2}, {3, 4}, {5, 6}};
  CHECK(values(eval(merge<Model, Token, Feature>(stack<Feature>(-at<Feature>(pairs, 1), at<Feature>(pairs, 0))))) == near{-2, 1, -4, 3, -6, 5});
}

TEST_CASE("Keys and values that are joined where an attention uses them") {
  const auto q = numbers(tensor<float, Query[], Feature[7]>(sized<Query>(13)));
  const auto k = numbers(tensor<float, Key[11], Feature[7]>{}, 2);
  const auto more_k = numbers(tensor<float, Key[], Feature[7]>(sized<Key>(6)), 3);
  const auto v = numbers(tensor<float, Key[11], Value[9]>{}, 4);
  const auto more_v = numbers(tensor<float, Key[], Value[9]>(sized<Key>(6)), 5);
  const auto sink = numbers(tensor<float, Query[]>(sized<Query>(13)), 6);
  // and a sink: one more score, whose value is 0
  auto scores = concat<Key>(dot<Feature>(q, concat<Key>(k, more_k)), broadcast<Key[1]>(sink));
  CHECK(agrees(dot<Key>(softmax<Key>(scores), concat<Key>(v, more_v, broadcast<Key[1]>(0.f)))));
}

TEST_CASE("Other axes must agree when the program runs") {
  const tensor<float, Token[], Head[]> a(sized<Token>(2), sized<Head>(3)), b(sized<Token>(1), sized<Head>(4));
  CHECK(error_of(concat<Token>(a, b)) == "concat<Token>: Head is 3 in the first operand and 4 in the second");
  CHECK(error_of(stack<Query>(a, a, b)) == "stack<Query>: Token is 2 in the first operand and 1 in the third");
  CHECK(error_of(shift<Token>(a, 1, b)) == "shift<Token>: Token is 2 in the first operand and 1 in the second");
}

TEST_CASE("A part may be shorter than a vector") {
  const auto few = numbers(tensor<float, Token[5]>{}, 1);
  const auto more = numbers(tensor<float, Token[64]>{}, 2);
  CHECK(agrees(concat<Token>(few, more) + 1));
  CHECK(agrees(concat<Token>(more, few, more) * 2));
  const auto rows = numbers(tensor<float, Head[33], Token[3]>{}, 3);
  const auto wide = numbers(tensor<float, Head[33], Token[64]>{}, 4);
  CHECK(agrees(minimum(concat<Token>(rows, wide), 2)));
}
