// Functions of relative positions: stored once for each, and read along a line.
#include <cmath>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Bucket {};
struct Basis {};
struct Row {};
struct Row2 {};
struct Column {};
struct Column2 {};

const tensor<float, Head[3]> slope{{0.2f, 0.5f, 0.9f}};
const auto buckets = numbers(tensor<float, Head[3], Bucket[8]>{}, 4);
const auto frequency = numbers(tensor<float, Basis[5]>{}, 5);
const auto amplitude = numbers(tensor<float, Basis[5], Head[3]>{}, 6);

// Distances as floats, and the buckets of T5: each for a few, then by their logarithm. (Not on an edge, where float64 may say another.)
constexpr auto between = [](auto keys, auto queries) { return cast<float>(abs(keys - queries)); };
constexpr auto bucket_of = [](auto relative) {
  auto far = 4 + cast<int>(log((cast<float>(maximum(relative, 1)) + 0.01f) / 4.f) * 1.7f);
  return where(relative < 4, relative, minimum(far, 7));
};

template <class K, class Q, class S, class V> void check_scores(const K& keys, const Q& queries, const S& scores, const V& v) {
  const auto attend = [&](const auto& s) { return dot<Key>(softmax<Key>(s), v); };
  const auto far = between(keys, queries);
  CHECK(agrees(attend(scores - slope * log1p(far))));
  CHECK(agrees(attend(scores - pow(far + 1, slope))));
  CHECK(agrees(attend(scores + gather<Bucket>(buckets, bucket_of(abs(keys - queries))))));
  CHECK(agrees(attend(where(keys <= queries, scores + gather<Bucket>(buckets, bucket_of(queries - keys)), -inf))));
  CHECK(agrees(attend(scores + dot<Basis>(sin(frequency * cast<float>(keys - queries)), amplitude))));
  CHECK(agrees(dot<Key>(where(keys <= queries, exp(-slope * far), 0.f) * scores, v)));
}

template <class E> void check_plan(int lines) {
  constexpr auto& plan = plan_of<E>;
  CHECK(plan.temporaries == 0);
  CHECK(plan.lines == lines);
}
}  // namespace

TEST_CASE("Functions of relative positions agree with plain loops") {
  const auto q = numbers(tensor<float, Head[3], Query[37], Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Head[3], Key[53], Feature[6]>{}, 2);
  const auto v = numbers(tensor<float, Head[3], Key[53], Value[5]>{}, 3);
  check_scores(position<Key>, position<Query>, dot<Feature>(q, k), v);
  check_scores(position<Key>, position<Query> + 16, dot<Feature>(q, k), v);
  check_scores(position<Key> + 3, 2 + position<Query>, dot<Feature>(q, k), v);
}

TEST_CASE("Functions of relative positions, sizes at run time") {
  for (const index_t queries : {0, 1, 7, 50})
    for (const index_t keys : {1, 64}) {
      const auto q = numbers(tensor<float, Head[3], Query[], Feature[6]>{sized<Query>(queries)}, 1);
      const auto k = numbers(tensor<float, Head[3], Key[], Feature[6]>{sized<Key>(keys)}, 2);
      const auto v = numbers(tensor<float, Head[3], Key[], Value[5]>{sized<Key>(keys)}, 3);
      const auto scores = dot<Feature>(q, k);
      const auto attend = [&](const auto& s) { return dot<Key>(softmax<Key>(s), v); };
      const auto far = between(position<Key>, position<Query>);
      CHECK(agrees(attend(scores - slope * log1p(far))));
      CHECK(agrees(attend(scores + gather<Bucket>(buckets, bucket_of(abs(position<Key> - position<Query>))))));
      auto decayed = dot<Key>(exp(-slope * far) * scores, v);
      CHECK(agrees(decayed));
      CHECK(plan(decayed).line_bytes == (queries + keys - 1) * 3 * 4);
    }
  const auto q = numbers(tensor<float, Query[50], Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Key[], Feature[6]>{sized<Key>(45)}, 2);
  CHECK(agrees(dot<Feature>(q, k) * rsqrt(1 + between(position<Key>, position<Query>))));
}

TEST_CASE("A line is no array of the scores, and only what takes a function becomes one") {
  const auto q = numbers(tensor<float, Head[3], Query[64], Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Head[3], Key[64], Feature[6]>{}, 2);
  const auto v = numbers(tensor<float, Head[3], Key[64], Value[5]>{}, 3);
  const auto attend = [&](const auto& s) { return dot<Key>(softmax<Key>(s), v); };
  const auto scores = dot<Feature>(q, k);
  const auto far = between(position<Key>, position<Query>);
  check_plan<decltype(attend(scores - slope * far))>(0);
  check_plan<decltype(attend(where(position<Key> <= position<Query>, scores, -inf)))>(0);
  check_plan<decltype(attend(scores - slope * log1p(far)))>(1);
  check_plan<decltype(attend(scores - log1p(abs(cast<float>(position<Key>) - cast<float>(position<Query>)))))>(1);
  check_plan<decltype(attend(scores - log1p(cast<float>(where(position<Key> > position<Query>, position<Key> - position<Query>, -position<Key> + position<Query>)))))>(1);
  check_plan<decltype(attend(scores - exp(where(position<Key> + position<Query> > 9, far, 0.f))))>(0);
  check_plan<decltype(attend(scores - slope * recomputed(log1p(far))))>(0);
  check_plan<decltype(attend(scores + gather<Bucket>(buckets, bucket_of(abs(position<Key> - position<Query>)))))>(2);  // the integers, too
  check_plan<decltype(attend(scores - log1p(cast<float>(position<Key> * position<Query>))))>(0);
  check_plan<decltype(attend(scores * exp(-far / (1.f + cast<float>(position<Query>)))))>(0);
  auto biased = attend(scores - slope * log1p(far));
  CHECK(plan_of<decltype(biased)>.line_bytes == 3 * 127 * 4);
  CHECK_THAT(explain(biased), Catch::Contains("line t1 {Head[3], distance[127]}:") && Catch::Contains("s4 - t1[Query - Key]") && Catch::Contains("1 line of 1524 B"));
}

TEST_CASE("Lines of two distances, of user's functions, of few pairs; results that are functions of distances") {
  const auto image = numbers(tensor<float, Row[11], Column[11], Feature[4]>{}, 1);
  const auto others = rename<Row, Row2>(rename<Column, Column2>(image));
  const auto squares = cast<float>((position<Row> - position<Row2>) * (position<Row> - position<Row2>) + (position<Column> - position<Column2>) * (position<Column> - position<Column2>));
  CHECK(agrees(dot<Row2, Column2>(softmax<Row2, Column2>(dot<Feature>(image, others) - sqrt(squares)), others)));
  CHECK(agrees(dot<Row2, Column2>(exp(-0.1f * squares) * dot<Feature>(image, others), others)));

  const auto q = numbers(tensor<float, Query[60], Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Key[60], Feature[6]>{}, 2);
  const auto bend = [](float x) { return std::atan(x) * 0.5f; };
  CHECK(agrees(softmax<Key>(dot<Feature>(q, k) + pointwise(bend, cast<float>(position<Key> - position<Query>)))));
  CHECK(agrees(exp(-0.01f * between(position<Key[70]>, position<Query[40]>))));
  CHECK(agrees(sum<Key>(exp(-0.01f * between(position<Key[70]>, position<Query[40]>)))));
  const auto few = numbers(tensor<float, Query[3], Key[4]>{}, 1);
  auto of_few = few * exp(between(position<Key>, position<Query>));
  CHECK(agrees(of_few));
  CHECK(plan_of<decltype(of_few)>.lines == 0);

  // one value in a let; a shifted axis; both in windows
  const auto scores = dot<Feature>(q, k);
  CHECK(agrees(let(sqrt(between(position<Key>, position<Query>)), [&](const auto& d) { return softmax<Key>(scores - d) * d; })));
  CHECK(agrees(shift<Key>(scores * sqrt(between(position<Key>, position<Query>)), 2, 0.f)));
  CHECK(agrees(slice<Query, 5, 50>(reverse<Key>(scores * sqrt(between(position<Key>, position<Query>))))));
  CHECK(agrees(sum<Bucket>(window<Key, Bucket[3]>(scores * sqrt(between(position<Key>, position<Query>))))));
  CHECK(agrees(eval(par(scores * sqrt(between(position<Key>, position<Query>)), 2)) - scores * sqrt(between(position<Key>, position<Query>))));
}

TEST_CASE("Integers that wrap are no functions of a difference") {
  const auto s = numbers(tensor<float, Query[60], Key[60]>{}, 1);
  tensor<unsigned, Query[60]> offset;
  offset = 3;
  CHECK(agrees(s + sqrt(cast<float>(cast<unsigned>(position<Key>)) + cast<float>(cast<unsigned>(position<Query>)))));
  CHECK(agrees(s + exp(0.01f * (cast<float>(cast<unsigned>(position<Key>)) - cast<float>(cast<unsigned>(position<Query>))))));
  // (those that wrap are compared with what is computed for every pair: in_float64 does not wrap)
  const auto same = [&](const auto& x) { return all_close(eval(s + exp(0.001f * x)), eval(s + recomputed(exp(0.001f * x))), 1e-6, 1e-6); };
  CHECK(same(cast<float>(cast<std::int8_t>(5 * position<Key>) - cast<std::int8_t>(5 * position<Query>))));
  CHECK(same(cast<float>((position<Key> - position<Query> + offset) % 1000u)));
  CHECK(agrees(s + exp(where(position<Key> + at<Query>(offset, 0) < position<Query> + at<Query>(offset, 0), 0.5f, 0.25f) * cast<float>(abs(position<Key> - position<Query>)) * 0.01f)));
}

TEST_CASE("A bucket that is not there is refused, and nothing is written") {
  const auto q = numbers(tensor<float, Head[3], Query[40], Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Head[3], Key[40], Feature[6]>{}, 2);
  tensor<float, Head[3], Query[40], Key[40]> scores;
  scores = 7.f;
  CHECK_THROWS_AS(scores = dot<Feature>(q, k) + gather<Bucket>(buckets, bucket_of(position<Key> - position<Query>) * 3), shape_error);
  CHECK_THROWS_AS(scores = dot<Feature>(q, k) + gather<Bucket>(buckets, position<Key> - position<Query> + 2), shape_error);
  CHECK(equal(scores, eval(scores * 0.f + 7.f)));
  // guarded, they are where they may be
  CHECK(agrees(where(abs(position<Key> - position<Query>) < 3, dot<Feature>(q, k) + gather<Bucket>(buckets, position<Key> - position<Query> + 2), 0.f)));
}
