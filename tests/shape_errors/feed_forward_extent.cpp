// expect-fixed: feed_forward<Model, Hidden>(x, up, down): x and up must have Model, up and down Hidden, each of one extent
// expect: rule::same_extent<Hidden[8], Hidden[9]>
// expect-computed: feed_forward<Model, Hidden>: Hidden is 8 in the second operand and 9 in the third
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Token {};
struct Model {};
struct Hidden {};
heed::tensor<float, Token[4], Model[6]> x;
heed::tensor<float, Model[6], Hidden[8]> up;
heed::tensor<float, Hidden[9], Model[6]> narrow;
heed::tensor<float, Hidden[8], Model[6]> down;

#ifndef HEED_FIXED
auto y = heed::feed_forward<Model, Hidden>(x, up, narrow);
#else
auto y = heed::feed_forward<Model, Hidden>(x, up, down, [](auto h) { return heed::relu(h); });
#endif
