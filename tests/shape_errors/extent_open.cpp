// expect: axis_has_extent<Key>
// expect-fixed: extent<Axis>(x): x must have the axis, with an extent
// expect-computed: extent<Key>: nothing gives Key an extent
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};

#ifndef HEED_FIXED
auto n = heed::extent<Key>(heed::position<Key>);
#else
auto n = heed::extent<Key>(heed::position<Key[5]>);
#endif
