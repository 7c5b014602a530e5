// One part of a split may be what the others leave, of a static extent and of one that is known at run time.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Row {}; struct Tap {};
const auto fixed = numbers(tensor<float, Token[6], Value[2]>{});
auto some = numbers(tensor<float, Token[], Value[2]>(sized<Token>(6)));
}  // namespace

TEST_CASE("What the parts leave of a static extent is static") {
  static_assert(has_axes<decltype(split<Token, Row[], Tap[3]>(fixed)), Row[2], Tap[3], Value[2]>);
  static_assert(has_axes<decltype(split<Token, Token[2], Row[], Tap[3]>(fixed)), Token[2], Row[1], Tap[3], Value[2]>);
  CHECK(equal(split<Token, Row[2], Tap[]>(fixed), split<Token, Row[2], Tap[3]>(fixed)));
}

TEST_CASE("What they leave of a run-time extent, in every place") {
  auto first = split<Token, Row[], Tap[2]>(some);
  auto inner = split<Token, Tap[2], Row[]>(some);
  auto middle = split<Token, Key[3], Token[], Tap[2]>(some);
  CHECK(extent<Row>(first) == 3);
  CHECK(extent<Token>(middle) == 1);
  const auto f = eval(first);
  const auto i = eval(inner);
  for (int row = 0; row < 3; ++row)
    for (int tap = 0; tap < 2; ++tap) {
      CHECK(f(row, tap, 1) == some(row * 2 + tap, 1));
      CHECK(i(tap, row, 1) == some(tap * 3 + row, 1));
    }
  CHECK(agrees(max<Tap>(inner * 2 + position<Row>)));
  CHECK(agrees(sum<Row>(inner)));
  CHECK(agrees(softmax<Key>(middle)));
  CHECK(equal(merge<Token, Tap, Row>(inner), some));
  CHECK(agrees(slice<Row>(reverse<Row>(split<Token, Tap[2], Row[]>(concat<Token>(some, fixed))), 1, 4)));
}

TEST_CASE("Attention within chunks of a sequence of any length") {
  auto chunks = split<Token, Row[], Query[2]>(some);
  auto keys = rename<Query, Key>(chunks);
  auto within = dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, dot<Value>(chunks, keys), -inf)), keys);
  static_assert(plan_of<decltype(within)>.passes == 1 && plan_of<decltype(within)>.temporaries == 0);
  auto context = merge<Token, Row, Query>(within);
  CHECK(agrees(context));
  CHECK(extent<Token>(context) == 6);
  some = context;  // its own operand
  CHECK(some(0, 1) == numbers(tensor<float, Token[6], Value[2]>{})(0, 1));  // the first sees itself alone
  some.resize(sized<Token>(7));
  CHECK_THROWS_WITH(eval(context), "split<Token, Row[], Query[2]>: the parts make a multiple of 2, and Token is 7");
  some.resize(sized<Token>(0));
  CHECK(eval(context).size() == 0);
}
