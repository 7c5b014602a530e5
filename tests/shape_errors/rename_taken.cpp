// expect: axis_is_new<Feature, heed::shape<Feature[64]
// expect-fixed: rename<From, To>(x): x must have axis From, and no axis To
// expect-computed: rename<Query, Feature>: the operand has an axis Feature already
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::rename<Query, Feature>(q);
#else
auto x = heed::rename<Query, Key>(q);
#endif
