// expect-line: a container has no axes; name them, as in heed::named<Query[128]>(container) = x
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> t;
std::vector<float> row;

#ifndef HEED_FIXED
void last() { row = heed::at<Query>(t, 2); }
#else
void last() { heed::named<Key[]>(row) = heed::at<Query>(t, 2); }
#endif
