// expect: each_axis_once<heed::axis_list<Key, Key>
// expect-fixed: softmax<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: softmax<Key, Key>: Key is named twice
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = softmax<Key, Key>(s);
#else
auto x = softmax<Query, Key>(s);
#endif
