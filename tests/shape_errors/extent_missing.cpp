// expect: axis_is_in<Key, heed::shape<Query[3], Feature[64]
// expect-fixed: extent<Axis>(x): x must have the axis
// expect-computed: extent<Key>: the operand has no axis Key
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto n = heed::extent<Key>(q + q);
#else
auto n = heed::extent<Query>(q + q);
#endif
