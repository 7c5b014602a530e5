// Programs that failed once: integers that are looked up at integers that are looked up.
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

TEST_CASE("ids of a look-up that another look-up moves") {
  INFO(R"heed(const auto e = dot<Value>(softmax<Value>(where(position<Value> < t4 && position<Value> <= position<Value>, (dot<Token>(t3, (t1 * t2)) * 0.15f), -inf)), gather<Model>(dot<heed::prime<Key>>(t7, one_hot<heed::prime<Key>[3]>(t8)), clamp((t9 + at<Head>(t10, 5)), 0, 2)));
const auto before = copy_of(t11);
check_compound<heed::assign_op::add>(t11, e, before + e);)heed");
  heed::tensor<float, Token[15]> t1;
  fill(t1, 934, 0.1, 1);
  heed::tensor<double, Value[7]> t2;
  fill(t2, 442, -1, 1);
  heed::tensor<float, Value[7], Token[15]> t3;
  fill(t3, 584, -5, 3);
  heed::tensor<int> t4;
  fill(t4, 527, 0, 7);
  heed::tensor<float, heed::prime<Key>[3]> t7;
  fill(t7, 713, -1, 1);
  heed::tensor<int, Model[3], Key[], Value[7], Query[15]> t8(heed::sized<Key>(31));
  fill(t8, 257, 0, 2);
  heed::tensor<int> t9;
  fill(t9, 486, -5, 5);
  heed::tensor<bool, Head[8]> t10;
  fill(t10, 572, 0, 1);
  heed::tensor<double, Value[7], Query[15], Key[31]> t11;
  fill(t11, 550, -2, 2);
  const auto e = dot<Value>(softmax<Value>(where(position<Value> < t4 && position<Value> <= position<Value>, (dot<Token>(t3, (t1 * t2)) * 0.15f), -inf)), gather<Model>(dot<heed::prime<Key>>(t7, one_hot<heed::prime<Key>[3]>(t8)), clamp((t9 + at<Head>(t10, 5)), 0, 2)));
  const auto before = copy_of(t11);
  check_compound<heed::assign_op::add>(t11, e, before + e);
}

TEST_CASE("a running sum of what a product looks up") {
  INFO(R"heed(const auto e = cumsum<Query>((gather<heed::prime<Query>>(dot<Head>(slice<heed::prime<Query>, 2, 9>(t3), dot<Token>(t1, t2)), clamp(argmin<Batch>(t4), 0, 8)) * 0.01));
check_eval(e);)heed");
  heed::tensor<float, Token[]> t1(heed::sized<Token>(33));
  fill(t1, 491, -1, 1);
  heed::tensor<float, Head[], Token[]> t2(heed::sized<Head>(15), heed::sized<Token>(33));
  fill(t2, 145, -1, 1);
  heed::tensor<float, Head[15], heed::prime<Query>[16]> t3;
  fill(t3, 475, 0.1, 1);
  heed::tensor<int, Batch[33], Query[17]> t4;
  fill(t4, 841, -5, 5);
  const auto e = cumsum<Query>((gather<heed::prime<Query>>(dot<Head>(slice<heed::prime<Query>, 2, 9>(t3), dot<Token>(t1, t2)), clamp(argmin<Batch>(t4), 0, 8)) * 0.01));
  check_eval(e);
}
