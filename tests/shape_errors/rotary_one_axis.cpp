// expect-line: rotary<Token, Feature>(x): name the axis of the positions
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[8]> q;

#ifndef HEED_FIXED
auto y = heed::rotary<Feature>(q);
#else
auto y = heed::rotary<Query, Feature>(q);
#endif
