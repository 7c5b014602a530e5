// expect-fixed: layer_norm<Axis...>(x): name axes that x has, each once, with an extent
// expect: rule::axis_is_in<Feature, heed::shape<Token[4], Model[6]>
// expect-computed: layer_norm<Feature>: the operand has no axis Feature; its axes are Token[4] and Model[6]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
struct Feature {};
heed::tensor<float, Token[4], Model[6]> x;
heed::tensor<float, Model[6]> gain;

static_assert(!heed::well_shaped<decltype(heed::layer_norm<Feature>(x))>);
#ifndef HEED_FIXED
auto y = heed::layer_norm<Feature>(x, gain, gain);
#else
auto y = heed::layer_norm<Model>(x, gain, gain);
#endif
