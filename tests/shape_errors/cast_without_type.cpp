// expect-line: cast<T>(x): name the type, as in cast<double>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = cast(x);
#else
auto y = cast<double>(x);
#endif
