// Positions and lengths in the reference evaluator: the extent comes from an operand, a target, a slice, or is given.
#include <heed/eval/in_float64.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
const tensor<float, Query[2], Key[3]> all_ones{{1, 1, 1}, {1, 1, 1}};
}  // namespace

TEST_CASE("Positions take the extent of an operand") {
  CHECK(run(all_ones * position<Key>) == near{0, 1, 2, 0, 1, 2});
  CHECK(run(all_ones * position<Query>) == near{0, 0, 0, 1, 1, 1});
  CHECK(run(where(position<Key> <= position<Query>, all_ones, 0)) == near{1, 0, 0, 1, 1, 0});
  CHECK(run((position<Key> - position<Query>)*all_ones) == near{0, 1, 2, -1, 0, 1});
  CHECK(run(dot<Key>(position<Key>, all_ones)) == near{3, 3});
  CHECK(run(dot<Key>(all_ones, position<Key>)) == near{3, 3});
}

TEST_CASE("Positions with an extent of their own") {
  CHECK(run(position<Key[4]>) == near{0, 1, 2, 3});
  CHECK(run(sum<Key>(position<Key[4]>)) == near{6});
  CHECK(run(position<Query[2]> * 10 + position<Key[3]>) == near{0, 1, 2, 10, 11, 12});
}

TEST_CASE("Positions take the extent of a target") {
  tensor<int, Key[3], Query[2]> t;
  detail::assign_reference(t, in_float64(position<Query> * 10 + position<Key>), assign_op::set);
  CHECK(values(t) == near{0, 10, 1, 11, 2, 12});
  tensor<int, Key[]> run_time(sized<Key>(3));
  detail::assign_reference(run_time, in_float64(position<Key>), assign_op::set);
  CHECK(values(run_time) == near{0, 1, 2});
  tensor<int, Query[2], Key[3]> sums;
  detail::assign_reference(sums, in_float64(length<Key>), assign_op::set);
  CHECK(values(sums) == near{3, 3, 3, 3, 3, 3});
}

TEST_CASE("A slice of something with positions keeps its offset") {
  const tensor<float, Query[4], Key[4]> all = [] {
    tensor<float, Query[4], Key[4]> t;
    for (auto& e : t) e = 1;
    return t;
  }();
  auto causal = where(position<Key> <= position<Query>, all, 0);
  CHECK(run(slice<Query, 2, 2>(causal)) == near{1, 1, 1, 0, 1, 1, 1, 1});
  CHECK(run(at<Query>(causal, 1)) == near{1, 1, 0, 0});
  CHECK(run(slice<Key>(position<Key> + 0, 5, 3)) == near{5, 6, 7});
  CHECK(run(slice<Key, 5, 2>(position<Key>)) == near{5, 6});
  CHECK(run(at<Key>(position<Key> * 3, 4)) == near{12});
}

TEST_CASE("Positions under other names, split and merged") {
  CHECK(run(all_ones * rename<Token, Key>(position<Token> + 0)) == near{0, 1, 2, 0, 1, 2});
  CHECK(run(split<Model, Head[2], Feature[2]>(position<Model> * 1)) == near{0, 1, 2, 3});
  CHECK(run(merge<Model, Query, Key>(all_ones * position<Key>)) == near{0, 1, 2, 0, 1, 2});
  CHECK(run(rename<Query, Token>(all_ones * position<Query>)) == near{0, 0, 0, 1, 1, 1});
}

TEST_CASE("length is the extent where it is used, or the one that is given") {
  CHECK(run(length<Key[300]> + 0) == near{300});
  CHECK(run(all_ones * length<Key[7]>) == near{7, 7, 7, 7, 7, 7});
  CHECK(run(all_ones / length<Key>) == near{1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3});
  CHECK(run(sum<Key>(all_ones * length<Key>)) == near{9, 9});
  CHECK(run(all_ones * (length<Key> - 1 - position<Key>)) == near{2, 1, 0, 2, 1, 0});
  const tensor<float, Key[]> open_ones{1, 1};
  CHECK(run(open_ones * length<Key>) == near{2, 2});
}

TEST_CASE("A length that nothing gives is an error that names the axis") {
  CHECK_THROWS_WITH(run(length<Key> + 1), Catch::Contains("nothing gives Key an extent"));
}

TEST_CASE("Causal softmax: nothing beyond the diagonal takes part") {
  const tensor<float, Query[3], Key[3]> scores{{0, 5, 5}, {0, 0, 5}, {0, 0, 0}};
  auto weights = softmax<Key>(where(position<Key> <= position<Query>, scores, -inf));
  CHECK(run(weights) == near{1, 0, 0, 0.5, 0.5, 0, 1. / 3, 1. / 3, 1. / 3});
}

TEST_CASE("The length of an axis that is folded over, beside the fold") {
  const tensor<float, Query[2], Feature[3]> q{{1, 2, 3}, {4, 5, 6}};
  const tensor<float, Key[], Feature[]> k{{1, 0, 1}, {2, 2, 2}};  // (as `length` is in scores)
  const auto scores = 1 / cast<float>(length<Feature>) * dot<Feature>(q, k);
  CHECK(run(sum<Feature>(q) / length<Feature>) == near{2, 5});
  CHECK(run(scores * 3) == near{4, 12, 10, 30});
  // each in the least part that has a fold: three, and two
  CHECK(run(sum<Feature>(q) / length<Feature> + sum<Feature>(tensor<float, Feature[2]>{4, 6}) / length<Feature>) == near{7, 10});
  CHECK(run(let(dot<Feature>(q, k), [](auto s) { return softmax<Key>(s * 0) + length<Feature>; })) == near{3.5, 3.5, 3.5, 3.5});
  CHECK_THROWS_AS(run(q / length<Key>), shape_error);
}
