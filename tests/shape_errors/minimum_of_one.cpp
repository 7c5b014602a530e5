// expect-line: minimum(x, y): give both; along an axis, min<Key>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::minimum(x);
#else
auto y = heed::min<Key>(x);
#endif
