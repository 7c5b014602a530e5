// expect: an expression has no elements before it is evaluated: for (auto e : heed::eval(x))
// expect-line: deleted function
// max-lines: 10
#include <heed/heed.hpp>

struct Query {}; struct Key {};
heed::tensor<float, Query[8], Key[64]> scores;

float total() {
  float sum = 0;
#ifndef HEED_FIXED
  for (auto e : scores * 2) sum += e;
#else
  for (auto e : heed::eval(scores * 2)) sum += e;
#endif
  return sum;
}
