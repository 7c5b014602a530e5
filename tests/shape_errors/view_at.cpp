// expect: axis_is_in<Key
// expect: shape<Query[3], Feature[4]>
// expect-line: at<Axis>: the operand has no such axis
// max-lines: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[4]> x;

#ifndef HEED_FIXED
auto y = heed::at<Key>(x, 1);
#else
auto y = heed::at<Query>(x, 1);
#endif
