// expect: axis_is_in<Query, heed::shape<Key[5], Feature[4]>
// expect-fixed: rotary<Token, Feature>(x): x must have Token, the axis of the positions
// expect-computed: rotary<Query, Feature>: the operand has no axis Query; its axes are Key[5] and Feature[4]
// max-lines-gcc: 9
// max-lines-clang: 10
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Key[5], Feature[4]> k;

#ifndef HEED_FIXED
auto turned = heed::rotary<Query, Feature>(k);
#else
auto turned = heed::rotary<Key, Feature>(k);
#endif
