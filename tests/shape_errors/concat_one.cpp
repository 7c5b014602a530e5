// expect-line: concat<Axis>(x, y): give two or more, as in concat<Key>(x, y)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = concat<Key>(x);
#else
auto y = concat<Key>(x, x);
#endif
