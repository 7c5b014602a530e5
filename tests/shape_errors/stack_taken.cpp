// expect: axis_is_new<Key
// expect-fixed: stack<Axis>(x, y, ...): no operand has the axis yet
// expect-computed: stack<Key>: the operand has an axis Key already
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Key {};
struct Query {};
extern heed::tensor<float, Token[4], Key[3]> x;
extern heed::tensor<float, Token[4], Key[5]> other;

#ifndef HEED_FIXED
auto y = heed::stack<Key>(1, x);
#else
auto y = heed::stack<Query>(1, x);
#endif
