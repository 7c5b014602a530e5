// expect-line: operator<=: a comparison is compared; a <= b <= c is written a <= b && b <= c
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = 1 <= x <= 2;
#else
auto y = 1 <= x && x <= 2;
#endif
