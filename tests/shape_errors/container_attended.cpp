// expect-line: attention<Key, Feature>(q, k, v): a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
std::vector<float> container(32), other(32);
heed::tensor<float, Query[4], Feature[8]> q;
heed::tensor<float, Key[6], Value[3]> v;

#ifndef HEED_FIXED
auto context = heed::attention<Key, Feature>(q, container, v);
#else
std::vector<float> keys(48);
auto context = heed::attention<Key, Feature>(q, heed::named<Key[6], Feature[8]>(keys), v);
#endif
