// expect-line: pow(x, y): give the exponent, as in pow(x, 2)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::pow<2>(x);
#else
auto y = heed::pow(x, 2);
#endif
