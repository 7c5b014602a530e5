// expect-line: attention<Key, Feature>(q, k, v, modifiers...): a modifier is a mask, a bias, or a function from scores to scores; masks of positions are called, as causal<Query, Key>()
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
heed::tensor<float, Query[4], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;
heed::tensor<float, Key[4], Value[5]> v;

#ifndef HEED_FIXED
auto y = heed::attention<Key, Feature>(q, k, v, heed::softcap(30.f), [](auto scores, float least) { return maximum(scores, least); });
#else
auto y = heed::attention<Key, Feature>(q, k, v, heed::softcap(30.f), [](auto scores) { return maximum(scores, -3.f); });
#endif
