// expect-line: diagonal<A, B, Out>(x): name both axes and the one of the result, as in diagonal<Query, Key, Token>(scores)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[4], Key[4]> x;

#ifndef HEED_FIXED
auto y = diagonal<Query, Key>(x);
#else
auto y = diagonal<Query, Key, Query>(x);
#endif
