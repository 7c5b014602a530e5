// expect: distinct_axes
// expect: Query[3], Query[4]
// expect-line: an axis stands twice
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

#ifndef HEED_FIXED
heed::tensor<float, Query[3], Query[4]> x;
#else
heed::tensor<float, Query[3], heed::prime<Query>[4]> x;
#endif
