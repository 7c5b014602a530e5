// expect: slice_is_within<Query[3], 1
// expect-line: leaves the axis
// max-lines: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[4]> x;

#ifndef HEED_FIXED
auto y = heed::slice<Query, 1, 3>(x);
#else
auto y = heed::slice<Query, 1, 2>(x);
#endif
