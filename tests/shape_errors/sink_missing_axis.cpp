// expect-fixed: softmax_with_sink<Axis>(scores, sink): name an axis that scores has, with an extent
// expect: rule::axis_is_in<Key, heed::shape<Query[3], Feature[8]>
// expect-computed: softmax_with_sink<Key>: the operand has no axis Key; its axes are Query[3] and Feature[8]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Feature[8]> q;

#ifndef HEED_FIXED
auto s = heed::softmax_with_sink<Key>(q, 1.f);
#else
auto s = heed::softmax_with_sink<Feature>(q, 1.f);
#endif
