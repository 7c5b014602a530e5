// expect-line: attention<Key, Feature>(q, k, v): name the axis of the keys and the one of the products, and give all three
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
auto y = heed::attention<Key>(q, k, v);
#else
auto y = heed::attention<Key, Feature>(q, k, v);
#endif
