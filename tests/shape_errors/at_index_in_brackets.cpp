// expect-line: at<Axis>(x, index): the index is an argument, as in at<Query>(x, 3)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;

#ifndef HEED_FIXED
auto row = heed::at<Query, 2>(q);
#else
auto row = heed::at<Query>(q, 2);
#endif
