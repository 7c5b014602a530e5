// expect: axis_is_in<Value, heed::shape<Query[3], Feature[4]>
// expect-fixed: cosine<Feature>(q, k): q and k must have Feature; an axis that both have must be of one extent
// expect-computed: cosine<Value>: the first operand has no axis Value; its axes are Query[3] and Feature[4]
// max-lines-gcc: 9
// max-lines-clang: 10
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
heed::tensor<float, Query[3], Feature[4]> q;
heed::tensor<float, Key[5], Feature[4]> k;

#ifndef HEED_FIXED
auto scores = heed::cosine<Value>(q, k);
#else
auto scores = heed::cosine<Feature>(q, k);
#endif
