// expect-fixed: attention<Key, Feature>(q, k, v): q and k must have Feature, k and v must have Key, of one extent
// expect: rule::same_extent<Key[4], Key[5]>
// expect-computed: attention<Key, Feature>: Key is 4 in the second operand and 5 in the third
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;
heed::tensor<float, Key[5], Value[5]> more;
heed::tensor<float, Key[4], Value[5]> v;

#ifndef HEED_FIXED
auto y = heed::attention<Key, Feature>(q, k, more);
#else
auto y = heed::attention<Key, Feature>(q, k, v);
#endif
