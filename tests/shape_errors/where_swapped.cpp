// expect-line: where(c, x, y): the condition comes first, as in where(mask, scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = where(x, heed::position<Key> <= heed::position<Query>, -heed::inf);
#else
auto y = where(heed::position<Key> <= heed::position<Query>, x, -heed::inf);
#endif
