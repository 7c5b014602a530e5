// expect-fixed: scaled_dot<Feature>(q, k): q and k must have Feature; an axis that both have must be of one extent
// expect: rule::axis_is_in<Value, heed::shape<Query[3], Feature[8]>
// expect-computed: scaled_dot<Value>: the first operand has no axis Value; its axes are Query[3] and Feature[8]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;

#ifndef HEED_FIXED
auto s = heed::softmax<Key>(heed::scaled_dot<Value>(q, k));
#else
auto s = heed::softmax<Key>(heed::scaled_dot<Feature>(q, k));
#endif
