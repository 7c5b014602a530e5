// expect-line: prefix_lm<Query, Key>(prefix): name both axes, and how many keys
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = where(heed::prefix_lm(2), scores, -heed::inf);
#else
auto y = where(heed::prefix_lm<Query, Key>(2, heed::top_left), scores, -heed::inf);
#endif
