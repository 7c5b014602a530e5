// expect: axis_is_in<Query, heed::shape<Feature[64]
// expect-fixed: sum<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: sum<Query>: the operand has no axis Query; its axes are Feature[64]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = sum<Query>(mean<Query>(q));
#else
auto x = sum<Query>(q);
#endif
