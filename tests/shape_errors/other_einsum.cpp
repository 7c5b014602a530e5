// expect-line: einsum(x, y): axes have names already, as in dot<Feature>(x, y); of three, sum<Axis...>(x * y * z)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Head {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;

#ifndef HEED_FIXED
auto scores = heed::einsum("qf,kf->qk", q, k);
#else
auto scores = dot<Feature>(q, k);
#endif
