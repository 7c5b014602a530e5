// expect: axis_is_in<Key, heed::shape<>
// expect-fixed: sum<Axis...>(x): name axes that x has, each once, with an extent
// expect-computed: sum<Key>: the operand has no axis Key; it has no axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};
extern heed::tensor<float> loss;
extern heed::tensor<float, Key[5]> losses;

#ifndef HEED_FIXED
auto x = sum<Key>(loss);
#else
auto x = sum<Key>(losses);
#endif
