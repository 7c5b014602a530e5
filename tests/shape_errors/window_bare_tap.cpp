// expect: part_has_extent<Tap>
// expect-fixed: Tap has an extent, as Tap[5]
// expect-computed: window<Token, Tap>: Tap needs its extent, as in Tap[8]
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
auto y = heed::window<Token, Tap>(x, 2);
#else
auto y = heed::window<Token, Tap[3]>(x, 2);
#endif
