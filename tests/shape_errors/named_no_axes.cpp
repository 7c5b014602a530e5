// expect-line: named<Axes...>(container): name the axes, as in named<Query[128], Feature[64]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
std::vector<float> values(3);

#ifndef HEED_FIXED
auto t = heed::named(values);
#else
auto t = heed::named<Query[3]>(values);
#endif
