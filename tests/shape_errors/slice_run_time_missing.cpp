// expect: axis_is_in<Key, heed::shape<Query[3], Feature[64]
// expect-fixed: slice<Axis>(x, begin, count): x must have the axis
// expect-computed: slice<Key>: the operand has no axis Key
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::slice<Key>(q + q, 1, 2);
#else
auto x = heed::slice<Query>(q + q, 1, 2);
#endif
