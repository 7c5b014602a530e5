// expect-line: scaled_dot<Feature>(q, k): name the one axis of the products
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;

#ifndef HEED_FIXED
auto y = heed::scaled_dot(q, k);
#else
auto y = heed::scaled_dot<Feature>(q, k);
#endif
