// expect-line: sliding_window<Query, Key>(left, right): name both axes, and how many keys a query sees before its own position and after it; the scores stand beside it, as in where(mask, scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[4], Key[4]> scores;
heed::tensor<float, Query[4], Feature[8]> q;

#ifndef HEED_FIXED
auto masked = heed::sliding_window<Query, Key>(scores, 3);
#else
auto masked = where(heed::sliding_window<Query, Key>(3, 0), scores, -heed::inf);
#endif
