// expect-line: reshape(x): split<Model, Head[8], Feature[64]>(x) takes an axis apart, merge<Model, Head[8], Feature[64]>(x) makes one of several, rename<Key, Token>(x) gives one another name
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Head {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;

#ifndef HEED_FIXED
auto heads = reshape(q, 3, 2, 4);
#else
auto heads = heed::split<Feature, Head[2], Key[4]>(q);
#endif
