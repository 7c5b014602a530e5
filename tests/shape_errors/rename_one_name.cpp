// expect-line: rename<From, To>(x): give the new name, too, as in rename<Token, Query>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Query {};
heed::tensor<float, Token[3]> x;

#ifndef HEED_FIXED
auto queries = rename<Query>(x);
#else
auto queries = rename<Token, Query>(x);
#endif
