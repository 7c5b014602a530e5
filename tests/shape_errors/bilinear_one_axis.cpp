// expect-line: bilinear<Feature, KeyFeature>(q, w, k): name the axis of q and the one of k
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct KeyFeature {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Feature[8], KeyFeature[8]> w;
heed::tensor<float, Key[4], KeyFeature[8]> k;

#ifndef HEED_FIXED
auto y = heed::bilinear<Feature>(q, w, k);
#else
auto y = heed::bilinear<Feature, KeyFeature>(q, w, k);
#endif
