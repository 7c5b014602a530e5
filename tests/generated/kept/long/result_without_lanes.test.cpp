// A second result that lacks an axis of the first: with logsumexp, a contraction and run-time extents the nest had lanes along that axis, and the
// second result, written before they are walked, read what the first one's lanes were to hold (seed 2312, program 12).
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

namespace {
template <class T1, class T2> void check_folds_of(const T1& t1, const T2& t2) {
  const auto scores = sum<Feature>(t1 * t2);
  check_both(scores, logsumexp<Model>(scores));
  check_both(tanh(scores), logsumexp<Model>(where(position<Model> <= position<Query>, scores, -4.f)));
  check_both(softmax<Model>(scores), logsumexp<Model>(scores));
}
}  // namespace

TEST_CASE("a result and its logsumexp, extents at run time") {
  for (const index_t models : {1, 8, 33}) {
    tensor<float, Feature[], Query[]> t1(sized<Feature>(5), sized<Query>(31));
    tensor<float, Value[], Model[], Feature[]> t2(sized<Value>(31), sized<Model>(models), sized<Feature>(5));
    fill(t1, 46, 0.1, 1), fill(t2, 56, 0, 1);
    check_folds_of(t1, t2);
  }
}

TEST_CASE("a result and its logsumexp, static extents") {
  tensor<float, Feature[5], Query[31]> t1;
  tensor<float, Value[31], Model[8], Feature[5]> t2;
  fill(t1, 46, 0.1, 1), fill(t2, 56, 0, 1);
  check_folds_of(t1, t2);
}
