// expect: diagonal_is_square<Token[4], Key[3]>
// expect-fixed: diagonal<A, B, Out>(x): x must have both axes, of one extent, and no axis Out beside them
// expect-computed: diagonal<Token, Key, Tap>: Token is 4 and Key is 3
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
auto y = heed::diagonal<Token, Key, Tap>(x);
#else
auto y = heed::diagonal<Token, Value, Tap>(x);
#endif
