// expect-line: maximum(x, y): give both; along an axis, max<Key>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::maximum(x);
#else
auto y = heed::max<Key>(x);
#endif
