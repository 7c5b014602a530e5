// let in the reference evaluator: one value, wherever the body uses it.
#include <heed/eval/in_float64.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
const tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, 5, 9}};
}  // namespace

TEST_CASE("The value of a let is computed once") {
  int calls = 0;
  auto counted = pointwise([&calls](double e) { return ++calls, e; }, x);
  CHECK(run(let(counted, [](auto t) { return t * t - t + sum<Key>(t); })) == near{6, 8, 12, 30, 38, 90});
  CHECK(calls == 6);
}

TEST_CASE("Lets nest, in bodies and in definitions") {
  auto nested = let(x + 1, [](auto a) { return let(a * 2, [&](auto b) { return a * b + b; }); });
  CHECK(run(nested) == near{12, 24, 40, 60, 84, 220});
  auto standard = [](auto&& y) {
    return let(std::forward<decltype(y)>(y), [](auto t) { return (t - mean<Key>(t)) * rsqrt(var<Key>(t)); });
  };
  // the same function in its own argument: the inner let is the definition of the outer
  CHECK(run(standard(standard(x * 1))) == near(run(standard(x * 1)), 1e-12));
}

TEST_CASE("An inner let of the same function hides the outer") {
  struct doubling {
    auto operator()(variable<doubling, float, shape<Query[2], Key[3]>, false> t) const { return t + t; }
  };
  auto inner = let_node<doubling, decltype(x * 1), decltype(doubling{}({}))>{x * 1, doubling{}({})};
  auto both = let_node<doubling, decltype(x + 0), decltype(inner + doubling{}({}))>{x + 0, inner + doubling{}({})};
  CHECK(run(both) == near{4, 8, 12, 16, 20, 36});
  // the definition of the inner one still means the outer
  auto shadowing =
      let_node<doubling, decltype(doubling{}({})), decltype(doubling{}({}))>{doubling{}({}), doubling{}({})};
  auto outer = let_node<doubling, decltype(x + 0), decltype(shadowing)>{x + 0, shadowing};
  CHECK(run(outer) == near{4, 8, 12, 16, 20, 36});
}

TEST_CASE("A shared value is mapped and reduced like any other") {
  auto mixed = let(x * 1, [](auto t) {
    return at<Query>(t, 1) + sum<Query>(t) + rename<Token, Key>(rename<Key, Token>(at<Query>(t, 0)));
  });
  CHECK(run(mixed) == near{10, 14, 24});
  auto self = let(x * 1, [](auto t) { return dot<Key>(t, rename<Query, prime<Query>>(t)); });
  CHECK(run(self) == near{14, 41, 41, 122});
}

TEST_CASE("Run-time extents are found through lets") {
  const tensor<float, Query[], Key[]> open_x{{1, 2, 3}, {4, 5, 9}};
  auto centred = let(open_x * 1, [](auto t) { return let(mean<Key>(t), [&](auto m) { return t - m; }); });
  CHECK(run(centred) == near{-1, 0, 1, -2, -1, 3});
  CHECK(run(let(open_x + 0, [](auto t) { return sum<Key>(where(position<Key> <= position<Query>, t, 0)); })) ==
        near{1, 9});
}

TEST_CASE("A shared position has the extent of each of its uses") {
  const tensor<float, Key[2]> two{10, 20};
  const tensor<float, Key[3]> three{10, 20, 30};
  auto used = let(position<Key> * 2, [&](auto p) { return sum<Key>(two + p) + sum<Key>(three + p); });
  CHECK(run(used) == near{32 + 66});
  auto under_names = let(position<Key> + 1, [](auto p) { return x * p * rename<Key, Query>(p); });
  CHECK(run(under_names) == near{1, 4, 9, 8, 20, 54});
  auto lengths = let(length<Key> + 0, [&](auto n) { return sum<Key>(two * n) + sum<Key>(three * n); });
  CHECK(run(lengths) == near{60 + 180});
}
