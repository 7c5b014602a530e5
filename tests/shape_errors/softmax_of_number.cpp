// expect-line: softmax<Axis...>(x): a number has no axes; x is a tensor, a view or an expression
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> x;

#ifndef HEED_FIXED
auto y = heed::softmax<Query>(x(0) * 2);
#else
auto y = heed::softmax<Query>(x * 2);
#endif
