// expect: window_is_within<Token[4], 5>
// expect-fixed: window<Axis, Tap[n], Stride, Dilation>(x): x must have the axis, at least as long as the window
// expect-computed: window<Token, Tap[3]>: the window spans 5, and Token is 4
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Key {};
struct Value {};
struct Query {};
struct Tap {};
extern heed::tensor<float, Token[4], Key[3], Value[4]> x;

#ifndef HEED_FIXED
auto y = heed::window<Token, Tap[3], 1, 2>(x);
#else
auto y = heed::window<Token, Tap[2], 1, 2>(x);
#endif
