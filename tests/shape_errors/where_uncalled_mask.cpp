// expect-line: where(c, x, y): masks of positions are called, as in where(causal<Query, Key>(), scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>
#include <heed/attention/masks.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[3]> scores;

#ifndef HEED_FIXED
auto masked = where(heed::causal<Query, Key>, scores, -heed::inf);
#else
auto masked = where(heed::causal<Query, Key>(), scores, -heed::inf);
#endif
