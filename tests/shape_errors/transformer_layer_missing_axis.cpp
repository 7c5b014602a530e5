// expect-fixed: transformer_layer<Model>(x, attend, feed): name the one axis of the layer, which x must have
// expect: rule::axis_is_in<Feature, heed::shape<Token[4], Model[6]>
// expect-computed: transformer_layer<Feature>: the operand has no axis Feature; its axes are Token[4] and Model[6]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
struct Feature {};
heed::tensor<float, Token[4], Model[6]> x;

#ifndef HEED_FIXED
auto y = heed::transformer_layer<Feature>(x, [](const auto& t) { return t; }, [](const auto& t) { return t; });
#else
auto y = heed::transformer_layer<Model>(x, [](const auto& t) { return t; }, [](const auto& t) { return t; });
#endif
