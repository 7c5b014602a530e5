// expect-line: mean<Axis...>(x): a number has no axes; x is a tensor, a view or an expression
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> x;

#ifndef HEED_FIXED
auto y = heed::mean<Query>(3.0) * x;
#else
auto y = heed::mean<Query>(x) * 3.0;
#endif
