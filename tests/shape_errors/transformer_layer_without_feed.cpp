// expect-line: transformer_layer<Model>(x, attend, feed): name the one axis of the layer
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
heed::tensor<float, Token[3], Model[8]> x;
inline constexpr auto same = [](auto t) { return t; };

#ifndef HEED_FIXED
auto y = heed::transformer_layer<Model>(x, same);
#else
auto y = heed::transformer_layer<Model>(x, same, same);
#endif
