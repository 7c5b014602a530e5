// expect-line: slice<Axis>(x, begin, count): give a begin and a count, as in slice<Query>(x, 16, 32)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;

#ifndef HEED_FIXED
auto rows = slice<Query>(q, 2);
#else
auto rows = slice<Query>(q, 2, 1);
#endif
