// expect-fixed: attention<Key, Feature>(q, k, v): q and k must have Feature, k and v must have Key, of one extent; so must be an axis that q and k both have
// expect: rule::axis_is_in<Feature
// expect-computed: attention<Key, Feature>: the second operand has no axis Feature; its axes are Key[4] and Value[5]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;
heed::tensor<float, Key[4], Value[5]> v;

#ifndef HEED_FIXED
auto y = heed::attention<Key, Feature>(q, v, k);
#else
auto y = heed::attention<Key, Feature>(q, k, v);
#endif
