// expect: same_extent<Key[3], Key[5]>
// expect-fixed: concat<Axis>(x, y): both must have the axis, with an extent
// expect-computed: concat<Token>: Key is 3 in the first operand and 5 in the second
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Key {};
struct Query {};
extern heed::tensor<float, Token[4], Key[3]> x;
extern heed::tensor<float, Token[4], Key[5]> other;

#ifndef HEED_FIXED
auto y = heed::concat<Token>(x, other);
#else
auto y = heed::concat<Key>(x, other);
#endif
