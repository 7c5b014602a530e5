// expect: extents_of_axes<Query, Feature[4]>
// expect-line: every axis needs an extent
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

#ifndef HEED_FIXED
heed::tensor<float, Query, Feature[4]> x;
#else
heed::tensor<float, Query[], Feature[4]> x;
#endif
