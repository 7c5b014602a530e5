// expect-line: norm<Axis...>(x): axes go into angle brackets, as in norm<Key>(x); it is the root of the sum of squares
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = norm<Key>(x, 2);
#else
auto y = norm<Key>(x);
#endif
