// expect: each_axis_once<heed::axis_list<Feature, Feature>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Feature, Feature>: Feature is named twice
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;
extern heed::tensor<float, Key[5], Feature[64]> k;

#ifndef HEED_FIXED
auto x = dot<Feature, Feature>(q, k);
#else
auto x = dot<Feature>(q, k);
#endif
