// expect-line: an expression is no bool, == compares element by element: write heed::equal(a, b) or all_close(a, b), or eval(x)() for an x without axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values, others;

bool same() {
#ifndef HEED_FIXED
  return values == others ? true : false;
#else
  return heed::equal(values, others) ? true : false;
#endif
}
