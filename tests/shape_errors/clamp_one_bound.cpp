// expect-line: clamp(x, low, high): give both bounds; one alone is maximum(x, low) or minimum(x, high)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = clamp(x, 0);
#else
auto y = maximum(x, 0);
#endif
