// expect-line: causal<Query, Key>(): name both axes, as in where(causal<Query, Key>(), scores, -heed::inf)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[3]> x;

#ifndef HEED_FIXED
auto y = where(heed::causal<Query>(), x, -heed::inf);
#else
auto y = where(heed::causal<Query, Key>(), x, -heed::inf);
#endif
