// expect: axis_has_extent<Key>
// expect-fixed: extent<Axis>(x): x must have the axis, with an extent
// expect-computed: extent<Key>: nothing gives Key an extent
// max-lines: 8
#include <heed/expression/index.hpp>
#include <heed/expression/extent.hpp>

struct Key {};

#ifndef HEED_FIXED
auto n = heed::extent<Key>(heed::position<Key>);
#else
auto n = heed::extent<Key>(heed::position<Key[5]>);
#endif
