// expect: one_axis
// expect-fixed: argmax<Axis>(x): name one axis that x has, with an extent
// expect-computed: argmax<Query, Key>: name one axis, as in argmax<Query>; merge several into one first
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = heed::argmax<Query, Key>(s);
#else
auto x = heed::argmax<Key>(s);
#endif
