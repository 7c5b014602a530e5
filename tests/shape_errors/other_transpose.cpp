// expect-line: transpose(x): formulas need no order of axes; a tensor has the order that it is declared with, as in heed::tensor<float, Key[9], Query[8]> y = x
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
auto turned = transpose<Query, Feature>(q);
#else
heed::tensor<float, Feature[8], Query[3]> turned = q;
#endif
