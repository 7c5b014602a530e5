// expect-line: an element is addressed by integers
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[4]> values;

#ifndef HEED_FIXED
float first() { return values(0.5); }
#else
float first() { return values(0); }
#endif
