// expect: std::vector<float
// expect-line: operator*: a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values;
std::vector<float> weights(3);

#ifndef HEED_FIXED
auto weighted = weights * values;
#else
auto weighted = heed::named<Query[3]>(weights) * values;
#endif
