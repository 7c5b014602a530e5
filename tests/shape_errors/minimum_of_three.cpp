// expect-line: minimum(x, y): of three, write minimum(x, minimum(y, z)); along an axis, min<Key>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = minimum(x, 2 * x, 0);
#else
auto y = minimum(x, minimum(2 * x, 0));
#endif
