// expect: axis_is_new<Query, heed::shape<Query[3]
// expect-fixed: split<Axis, Parts...>(x): x must have the axis and none of the parts
// expect-computed: split<Feature, Query[8], Value[8]>: the operand has an axis Query already
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
struct Value {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::split<Feature, Query[8], Value[8]>(q);
#else
auto x = heed::split<Feature, Feature[8], Value[8]>(q);
#endif
