// expect: an element is x(i, j), with one index for each axis; at<Axis>(x, i) fixes one axis
// max-lines-gcc: 9
// max-lines-clang: 8
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;

#ifndef HEED_FIXED
float first() { return q[0][1]; }
#else
float first() { return q(0, 1); }
#endif
