// expect: axis_has_extent<Key>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Key>: nothing gives Key an extent; write position<Key[n]>
// max-lines: 9
#include <heed/heed.hpp>

struct Key {};

#ifndef HEED_FIXED
auto x = dot<Key>(heed::position<Key>, heed::position<Key>);
#else
auto x = dot<Key>(heed::position<Key>, heed::position<Key[5]>);
#endif
