// expect-line: an expression has no elements before it is evaluated: write eval(x)(i, j)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;

#ifndef HEED_FIXED
float first() { return (q * 2.f)(0, 1); }
#else
float first() { return eval(q * 2.f)(0, 1); }
#endif
