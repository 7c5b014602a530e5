// expect: axis_is_in<Feature, heed::shape<Query[4], Key[3]
// expect-fixed: lanes_along<Axis>(x): x must have the axis
// expect-computed: lanes_along<Feature>: the operand has no axis Feature; its axes are Query[4] and Key[3]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[4], Key[3]> x;

#ifndef HEED_FIXED
auto y = heed::lanes_along<Feature>(x);
#else
auto y = heed::lanes_along<Key>(x);
#endif
