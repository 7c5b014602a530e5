// expect-line: cast<T>(x): name the type, as in cast<double>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::cast(x, 1.0);
#else
auto y = heed::cast<double>(x);
#endif
