// expect-line: tensor: values stand in one level of braces for each axis, as in {{1, 2}, {3, 4}}
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};

#ifndef HEED_FIXED
heed::tensor<float, Query[2], Feature[2]> t{1, 2, 3, 4};
#else
heed::tensor<float, Query[2], Feature[2]> t{{1, 2}, {3, 4}};
#endif
