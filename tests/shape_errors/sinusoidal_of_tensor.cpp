// expect-line: sinusoidal<Token, Model>(): name the axis of the positions
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
heed::tensor<float, Token[3], Model[8]> x;

#ifndef HEED_FIXED
auto y = heed::sinusoidal<Token, Model>(x);
#else
auto y = x + heed::sinusoidal<Token, Model>();
#endif
