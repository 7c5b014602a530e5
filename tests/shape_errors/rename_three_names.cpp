// expect-line: rename<From, To>(x): one axis is renamed at a time, as in rename<A, B>(rename<C, D>(x))
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;
struct Token {};

#ifndef HEED_FIXED
auto y = rename<Query, Token, Key>(x);
#else
auto y = rename<Query, Token>(x);
#endif
