// expect: one_number_for_each_axis
// expect-line: one index for each axis
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[4]> x;

#ifndef HEED_FIXED
float element() { return x(1); }
#else
float element() { return x(1, 2); }
#endif
