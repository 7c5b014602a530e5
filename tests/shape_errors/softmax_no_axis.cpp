// expect: axis_is_named<heed::shape<Query[3], Key[5]
// expect-fixed: softmax<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: softmax: name the axes, as in softmax<Key>; the operand has Query[3] and Key[5]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = softmax(s);
#else
auto x = softmax<Key>(s);
#endif
