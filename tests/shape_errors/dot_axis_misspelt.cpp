// expect: axis_is_in<Features, heed::shape<Query[3], Feature[64]
// expect: did_you_mean<Feature>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Features>: the left operand has no axis Features; its axes are Query[3] and Feature[64]; is Feature meant?
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Features {};
extern heed::tensor<float, Query[3], Feature[64]> q;
extern heed::tensor<float, Key[5], Feature[64]> k;

#ifndef HEED_FIXED
auto x = dot<Features>(q, k);
#else
auto x = dot<Feature>(q, k);
#endif
