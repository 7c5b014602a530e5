// A run-time axis that several operands have is one length, whichever of them stands first.
#include <laws/invariance.hpp>

using namespace laws;
using generated::check_eval;
using generated::fill;

namespace {
#ifndef HEED_REFERENCE_ONLY
template <class E> void check_one_pass(const char* spelling, const E& e) {
  INFO(spelling << "\n" << explain(e));
  CHECK(plan_of<E>.passes == 1);
  CHECK(plan_of<E>.temporaries == 0);
  check_eval(e);
}
#else
template <class E> void check_one_pass(const char*, const E& e) { check_eval(e); }
#endif
}  // namespace

TEST_CASE("Attention with run-time extents is one pass, in whatever order its operands stand") {
  tensor<float, Query[], Feature[8]> q(sized<Query>(19));
  tensor<float, Key[], Feature[8]> k(sized<Key>(37));
  tensor<float, Key[], Value[5]> v(sized<Key>(37));
  tensor<bool, Query[], Key[]> kept(sized<Query>(19), sized<Key>(37));
  tensor<float, Key[]> bias(sized<Key>(37));
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(bias, 4, -1, 1);
  kept = (position<Query> * 5 + position<Key> * 3) % 7 > 1;
  const auto p = softmax<Key>(dot<Feature>(q, k) / 3);
  check_one_pass("weights first", dot<Key>(p, v));
  check_one_pass("values first", dot<Key>(v, p));
  check_one_pass("a mask first", dot<Key>(kept * p, v));
  check_one_pass("values and a mask first", dot<Key>(v, where(kept, p, 0)));
  check_one_pass("a bias first", dot<Key>(v * bias, softmax<Key>(bias + dot<Feature>(k, q))));
  check_one_pass("a sum", sum<Key>(v * (bias * p)));
}

TEST_CASE("Lanes whose number is known only when the expression runs: few, many, and any rest") {
  tensor<float, Key[45], Feature[20]> k;
  tensor<float, Key[45], Value[13]> v;
  fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  for (index_t n = 1; n < 70; n += n < 34 ? 1 : 7) {
    tensor<float, Query[], Feature[20]> q(sized<Query>(n));
    fill(q, 1, -1, 1);
    INFO(n);
    check_eval(dot<Key>(softmax<Key>(where(position<Key> <= 2 * position<Query>, dot<Feature>(q, k), -std::numeric_limits<float>::infinity())), v));
    check_eval(dot<Key>(softmax<Key>(dot<Feature>(cast<double>(q), k)), v));
    check_eval(max<Key>(dot<Feature>(q, k)));
  }
}

TEST_CASE("Few queries over many keys: grouped ones of one token, and as many as there are when it runs") {
  tensor<float, Head[12], Key[300], Feature[100]> k;
  tensor<float, Head[12], Feature[100], Key[300]> turned;
  tensor<float, Head[12], Key[300], Value[96]> v;
  fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  turned = k;
  const auto attend = [&](const auto& q, const auto& keys) {
    check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, keys) / 8), v));
    check_eval(dot<Key>(softmax<Key>(where(position<Key> <= 97 * position<Query>, dot<Feature>(q, keys), -std::numeric_limits<float>::infinity())), v));
  };
  tensor<float, Head[12], Query[2], Feature[100]> two;
  tensor<float, Head[12], Query[4], Feature[100]> four;
  fill(two, 1, -1, 1), fill(four, 1, -1, 1);
  attend(two, k);
  attend(four, k);
  attend(four, turned);
  for (index_t n = 1; n < 6; ++n) {
    tensor<float, Head[12], Query[], Feature[100]> q(sized<Query>(n));
    fill(q, 1, -1, 1);
    INFO(n);
    attend(q, k);
  }
}
