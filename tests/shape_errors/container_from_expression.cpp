// expect-line: a container has no axes; name them, as in heed::named<Query[128]>(container) = x
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> t;
std::vector<float> values(3);

#ifndef HEED_FIXED
void copy() { values = exp(t); }
#else
void copy() { heed::named<Query[3]>(values) = exp(t); }
#endif
