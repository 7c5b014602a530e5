// expect-line: named: the dimensions of the array are other extents than those of the axes, in their order
// expect: dimensions_are_axes<heed::shape<Query[4], Key[3]>, float[3][4]>
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
float values[3][4] = {};

#ifndef HEED_FIXED
auto x = heed::named<Query[4], Key[3]>(values);
#else
auto x = heed::named<Query[3], Key[4]>(values);
#endif
