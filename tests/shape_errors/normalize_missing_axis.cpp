// expect: axis_is_in<Key, heed::shape<Query[3], Feature[64]
// expect-fixed: normalize<Axis...>(phi): name axes that phi has
// expect-computed: normalize<Key>: the operand has no axis Key
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = normalize<Key>(q);
#else
auto x = normalize<Query>(q);
#endif
