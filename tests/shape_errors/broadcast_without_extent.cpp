// expect-line: broadcast<Axis[n]>(x): the axis needs an extent, as in broadcast<Head[8]>(x) or broadcast<Head>(x, 8)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Head {};
heed::tensor<float, Query[3]> q;

#ifndef HEED_FIXED
auto heads = broadcast<Head>(q);
#else
auto heads = broadcast<Head[8]>(q);
#endif
