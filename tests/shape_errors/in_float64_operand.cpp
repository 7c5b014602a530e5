// expect: in_float64_stands_outside
// expect-fixed: eval(x): something must give every axis of x an extent, as position<Axis[n]> does, and x has at most 8 axes, 512 nodes, no in_float64 inside and no let around
// expect-computed: eval: in_float64 is a whole evaluation, not an operand: write in_float64(a + b) for in_float64(a) + b, or eval(in_float64(x))
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[8]> out, in;

#ifndef HEED_FIXED
auto difference = eval(max<Query>(abs(out - heed::in_float64(in * 2))));
#else
auto difference = eval(max<Query>(abs(out - eval(heed::in_float64(in * 2)))));
#endif
