// expect: each_axis_once<heed::axis_list<Query, Feature, Query>
// expect-fixed: sum<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: sum<Query, Feature, Query>: Query is named twice
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = sum<Query, Feature, Query>(q);
#else
auto x = sum<Query, Feature>(q);
#endif
