// expect: same_extent<Feature[4], Feature[3]>
// expect-line: attention<Key, Feature>
// expect-computed: attention<Key, Feature>: Feature is 4 in the first operand and 3 in the second
// max-lines: 16
#include <heed/attention.hpp>

struct Query {}; struct Key {}; struct Feature {}; struct Value {};
heed::tensor<float, Query[8], Feature[4]> q;
heed::tensor<float, Key[12], Feature[3]> wrong;
heed::tensor<float, Key[12], Feature[4]> right;
heed::tensor<float, Key[12], Value[3]> v;
static_assert(!heed::well_shaped<decltype(heed::attention<Key, Feature>(q, wrong, v))>);

#ifndef HEED_FIXED
auto context = heed::attention<Key, Feature>(q, wrong, v);
#else
auto context = heed::attention<Key, Feature>(q, right, v);
#endif
