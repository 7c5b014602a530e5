// expect-line: unit<Feature>(x): name the one axis
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[8]> q;

#ifndef HEED_FIXED
auto y = heed::unit(q);
#else
auto y = heed::unit<Feature>(q);
#endif
