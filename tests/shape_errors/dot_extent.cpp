// expect: same_extent<Feature[64], Feature[32]>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Feature>: Feature is 64 in the left operand and 32 in the right
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Key[5], Feature[64]> w2;
extern heed::tensor<float, Query[3], Feature[64]> q;
extern heed::tensor<float, Key[5], Feature[32]> w;

#ifndef HEED_FIXED
auto s = dot<Feature>(q, w);
#else
auto s = dot<Feature>(q, w2);
#endif
