// Sliding windows, reversal and diagonals: by hand, against float64, and as addresses in the plan.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Row {};
struct Column {};
struct Chans {};
struct Out {};
struct Tap {};
struct Second {};

const tensor<float, Token[7]> seven{0, 1, 2, 3, 4, 5, 6};
const tensor<float, Token[]> some{0, 1, 2, 3, 4, 5, 6};
}  // namespace

TEST_CASE("A window slides along an axis") {
  auto w = window<Token, Tap[3]>(seven);
  static_assert(std::is_same_v<decltype(eval(w)), tensor<float, Token[5], Tap[3]>>);
  CHECK(values(eval(w)) == near{0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 5, 6});
  CHECK(values(eval(sum<Tap>(w))) == near{3, 6, 9, 12, 15});
  auto strided = window<Token, Tap[2], 2, 3>(seven);
  static_assert(std::is_same_v<decltype(eval(strided)), tensor<float, Token[2], Tap[2]>>);
  CHECK(values(eval(strided)) == near{0, 3, 2, 5});
  // the steps as arguments, the axis of run-time extent
  auto later = window<Token, Tap[2]>(seven, 2, 3);
  static_assert(std::is_same_v<decltype(eval(later)), tensor<float, Token[], Tap[2]>>);
  CHECK(values(eval(later)) == near{0, 3, 2, 5});
  CHECK(values(eval(window<Token, Tap[2]>(seven * 1, 4))) == near{0, 1, 4, 5});
  CHECK(values(eval(window<Token, Tap[2], 2, 3>(some))) == near{0, 3, 2, 5});
  CHECK(extent<Token>(window<Token, Tap[3]>(some, 2)) == 3);
  // a window of the whole axis, and of one element
  CHECK(values(eval(window<Token, Tap[7]>(some * 1))) == near{0, 1, 2, 3, 4, 5, 6});
  const tensor<float, Token[1]> one{5};
  CHECK(values(eval(window<Token, Tap[1]>(one))) == near{5});
}

TEST_CASE("Windows of computed values, of windows and slices") {
  CHECK(values(eval(window<Token, Tap[2]>(seven - mean<Token>(seven)))) == near(std::vector<double>{-3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3}, 1e-6));
  // positions and lengths inside are those of the whole axis
  CHECK(values(eval(window<Token, Tap[2], 3>(cast<float>(position<Token>) * 10 + seven + length<Token>))) == near{7, 18, 40, 51});
  CHECK(values(eval(slice<Token>(window<Token, Tap[2]>(seven * 2, 2), 1, 2))) == near{4, 6, 8, 10});
  CHECK(values(eval(at<Token>(window<Token, Tap[2]>(slice<Token>(seven, 1, 6), 2), 2))) == near{5, 6});
  CHECK(values(eval(window<Token, Tap[3], 2>(slice<Token, 1, 5>(seven)))) == near{1, 2, 3, 3, 4, 5});
  // steps of steps: what no affine map of two run-time numbers says
  auto twice = window<Token, Second[2]>(window<Token, Tap[2]>(window<Token, Model[1]>(seven * 1, 1, 3), 1, 2), 2);
  CHECK(values(eval(sum<Model>(twice))) == near{0, 2, 1, 3, 2, 4, 3, 5});
  CHECK(values(eval(window<Token, Tap[2]>(window<Token, Second[2]>(slice<Token>(seven * 1, 1, 6), 2), 2))) == near{1, 2, 3, 4});
  CHECK(values(eval(window<Token, Tap[2]>(split<Token, Token[3], Second[2]>(slice<Token, 0, 6>(seven))))) == near{0, 1, 2, 3, 2, 3, 4, 5});
  // one value, read through two windows
  CHECK(values(eval(let(seven * seven, [](auto t) { return sum<Tap>(window<Token, Tap[2]>(t) - window<Token, Tap[2]>(reverse<Token>(t))); }))) ==
        near{1 - 61, 5 - 41, 13 - 25, 25 - 13, 41 - 5, 61 - 1});
}

TEST_CASE("A window and a contraction are a direct convolution") {
  const auto image = numbers(tensor<float, Row[7], Column[11], Chans[5]>{});
  const auto weights = numbers(tensor<float, Row[3], Column[2], Chans[5], Out[9]>{}, 2);
  struct KR {};
  struct KC {};
  auto kernel = rename<Row, KR>(rename<Column, KC>(weights));
  auto convolution = dot<Chans, KR, KC>(window<Column, KC[2]>(window<Row, KR[3]>(image)), kernel);
  static_assert(has_axes<decltype(convolution), Row[5], Column[10], Out[9]>);
  constexpr auto& plan = plan_of<decltype(convolution)>;
  static_assert(plan.temporaries == 0 && plan.nests == 1);
  static_assert(plan.flops == 2ull * 5 * 10 * 9 * 3 * 2 * 5);
  static_assert(plan.scratch_bytes < 16 * 1024);  // no array of windows
  CHECK(agrees(convolution));
  const auto found = eval(convolution);
  float by_hand = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 2; ++c)
      for (int k = 0; k < 5; ++k) by_hand += image(4 + r, 7 + c, k) * weights(r, c, k, 8);
  CHECK(found(4, 7, 8) == Approx(by_hand));
  // strides that are chosen at run time are addresses, too
  auto strided = dot<Chans, KR, KC>(window<Column, KC[2]>(window<Row, KR[3]>(image, 2), 3, 2), kernel);
  CHECK(heed::plan(strided).temporaries == 0);
  CHECK(agrees(strided));
  const tensor<float, Row[], Column[], Chans[5]> sized_image = image;
  CHECK(values(eval(dot<Chans, KR, KC>(window<Column, KC[2]>(window<Row, KR[3]>(sized_image)), kernel))) == near(values(found), 1e-5));
}

TEST_CASE("reverse walks an axis from its end") {
  CHECK(values(eval(reverse<Token>(seven))) == near{6, 5, 4, 3, 2, 1, 0});
  CHECK(values(eval(reverse<Token>(some * 2 + position<Token>))) == near{18, 15, 12, 9, 6, 3, 0});
  CHECK(values(eval(reverse<Token>(reverse<Token>(some)))) == values(some));
  CHECK(values(eval(slice<Token, 2, 3>(reverse<Token>(some * 1)))) == near{4, 3, 2});
  CHECK(values(eval(window<Token, Tap[2], 5>(reverse<Token>(seven)))) == near{6, 5, 1, 0});
  CHECK(values(eval(reverse<Token>(tensor<float, Token[]>(sized<Token>(0))))).empty());
  CHECK(values(eval(reverse<Token>(position<Token[3]>))) == near{2, 1, 0});
  // an axis inside, reversed or not, that a reduction binds
  CHECK(values(eval(reverse<Token>(seven - max<Token>(reverse<Token>(seven))))) == near{0, -1, -2, -3, -4, -5, -6});
  // a target that stands in its own expression
  tensor<float, Token[7]> t = seven;
  t = reverse<Token>(t);
  CHECK(values(t) == near{6, 5, 4, 3, 2, 1, 0});
  const auto x = numbers(tensor<float, Token[19], Model[13]>{});
  CHECK(agrees(dot<Model>(reverse<Token>(x), rename<Token, Key>(reverse<Model>(x)))));
}

TEST_CASE("diagonal gives two axes one coordinate") {
  const tensor<float, Row[3], Column[3]> m{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const tensor<float, Row[], Column[3]> open_m = m;
  auto d = diagonal<Row, Column, Out>(m);
  static_assert(std::is_same_v<decltype(eval(d)), tensor<float, Out[3]>>);
  CHECK(values(eval(d)) == near{1, 5, 9});
  static_assert(std::is_same_v<decltype(eval(diagonal<Column, Row, Row>(open_m))), tensor<float, Row[3]>>);
  CHECK(values(eval(diagonal<Column, Row, Row>(open_m * 2))) == near{2, 10, 18});
  CHECK(eval(sum<Out>(d))() == 15);
  CHECK(values(eval(diagonal<Row, Column, Out>(reverse<Row>(m)))) == near{7, 5, 3});
  // where a position alone brings an axis, the other one says how long it is
  CHECK(values(eval(diagonal<Row, Key, Out>(at<Column>(m, 0) + 10 * position<Key>))) == near{1, 14, 27});
  const auto x = numbers(tensor<float, Head[3], Query[7], Key[7]>{});
  CHECK(agrees(diagonal<Query, Key, Out>(dot<Head>(x, x))));
  CHECK(agrees(x - rename<Out, Query>(diagonal<Query, Key, Out>(x))));
}

TEST_CASE("Windows inside an attention") {
  const auto q = numbers(tensor<float, Query[17], Feature[8]>{});
  const auto k = numbers(tensor<float, Key[21], Feature[8]>{}, 3);
  const auto v = numbers(tensor<float, Key[], Value[5]>(sized<Key>(21)), 4);
  const auto taps = numbers(tensor<float, Tap[3]>{}, 5);
  // keys and values that are convolved along their axis first; scores that are smoothed along it, and reversed
  auto smooth = [&](const auto& x) { return dot<Tap>(window<Key, Tap[3]>(x), taps); };
  auto scores = where(position<Key> <= position<Query>, smooth(dot<Feature>(q, k)), -inf);
  CHECK(agrees(dot<Key>(softmax<Key>(reverse<Key>(scores)), reverse<Key>(smooth(v)))));
}

TEST_CASE("What only the running program can decide") {
  CHECK(error_of(window<Token, Tap[8]>(some)) == "window<Token, Tap[8]>: the window spans 8, and Token is 7");
  CHECK(error_of(window<Token, Tap[4]>(seven, 1, 3)) == "window<Token, Tap[4]>: the window spans 10, and Token is 7");
  CHECK(error_of(window<Token, Tap[4]>(seven, 0)) == "window<Token, Tap[4]>: the stride is at least 1, not 0");
  CHECK(error_of(window<Token, Tap[4]>(seven * 1, 1, -1)) == "window<Token, Tap[4]>: the dilation is at least 1, not -1");
  const tensor<float, Row[], Column[]> m(sized<Row>(3), sized<Column>(4));
  CHECK(error_of(diagonal<Row, Column, Out>(m)) == "diagonal<Row, Column, Out>: Row is 3 and Column is 4");
  // inside, and before anything is written
  tensor<float, Token[]> target{1, 2};
  CHECK_THROWS_AS((target = sum<Tap>(window<Token, Tap[8]>(some + 1))), shape_error);
  CHECK(values(target) == near{1, 2});
}

TEST_CASE("Reductions bind their axes before a name changes") {
  const auto s = numbers(tensor<float, Token[5], Query[6]>{});
  CHECK(agrees(rename<Token, Query>(sum<Query>(s)) * at<Query>(s - mean<Query>(s), 3)));
  CHECK(agrees(slice<Query, 2, 3>(s - max<Query>(s)) + slice<Query, 1, 3>(softmax<Query>(s))));
  CHECK(agrees(dot<Token>(s, rename<Query, prime<Query>>(s))));
  CHECK(axis_name<prime<Query>> == "prime<Query>");
  CHECK(axis_name<prime<prime<Row>>> == "prime<prime<Row>>");
}
