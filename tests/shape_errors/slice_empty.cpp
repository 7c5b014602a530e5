// expect: slice_is_within<Query[3], 1, 1>
// expect-fixed: slice<Axis, Begin, Count>(x): x must have the axis, and on it Count elements, one or more, from Begin on
// expect-computed: slice<Query>: a slice has at least one element, not 0
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::slice<Query, 1, 0>(q + q);
#else
auto x = heed::slice<Query, 1, 1>(q + q);
#endif
