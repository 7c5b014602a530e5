// expect-line: named: the memory has more or fewer elements than the axes
// expect: memory_has_elements<heed::shape<Query[3], Key[5]>, float[12]>
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
float values[12] = {};

#ifndef HEED_FIXED
auto x = heed::named<Query[3], Key[5]>(values);
#else
auto x = heed::named<Query[3], Key[4]>(values);
#endif
