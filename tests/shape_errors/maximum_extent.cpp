// expect: same_extent<Key[5], Key[6]>
// expect-fixed: maximum(x, y): an axis that both have must be of one extent
// expect-computed: maximum: Key is 5 in the first operand and 6 in the second
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;

#ifndef HEED_FIXED
auto x = maximum(s, p);
#else
auto x = maximum(s, s);
#endif
