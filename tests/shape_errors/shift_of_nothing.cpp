// expect-line: shift<Axis>(x, by, fill): say by how many, and what stands where x has no element, as in shift<Token>(x, 1, 0)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[4], Key[4]> scores;
heed::tensor<float, Query[4], Feature[8]> q;

#ifndef HEED_FIXED
auto later = heed::shift<Query>(q);
#else
auto later = heed::shift<Query>(q, 1, 0);
#endif
