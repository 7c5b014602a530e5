// expect-line: a container has no axes; name them, as in heed::named<Query[128]>(container) = x
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> t;

#ifndef HEED_FIXED
std::vector<float> values = t;
#else
std::vector<float> values(t.begin(), t.end());
#endif
