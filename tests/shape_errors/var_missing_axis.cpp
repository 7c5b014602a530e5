// expect: axis_is_in<Key, heed::shape<Query[3], Feature[64]
// expect-fixed: var<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: var<Key>: the operand has no axis Key; its axes are Query[3] and Feature[64]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = var<Key>(q);
#else
auto x = var<Query>(q);
#endif
