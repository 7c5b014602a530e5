// expect: axis_has_extent<Key>
// expect-fixed: sum<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: sum<Key>: nothing gives Key an extent; write position<Key[n]>
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};

#ifndef HEED_FIXED
auto x = sum<Key>(heed::position<Key>);
#else
auto x = sum<Key>(heed::position<Key[5]>);
#endif
