// expect: axis_is_named<heed::shape<Query[3], Feature[64]
// expect-fixed: sum<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: sum: name the axes, as in sum<Feature>; the operand has Query[3] and Feature[64]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = sum(q);
#else
auto x = sum<Query, Feature>(q);
#endif
