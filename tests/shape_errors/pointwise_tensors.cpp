// expect-fixed: pointwise(f, x...): f must take an element of each x and give a number, and an axis that several x have must be of one extent
// expect: rule::callable_with<heed::tensor<float
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
heed::tensor<float, Query[3], Key[4]> y = heed::pointwise(x, x);
#else
heed::tensor<float, Query[3], Key[4]> y = heed::pointwise([](float a, float b) { return a * b; }, x, x);
#endif
