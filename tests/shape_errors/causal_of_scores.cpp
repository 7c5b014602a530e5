// expect-line: causal<Query, Key>(): a mask takes no scores; it stands beside them, as in where(causal<Query, Key>(), scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[3]> scores;

#ifndef HEED_FIXED
auto masked = heed::causal<Query, Key>(scores);
#else
auto masked = where(heed::causal<Query, Key>(), scores, -heed::inf);
#endif
