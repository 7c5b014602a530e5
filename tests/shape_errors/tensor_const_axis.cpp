// expect-line: tensor: an axis is an empty struct, and defined before it is used, as in struct Query {};
// expect: axis_is_empty_struct<const Query>
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};

#ifndef HEED_FIXED
heed::tensor<float, const Query[3]> x;
#else
heed::tensor<float, Query[3]> x;
#endif
