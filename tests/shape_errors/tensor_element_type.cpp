// expect: arithmetic_elements<row>
// expect-line: elements are of an arithmetic type
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct row {};

#ifndef HEED_FIXED
heed::tensor<row, Query[3]> x;
#else
heed::tensor<double, Query[3]> x;
#endif
