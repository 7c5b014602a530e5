// expect: same_extent<Key[5], Key[6]>
// expect-fixed: where(c, x, y): an axis that several of them have must be of one extent
// expect-computed: where: Key is 5 in the first operand and 6 in the third
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;

#ifndef HEED_FIXED
auto x = where(s, 0, p);
#else
auto x = where(s, 0, s);
#endif
