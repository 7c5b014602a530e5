// expect: axis_is_in<Key, heed::shape<Query[3], Feature[64]
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Key>: the left operand has no axis Key; its axes are Query[3] and Feature[64]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;
extern heed::tensor<float, Key[5], Feature[64]> k;

#ifndef HEED_FIXED
auto x = dot<Key>(q, k);
#else
auto x = dot<Feature>(q, k);
#endif
