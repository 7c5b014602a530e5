// expect-line: eval(x, y...): at most 8 results are computed together
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct A {};
heed::tensor<float, A[2]> x;

#ifndef HEED_FIXED
auto results = eval(x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9);
#else
auto results = eval(x + 1, x + 2);
#endif
