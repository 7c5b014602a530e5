// expect: axis_is_in<Key, heed::shape<Query[3], Feature[64]
// expect-fixed: rename<From, To>(x): x must have axis From, and no axis To
// expect-computed: rename<Key, Value>: the operand has no axis Key
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::rename<Key, Value>(q);
#else
auto x = heed::rename<Query, Value>(q);
#endif
