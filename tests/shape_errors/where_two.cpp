// expect-line: where(c, x, y): give the value elsewhere, too, as in where(mask, scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[3]> scores;

#ifndef HEED_FIXED
auto masked = where(heed::position<Key> <= heed::position<Query>, scores);
#else
auto masked = where(heed::position<Key> <= heed::position<Query>, scores, -heed::inf);
#endif
