// expect-line: rms_norm<Axis...>(x): name the axis
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
heed::tensor<float, Token[3], Model[8]> x;
heed::tensor<float, Model[8]> gain, bias;

#ifndef HEED_FIXED
auto y = heed::rms_norm<Model>(x, gain, bias);
#else
auto y = heed::rms_norm<Model>(x, gain) + bias;
#endif
