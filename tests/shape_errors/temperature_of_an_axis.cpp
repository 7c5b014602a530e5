// expect-line: temperature(scores, t): the scores come first, and no axis is named
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = heed::temperature<Key>(scores, 2);
#else
auto y = heed::temperature(scores, 2);
#endif
