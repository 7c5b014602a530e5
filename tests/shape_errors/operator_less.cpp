// expect: same_extent<Key[5], Key[6]>
// expect-fixed: operator<: an axis that both operands have must be of one extent
// expect-computed: operator<: Key is 5 in the left operand and 6 in the right
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;

#ifndef HEED_FIXED
auto x = s < p;
#else
auto x = s < s;
#endif
