// expect-line: padding<Key>(lengths): name the one axis of the keys, and how many are there: a number, or integers {Batch}; the scores stand beside it, as in where(mask, scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[4], Key[4]> scores;
heed::tensor<float, Query[4], Feature[8]> q;

#ifndef HEED_FIXED
auto masked = heed::padding<Key>(scores);
#else
auto masked = where(heed::padding<Key>(3), scores, -heed::inf);
#endif
