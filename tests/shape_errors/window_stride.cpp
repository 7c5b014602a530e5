// expect: steps_are_positive<0, 1>
// expect-fixed: the steps are at least 1
// expect-computed: window<Token, Tap[3]>: the stride is at least 1, not 0
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
auto y = heed::window<Token, Tap[3], 0>(x);
#else
auto y = heed::window<Token, Tap[3], 1>(x);
#endif
