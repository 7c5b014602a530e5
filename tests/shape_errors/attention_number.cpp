// expect-line: attention<Key, Feature>(q, k, v, modifiers...): a number beside all scores changes no weights; scores are scaled by temperature(t), and masked by causal<Query, Key>()
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
heed::tensor<float, Query[3], Feature[4]> q;
heed::tensor<float, Key[5], Feature[4]> k;
heed::tensor<float, Key[5], Value[4]> v;

#ifndef HEED_FIXED
auto context = heed::attention<Key, Feature>(q, k, v, 0.125f);
#else
auto context = heed::attention<Key, Feature>(q, k, v, heed::temperature(8));
#endif
