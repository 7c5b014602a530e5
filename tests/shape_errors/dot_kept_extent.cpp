// expect: same_extent<Key[5], Key[7]>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Query>: Key is 5 in the left operand and 7 in the right
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[7]> t;
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = dot<Query>(s, t);
#else
auto x = dot<Query>(s, s);
#endif
