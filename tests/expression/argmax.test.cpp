// argmax and argmin: the first of equals, the first NaN, whichever axis the lanes run along.
#include <cmath>
#include <limits>

#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class E> bool as_reference(const E& e) { return values(eval(e)) == near(values(eval(in_float64(e)))); }
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
// few different values, so that there are many ties
const tensor<float, Query[7], Key[53]> x = 0.25 * ((position<Key> * 17 + position<Query> * 5) % 13);
}  // namespace

TEST_CASE("argmax and argmin against numbers written down") {
  const tensor<float, Query[3], Key[4]> t{{1, 3, 3, 2}, {0, -1, -1, 0}, {5, 5, 5, 5}};
  CHECK(values(eval(argmax<Key>(t))) == near{1, 0, 0});
  CHECK(values(eval(argmin<Key>(t))) == near{0, 1, 0});
  CHECK(values(eval(argmax<Query>(t))) == near{2, 2, 2, 2});
  CHECK(values(eval(argmin<Query>(t))) == near{1, 1, 1, 1});
  static_assert(std::is_same_v<decltype(eval(argmax<Key>(t))), tensor<int, Query[3]>>);
  CHECK(values(eval(in_float64(argmax<Key>(t)))) == near{1, 0, 0});
  CHECK(values(eval(in_float64(argmin<Key>(t)))) == near{0, 1, 0});
}

TEST_CASE("The first NaN is the largest and the smallest; infinities are numbers") {
  tensor<float, Query[4], Key[19]> t = position<Key> % 5 + 0 * position<Query>;
  t(0, 7) = t(0, 12) = no_number;
  at<Query>(t, 1) = -inf;
  at<Query>(t, 2) = inf;
  t(3, 18) = no_number;
  CHECK(values(eval(argmax<Key>(t))) == near{7, 0, 0, 18});
  CHECK(values(eval(argmin<Key>(t))) == near{7, 0, 0, 18});
  const tensor<float, Key[19], Query[4]> turned = t;  // the lanes along the axis that stays
  CHECK(values(eval(argmax<Key>(turned))) == near{7, 0, 0, 18});
  CHECK(values(eval(argmin<Key>(turned))) == near{7, 0, 0, 18});
  CHECK(values(eval(in_float64(argmin<Key>(t)))) == near{7, 0, 0, 18});
}

TEMPLATE_TEST_CASE("Of every element type", "", double, std::int8_t, bool) {
  const tensor<TestType, Query[7], Key[53]> t = cast<TestType>(x);
  const tensor<TestType, Key[], Query[]> turned = t;
  CHECK(as_reference(argmax<Key>(t)));
  CHECK(as_reference(argmin<Key>(turned)));
}

TEST_CASE("Of expressions: one pass, products inside, a mask that leaves blocks out") {
  const tensor<float, Query[21], Feature[5]> q = ((position<Query> * 3 + position<Feature> * 7) % 11) - 5;
  const tensor<float, Key[300], Feature[5]> k = ((position<Key> * 5 + position<Feature> * 3) % 7) - 3;
  const auto scores = dot<Feature>(q, k);  // {Query, Key}: small integers, exact
  CHECK(as_reference(argmax<Key>(scores)));
  static_assert(plan_of<decltype(argmax<Key>(scores))>.passes == 1 && plan_of<decltype(argmax<Key>(scores))>.temporaries == 0);
  const auto causal = where(position<Key> <= position<Query>, scores, -inf);
  CHECK(as_reference(argmax<Key>(causal)));
  CHECK(values(eval(argmax<Key>(where(position<Key> < 0, scores, -inf)))) == near(std::vector<double>(21, 0)));
  CHECK(as_reference(argmax<Key>(softmax<Key>(8 * scores))));
  const auto [best, top, where_best] = eval(softmax<Key>(scores) * 1.f, max<Key>(scores), argmax<Key>(scores));
  CHECK(values(where_best) == near(values(eval(in_float64(argmax<Key>(scores))))));
  CHECK((top(3) == eval(in_float64(scores))(3, where_best(3)) && best(3, where_best(3)) > 0));
  CHECK(as_reference(dot<Key>(cast<float>(position<Key> == argmax<Key>(scores)), k)));
}

TEST_CASE("Axes that are split, merged, sliced, of extent 1") {
  const tensor<float, Query[5], Model[4], Feature[6]> t = (position<Query> * 11 + position<Model> * 5 + position<Feature> * 3) % 7;
  CHECK(as_reference(argmax<Transient>(merge<Transient, Feature, Model>(t))));
  CHECK(as_reference(argmax<Model>(slice<Model, 1, 3>(t * 1))));
  CHECK(as_reference(argmax<Token>(rename<Model, Token>(split<Feature, Value[3], Key[2]>(t)))));
  CHECK(as_reference(argmax<Key>(tensor<float, Query[5], Key[1]>{})));
  CHECK(eval(argmax<Key>(tensor<double, Key[3]>{1, 2, 0}))() == 1);
  tensor<int, Key[3]> own{2, 0, 1};
  own = own + argmax<Key>(own);
  CHECK(values(own) == near{2, 0, 1});
}

TEST_CASE("Nothing has no place") {
  const tensor<float, Query[3], Key[]> none;
  tensor<int, Query[3]> to{7, 7, 7};
  CHECK_THROWS_WITH(to = argmax<Key>(none), "argmax<Key>: Key is 0, and nothing has no place");
  CHECK_THROWS_AS(eval(in_float64(argmin<Key>(none + 1))), shape_error);
  CHECK(values(to) == near{7, 7, 7});
  CHECK(eval(argmax<Query>(none)).size() == 0);
}
