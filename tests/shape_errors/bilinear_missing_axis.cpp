// expect-fixed: bilinear<Feature, KeyFeature>(q, w, k): q and w must have Feature, w and k must have KeyFeature, each of one extent
// expect: rule::axis_is_in<KeyFeature, heed::shape<Key[4], Feature[8]>
// expect-computed: bilinear<Feature, KeyFeature>: the third operand has no axis KeyFeature; its axes are Key[4] and Feature[8]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct KeyFeature {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Feature[8], KeyFeature[6]> w;
heed::tensor<float, Key[4], Feature[8]> as_queries;
heed::tensor<float, Key[4], KeyFeature[6]> k;

#ifndef HEED_FIXED
auto s = heed::bilinear<Feature, KeyFeature>(q, w, as_queries);
#else
auto s = heed::bilinear<Feature, KeyFeature>(q, w, k);
#endif
