// expect-fixed: rms_norm<Axis...>(x): name axes that x has, each once, with an extent
// expect: rule::axis_is_in<Feature, heed::shape<Token[4], Model[6]>
// expect-computed: rms_norm<Feature>: the operand has no axis Feature; its axes are Token[4] and Model[6]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
struct Feature {};
heed::tensor<float, Token[4], Model[6]> x;

#ifndef HEED_FIXED
auto y = heed::rms_norm<Feature>(x);
#else
auto y = heed::rms_norm<Model>(x);
#endif
