// expect-line: shift<Axis>(x, by, fill): by is an integer
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = shift<Key>(x, 1.0, 0);
#else
auto y = shift<Key>(x, 1, 0);
#endif
