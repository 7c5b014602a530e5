// expect-line: operator=: a container has no axes; name them, as in t = heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> t;
std::vector<float> values(3);

#ifndef HEED_FIXED
void copy() { t = values; }
#else
void copy() { t = heed::named<Query[3]>(values); }
#endif
