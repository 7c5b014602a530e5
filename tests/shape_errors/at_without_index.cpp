// expect-line: at<Axis>(x, index): give the index, as in at<Query>(x, 0)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::at<Query>(x);
#else
auto y = heed::at<Query>(x, 0);
#endif
