// expect-line: an expression has no elements before it is evaluated: write eval(x)(i, j)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> t;

#ifndef HEED_FIXED
float first() { return heed::softmax<Query>(t)(0); }
#else
float first() { return heed::eval(heed::softmax<Query>(t))(0); }
#endif
