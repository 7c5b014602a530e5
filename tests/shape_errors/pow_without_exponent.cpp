// expect-line: pow(x, y): give the exponent, as in pow(x, 2)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = pow(x);
#else
auto y = pow(x, 2);
#endif
