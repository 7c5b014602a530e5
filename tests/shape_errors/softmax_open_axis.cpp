// expect: axis_has_extent<Key>
// expect-fixed: softmax<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: softmax<Key>: nothing gives Key an extent
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};

#ifndef HEED_FIXED
auto x = softmax<Key>(-1 * heed::position<Key>);
#else
auto x = softmax<Key>(-1 * heed::position<Key[5]>);
#endif
