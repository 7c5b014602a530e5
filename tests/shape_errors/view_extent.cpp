// expect: axis_is_in<Key
// expect: shape<Query[3]>
// expect-line: extent<Axis>: the operand has no such axis
// max-lines: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3]> x;

#ifndef HEED_FIXED
auto n = heed::extent<Key>(x);
#else
auto n = heed::extent<Query>(x);
#endif
