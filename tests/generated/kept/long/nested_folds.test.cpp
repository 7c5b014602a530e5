// Generated programs that once failed: a fold within a fold.
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

// seed 1 program 1
TEST_CASE("A softmax of a contraction with weights of its own") {
  heed::tensor<float, Model[], Query[4], Hidden[5], heed::prime<Query>[8]> t1(heed::sized<Model>(8));
  fill(t1, 804, 0, 1);
  heed::tensor<float, heed::prime<Key>[], Value[8], Key[32], Model[8]> t2(heed::sized<heed::prime<Key>>(16));
  fill(t2, 446, -1, 1);
  heed::tensor<float, Model[]> t3(heed::sized<Model>(8));
  fill(t3, 853, 0, 1);
  heed::tensor<float, Hidden[], Query[4], heed::prime<Key>[16], Value[8]> t6(heed::sized<Hidden>(5));
  fill(t6, 577, -1, 1);
  heed::tensor<float, Value[], Query[4], Hidden[]> t7(heed::sized<Value>(8), heed::sized<Hidden>(5));
  fill(t7, 877, -2, 2);
  const auto e = softmax<Hidden>((5 * tanh(dot<heed::prime<Key>>(((slice<Value, 0, 8>(t6) + t7) * -2.117f), let(exp(tanh((sum<Model>(t3 * tanh(at<heed::prime<Query>>(t1, 0) + at<Key>(t2, 31))) * 0.966f))), [&](auto w5) { return w5 / (sum<heed::prime<Key>>(w5) + 1); })) / 5)));
  check_eval(e);
}

// seed 10 program 13
TEST_CASE("A softmax of a contraction with the user's own softmax") {
  heed::tensor<float, Model[]> t1(heed::sized<Model>(15));
  fill(t1, 63, -5, 3);
  heed::tensor<float, Model[], heed::prime<Key>[]> t4(heed::sized<Model>(15), heed::sized<heed::prime<Key>>(33));
  fill(t4, 299, -1, 1);
  const auto e = softmax<heed::prime<Key>>(dot<Model>(copy_of(t4), let((t1 * 1.042), [&](auto s2) { return let(exp(s2 - max<Model>(s2)), [&](auto w3) { return w3 / sum<Model>(w3); }); })));
  check_eval(e);
}

// seed 10 program 0
TEST_CASE("Shares over one axis of a contraction over two others") {
  heed::tensor<float, heed::prime<Query>[9], Hidden[], Feature[33]> t1(heed::sized<Hidden>(3));
  fill(t1, 164, -1, 1);
  heed::tensor<float, Feature[33], Value[31]> t2;
  fill(t2, 75, 0, 1);
  heed::tensor<bool, Hidden[3], Value[], heed::prime<Query>[9]> t3(heed::sized<Value>(31));
  fill(t3, 360, 0, 1);
  heed::tensor<bool, Value[]> t5(heed::sized<Value>(31));
  fill(t5, 936, 0, 1);
  const auto e = normalize<heed::prime<Query>>(exp(tanh(maximum((((dot<Hidden>(dot<Feature>(t2, t1), cast<float>(t3)) / 1) - 0.148f * abs(position<heed::prime<Query>> - position<Value>)) + where(t5, 0.f, -inf)), -30))));
  check_eval(e);
}

// seed 10 program 5
TEST_CASE("A contraction of maxima of sums") {
  heed::tensor<float, heed::prime<Query>[], Token[], Key[], Query[], Batch[]> t1(heed::sized<heed::prime<Query>>(8), heed::sized<Token>(8), heed::sized<Key>(5), heed::sized<Query>(33), heed::sized<Batch>(1));
  fill(t1, 366, -1, 1);
  heed::tensor<float, Token[], Query[], Batch[1]> t2(heed::sized<Token>(8), heed::sized<Query>(33));
  fill(t2, 16, 0.1, 1);
  heed::tensor<float, Value[1], heed::prime<Query>[]> t3(heed::sized<heed::prime<Query>>(8));
  fill(t3, 582, -1, 1);
  heed::tensor<float, Token[8]> t4;
  fill(t4, 791, 0.1, 1);
  heed::tensor<float, Batch[1], Value[], Query[33]> t5(heed::sized<Value>(1));
  fill(t5, 320, -2, 2);
  const auto e = dot<Batch>(max<Key>(sum<heed::prime<Query>>(t3 * (t1 + t2))), (slice<Token>(t4, 0, 8) - t5));
  check_eval(e);
}

TEST_CASE("Stages over the lanes, of a sum that each of them needs: read beyond the edge") {
  heed::tensor<float, heed::prime<Query>[7], Hidden[]> t1(heed::sized<Hidden>(2));
  fill(t1, 951, -5, 3);
  heed::tensor<double, Hidden[]> t2(heed::sized<Hidden>(2));
  fill(t2, 575, 0.1, 1);
  check_eval(where(softmax<heed::prime<Query>>(softmax<heed::prime<Query>>(sum<Hidden>(t2 * tanh(t1 + t2)))) > 0.5f, 1.f, 0.25f));
}

TEST_CASE("One query, with queries, keys and values projected inside: nothing is projected for every value") {
  heed::tensor<float, Query[1], Model[19]> x;
  heed::tensor<float, Model[19]> y;
  heed::tensor<float, Key[37], Model[19]> z;
  heed::tensor<float, Model[19], Head[3], Hidden[5]> wq, wk;
  heed::tensor<float, Model[19], Head[3], Value[7]> wv;
  fill(x, 1, -1, 1), fill(y, 2, -1, 1), fill(z, 3, -1, 1), fill(wq, 4, -1, 1), fill(wk, 5, -1, 1), fill(wv, 6, -1, 1);
  const auto with_axis = dot<Key>(softmax<Key>(dot<Hidden>(dot<Model>(x, wq), dot<Model>(z, wk)) / 2.f), dot<Model>(z, wv));
  const auto without = dot<Key>(softmax<Key>(dot<Hidden>(dot<Model>(y, wq), dot<Model>(z, wk)) / 2.f), dot<Model>(z, wv));
  check_eval(with_axis);
  check_eval(without);
  // (the keys and the query, scores, their sum of z, and that is projected)
  CHECK(plan_of<decltype(with_axis)>.flops == 2 * (37 * 19 * 3 * 5 + 19 * 3 * 5 + 37 * 3 * 5 + 37 * 3 * 19 + 19 * 3 * 7));
  CHECK(plan_of<decltype(without)>.flops == plan_of<decltype(with_axis)>.flops);
}

TEST_CASE("the norm of what weights are contracted with") {
  INFO(R"heed(const auto e = norm<Feature>(dot<heed::prime<Query>>(softmax<heed::prime<Query>>(((dot<Key>((t2 - slice<Key>(t3, 3, 2)), t1) - 0.134f * abs(position<Query> - position<heed::prime<Query>>)) + where(position<heed::prime<Query>> < t4 && position<heed::prime<Query>> <= position<Query>, 0.f, -1e4))), at<Value>(t7, 24)));
check_eval(e);)heed");
  heed::tensor<float, Key[2], heed::prime<Query>[2]> t1;
  fill(t1, 402, -1, 1);
  heed::tensor<double, Query[]> t2(heed::sized<Query>(17));
  fill(t2, 873, -1, 1);
  heed::tensor<float, heed::prime<Query>[2], Key[]> t3(heed::sized<Key>(6));
  fill(t3, 643, -1, 1);
  heed::tensor<int, Query[]> t4(heed::sized<Query>(17));
  fill(t4, 169, 0, 2);
  heed::tensor<double, Value[33], Feature[13], heed::prime<Query>[2], Query[17]> t7;
  fill(t7, 361, 0.1, 1);
  const auto e = norm<Feature>(dot<heed::prime<Query>>(softmax<heed::prime<Query>>(((dot<Key>((t2 - slice<Key>(t3, 3, 2)), t1) - 0.134f * abs(position<Query> - position<heed::prime<Query>>)) + where(position<heed::prime<Query>> < t4 && position<heed::prime<Query>> <= position<Query>, 0.f, -1e4))), at<Value>(t7, 24)));
  check_eval(e);
}

TEST_CASE("folds of a context over its own axis") {
  heed::tensor<float, Query[17], Feature[4]> q;
  fill(q, 1, -1, 1);
  heed::tensor<float, Key[53], Feature[4]> k;
  fill(k, 2, -1, 1);
  heed::tensor<float, Key[53], Value[13]> v;
  fill(v, 3, -1, 1);
  const auto context = dot<Key>(softmax<Key>(dot<Feature>(q, k)), v);
  check_eval(norm<Value>(context));
  check_eval(max<Value>(context + 1) - min<Value>(context));
}

// seed 100122 program 7
TEST_CASE("Two folds over one axis of weights over two, squared: they wait for the weights, and are of a later pass") {
  heed::tensor<float, Feature[], Value[]> t1(heed::sized<Feature>(16), heed::sized<Value>(64));
  fill(t1, 489, -1, 1);
  const auto shared = (let(softmax<Value, Feature>(t1), [&](auto w2) { return w2 * w2; }) / 1.157f);
  const auto first = logsumexp<Feature>(shared);
  const auto second = max<Feature>(shared);
  check_both(first, second);
}

// seed 1 program 9
TEST_CASE("A slice of a static size, beside a run-time axis as long as it") {
  heed::tensor<float, Key[], Token[]> t1(heed::sized<Key>(15), heed::sized<Token>(7));
  fill(t1, 136, -2, 2);
  heed::tensor<float, Token[], Model[], Key[]> t2(heed::sized<Token>(7), heed::sized<Model>(37), heed::sized<Key>(15));
  fill(t2, 348, 0.1, 1);
  heed::tensor<float, Key[], Tap[]> t3(heed::sized<Key>(15), heed::sized<Tap>(3));
  fill(t3, 208, 0.1, 1);
  heed::tensor<float, Token[], Model[]> t4(heed::sized<Token>(7), heed::sized<Model>(31));
  fill(t4, 422, -5, 3);
  heed::tensor<double, Model[], Token[], Key[]> t5(heed::sized<Model>(31), heed::sized<Token>(7), heed::sized<Key>(15));
  fill(t5, 6, -2, 2);
  heed::tensor<double, Key[]> t7(heed::sized<Key>(15));
  fill(t7, 653, 0.1, 1);
  const auto e = sum<Key>(softmax<Key>(((dot<Token>(slice<Model, 3, 31>((t1 * t2)), softmax<Model>(dot<Key>(at<Tap>(t3, 2), (copy_of(t4) - t5)))) - 0.326f * abs(position<Key> - position<Model>)) + where(position<Model> <= position<Key> && position<Key> - position<Model> < 3, 0.f, -inf))) * t7);
  check_eval(e);
}

// seed 1000 program 9
TEST_CASE("Weights over an axis that the scores do not have") {
  heed::tensor<float, Head[]> t1(heed::sized<Head>(8));
  fill(t1, 694, -1, 1);
  heed::tensor<double, Batch[]> t2(heed::sized<Batch>(17));
  fill(t2, 428, -2, 2);
  const auto e = dot<Batch>(softmax<Batch>(broadcast<Batch[17]>(log1p(abs(t1)))), t2);
  check_eval(e);
}

// seed 100779 program 8
TEST_CASE("Squared weights of queries that see no key") {
  heed::tensor<float, Elements[10940]> t1_memory; fill(t1_memory, 257, -3, 3, 0.3); auto t1 = heed::named<Key[], Batch[], Value[]>(t1_memory.data(), heed::sized<Key>(64), heed::sized<Batch>(8), heed::sized<Value>(9), heed::strided<Key>(171), heed::strided<Batch>(2), heed::strided<Value>(19));
  heed::tensor<float, Elements[10]> t5_memory; fill(t5_memory, 930, 0, 1); auto t5 = heed::named<Batch[]>(t5_memory.data(), heed::sized<Batch>(10), heed::strided<Batch>(1));
  const auto e = cast<float>(dot<Batch>(let(softmax<Batch>((t1 + where(position<Key> < length<Key> - 5 && position<Key> <= position<Batch>, 0.f, -inf))), [&](auto w4) { return w4 * w4; }), slice<Batch>(t5, 2, 8)));
  std::vector<float> memory(576);
  check_assign(heed::named<Value[9], Key[64]>(memory), e);
}

// seed 7101 program 4
TEST_CASE("A normaliser over two axes of what is stored for one of them is stored beside no weights: it was summed inside a loop over itself") {
  heed::tensor<float, Head[], Model[], Query[], heed::prime<Key>[]> t1(heed::sized<Head>(2), heed::sized<Model>(1), heed::sized<Query>(2), heed::sized<heed::prime<Key>>(3));
  fill(t1, 700, 0, 1);
  heed::tensor<float, heed::prime<Key>[], Head[], Query[], Model[]> t2(heed::sized<heed::prime<Key>>(3), heed::sized<Head>(2), heed::sized<Query>(2), heed::sized<Model>(1));
  fill(t2, 884, -5, 3);
  heed::tensor<float, Value[], Head[2], heed::prime<Key>[], Query[]> t6(heed::sized<Value>(1), heed::sized<heed::prime<Key>>(3), heed::sized<Query>(2));
  fill(t6, 886, -1, 1);
  const auto e = dot<heed::prime<Key>, Head>(softmax<Head, heed::prime<Key>>(where(!(!(position<heed::prime<Key>> > position<Head> + 3)), -1e9f, (sum<Query>(t1 * t2) - 0.211f * abs(position<Head> - position<Model>)))), t6);
  check_eval(e);
}
