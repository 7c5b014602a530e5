// expect-line: feed_forward<Model, Hidden>(x, up, down): name both axes, and give all three
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
struct Hidden {};
heed::tensor<float, Token[3], Model[8]> x;
heed::tensor<float, Model[8], Hidden[6]> up;
heed::tensor<float, Hidden[6], Model[8]> down;

#ifndef HEED_FIXED
auto y = heed::feed_forward<Model, Hidden>(x, up);
#else
auto y = heed::feed_forward<Model, Hidden>(x, up, down);
#endif
