// expect-line: rename<From, To>(x): one operand is renamed at a time, as in dot<Feature>(rename<Token, Query>(q), k)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::rename<Query, Token>(x, x);
#else
auto y = heed::rename<Query, Token>(x);
#endif
