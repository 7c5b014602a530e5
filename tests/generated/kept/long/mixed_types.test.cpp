// Generated programs that once failed: float and double operands meet in one fold.
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

// seed 1 program 10
TEST_CASE("A contraction of double with float") {
  heed::tensor<double, Tap[31], Model[]> t1(heed::sized<Model>(17));
  fill(t1, 484, -1, 1);
  heed::tensor<float, Tap[31], heed::prime<Query>[3]> t2;
  fill(t2, 492, -1, 1);
  const auto e = dot<Tap>(t1, t2);
  check_eval(e);
}

// seed 1 program 6
TEST_CASE("A contraction of float with double, beside a run-time axis") {
  heed::tensor<double, Head[15], Hidden[33], Batch[3]> t1;
  fill(t1, 734, -5, 3);
  heed::tensor<float, Value[], Hidden[33]> t2(heed::sized<Value>(13));
  fill(t2, 499, -1, 1);
  const auto e = dot<Hidden>(t2, t1);
  check_eval(e);
}

// seed 1 program 11
TEST_CASE("A sum of products of float with a difference of float and double") {
  heed::tensor<float, Tap[], Key[14], Batch[67]> t1(heed::sized<Tap>(3));
  fill(t1, 147, -1, 1);
  heed::tensor<double, Tap[], Batch[67]> t2(heed::sized<Tap>(3));
  fill(t2, 561, -2, 2);
  heed::tensor<double, Key[13], Tap[4]> t3;
  fill(t3, 613, -2, 2);
  heed::tensor<float, heed::prime<Key>[], Key[13], Tap[3]> t4(heed::sized<heed::prime<Key>>(2));
  fill(t4, 58, -1, 1);
  const auto e = sum<Tap, Key>(t4 * ((slice<Key>(t1, 1, 13) - copy_of(t2)) - slice<Tap, 1, 3>(t3)));
  check_eval(e);
}

// seed 1 program 14
TEST_CASE("Weights of double, values of float") {
  heed::tensor<double, Value[5], Tap[17], Model[1]> t1;
  fill(t1, 358, 0.1, 1);
  heed::tensor<float, Key[3], Tap[17]> t2;
  fill(t2, 39, 0, 1);
  heed::tensor<double, Key[3], Model[1], Value[], Tap[17]> t3(heed::sized<Value>(5));
  fill(t3, 73, -2, 2);
  heed::tensor<float, Tap[17], Query[], Hidden[]> t4(heed::sized<Query>(67), heed::sized<Hidden>(5));
  fill(t4, 346, -2, 2);
  const auto e = sum<Tap>(normalize<Tap>(abs(dot<Key, Value>((t1 * t2), t3))) * at<Hidden>(t4, 2));
  check_eval(e);
}

// seed 1 program 3
TEST_CASE("Two results, one of them with values of double") {
  heed::tensor<float, Query[], Model[]> t1(heed::sized<Query>(9), heed::sized<Model>(17));
  fill(t1, 519, -3, 3);
  heed::tensor<double, Model[17], Tap[]> t2(heed::sized<Tap>(18));
  fill(t2, 721, -1, 1);
  heed::tensor<bool, Value[]> t3(heed::sized<Value>(17));
  fill(t3, 691, 0, 1);
  heed::tensor<float, Value[17], Query[]> t4(heed::sized<Query>(9));
  fill(t4, 390, -1, 1);
  heed::tensor<float, Value[]> t9(heed::sized<Value>(17));
  fill(t9, 853, -1, 1);
  const auto shared = (t1 + 0);
  const auto first = dot<Value>(let(softmax<Value>(where(!(position<Query> > position<Value> + 2), (where(t3, t4, t4) * 1), -inf)), [&](auto w8) { return w8 * w8; }), t9);
  const auto second = dot<Model>(softmax<Model>(shared), slice<Tap, 3, 15>(t2));
  check_both(first, second);
}

// seed 10 program 8
TEST_CASE("Scores of double, one result without axes") {
  heed::tensor<float, Model[16], Tap[15]> t1;
  fill(t1, 564, -2, 2);
  heed::tensor<double, Tap[15], Model[19]> t2;
  fill(t2, 212, -2, 2);
  heed::tensor<double, Tap[15]> t3;
  fill(t3, 712, -1, 1);
  heed::tensor<float, Model[16]> t4;
  fill(t4, 360, -5, 3);
  const auto e = dot<Model>(softmax<Model>(sum<Tap>(t3 * tanh(at<Model>(t1, 8) + slice<Model>(t2, 1, 16)))), t4);
  check_eval(e);
}

// seed 11 program 11
TEST_CASE("A contraction of contractions of several types") {
  heed::tensor<float, Head[8]> t1;
  fill(t1, 651, -2, 2);
  heed::tensor<float, Model[7], heed::prime<Key>[7], Head[8], Tap[67]> t2;
  fill(t2, 250, -5, 3);
  heed::tensor<float, heed::prime<Key>[10]> t3;
  fill(t3, 270, -2, 2);
  heed::tensor<float> t4;
  fill(t4, 559, -1, 1);
  heed::tensor<float, Value[15], Tap[67], Feature[33]> t5;
  fill(t5, 711, -1, 1);
  heed::tensor<double, Tap[67], Hidden[7]> t6;
  fill(t6, 357, 0, 1);
  heed::tensor<double, Hidden[7], Tap[], Query[1], Model[7]> t7(heed::sized<Tap>(67));
  fill(t7, 107, 0, 1);
  const auto e = dot<Model>(minimum(maximum(dot<heed::prime<Key>>((slice<heed::prime<Key>>(t3, 3, 7) * t4), dot<Head>(t1, t2)), -4), 4.f), minimum(maximum(dot<Tap, Hidden>(t7, mean<Value>((at<Feature>(t5, 6) - t6))), -4), 4.f));
  check_eval(e);
}

TEST_CASE("erf of double is exact to a few ulp") {
  heed::tensor<float, Value[9], Key[]> t1(heed::sized<Key>(9));
  fill(t1, 619, 0.1, 1);
  heed::tensor<double, Key[], Value[]> t2(heed::sized<Key>(9), heed::sized<Value>(9));
  fill(t2, 606, -3, 3);
  check_eval(erf(maximum(t1, t2) - 1));
}

TEST_CASE("exponentials of float64 beyond its range, which no integer holds") {
  INFO(R"heed(const auto e = let(softmax<heed::prime<Query>>(sum<Model>(t3 * tanh(t1 + copy_of(t2)))), [&](auto w4) { return w4 * w4; });
check_eval(e);)heed");
  heed::tensor<float, Model[32], heed::prime<Query>[4]> t1;
  fill(t1, 969, 0, 1);
  heed::tensor<double, Model[]> t2(heed::sized<Model>(32));
  fill(t2, 52, -1, 1);
  heed::tensor<float, Model[]> t3(heed::sized<Model>(32));
  fill(t3, 245, 0.1, 1);
  const auto e = let(softmax<heed::prime<Query>>(sum<Model>(t3 * tanh(t1 + copy_of(t2)))), [&](auto w4) { return w4 * w4; });
  check_eval(e);
}

// Weights of float in a sum of float64 are not rescaled with it: a walk of its own takes them, when their maximum is known.
TEST_CASE("weights of float over values of double, in more than one block") {
  heed::tensor<float, Query[3], Key[300]> scores;
  fill(scores, 35, -3, 3);
  heed::tensor<double, Key[300]> values;
  fill(values, 122, -1, 1);
  check_eval(dot<Key>(softmax<Key>(scores), values));
  check_eval(dot<Key>(softmax<Key>(where(position<Key> <= 100 * position<Query>, scores, -inf)), values));
}
