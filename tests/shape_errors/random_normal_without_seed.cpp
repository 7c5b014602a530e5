// expect-line: random_normal<T, Axes...>(seed): give a seed, an integer that says which numbers they are, or a generator
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
auto x = heed::random_normal<float, Query[3], Feature[8]>();
#else
auto x = heed::random_normal<float, Query[3], Feature[8]>(1);
#endif
