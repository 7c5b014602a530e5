// expect-line: maximum(x, y): of three, write maximum(x, maximum(y, z)); along an axis, max<Key>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = maximum(x, 2 * x, 0);
#else
auto y = maximum(x, maximum(2 * x, 0));
#endif
