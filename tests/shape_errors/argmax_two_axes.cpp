// expect: one_axis
// expect-fixed: argmax<Axis>(x): name one axis that x has, with an extent
// expect-computed: argmax<Query, Key>: name one axis, as in argmax<Query>; merge several into one first
// max-lines: 8
#include <heed/expression/reduction.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = heed::argmax<Query, Key>(s);
#else
auto x = heed::argmax<Key>(s);
#endif
