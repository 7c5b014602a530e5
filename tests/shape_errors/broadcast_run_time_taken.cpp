// expect: axis_is_new<Query, heed::shape<Query[3], Feature[64]
// expect-fixed: broadcast<Axis>(x, n): x must not have the axis yet
// expect-computed: broadcast<Query>: the operand has an axis Query already
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::broadcast<Query>(q, 3);
#else
auto x = heed::broadcast<Key>(q, 3);
#endif
