// expect-line: dot<Axis...>(x, y): x and y have axes
// expect-line: of three, sum<Axis...>(x * y * z)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;
heed::tensor<float, Feature[4]> scale;

#ifndef HEED_FIXED
auto sums = dot<Feature>(q, q, scale);
#else
auto sums = heed::sum<Feature>(q * q * scale);
#endif
