// expect-line: at<Axis>(x, index): name the axis, as in at<Query>(x, 3)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;

#ifndef HEED_FIXED
auto row = at(q, 0);
#else
auto row = at<Query>(q, 0);
#endif
