// expect-line: additive<Hidden>(q, k, w): name the axis that all three have
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Feature[8]> q;
heed::tensor<float, Key[4], Feature[8]> k;
heed::tensor<float, Feature[8]> w;

#ifndef HEED_FIXED
auto y = heed::additive(q, k, w);
#else
auto y = heed::additive<Feature>(q, k, w);
#endif
